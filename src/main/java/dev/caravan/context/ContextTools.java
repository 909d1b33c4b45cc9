package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.JmesPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The operations of bound tools, by type. The routes in {@code routes/contexts/} call them. They check arguments too, since a tool's own
 * input schema may allow more than its type can use.
 */
@Component("contextTools")
public record ContextTools(ContextData contexts) {

    /** Returns the value at the tool's place. */
    public JsonNode read(@Variable("owner") String owner, @Variable("tableId") long table,
            @Variable("jsonPath") String place, Exchange exchange) throws ContextFailure {
        return contexts.read(exchange, owner, table, ContextFailure.place(place)).data();
    }

    /**
     * Returns {@code {data, schema_only:true, meta:{json_path, root_type, …}}}.
     *
     * @param mostKeys maximum number of an object's keys in {@code meta}
     */
    public JsonNode schema(@Body JsonNode data, @Variable("jsonPath") String place, @Variable("mostKeys") int mostKeys) {
        ObjectNode result = object("data", Structure.of(data)).put("schema_only", true);
        ObjectNode meta = result.putObject("meta").put("json_path", place);
        if (data.isObject()) {
            meta.put("root_type", "object").put("object_key_count", data.size());
            ArrayNode keys = meta.putArray("object_keys_preview");
            data.properties().stream().limit(mostKeys).forEach(member -> keys.add(member.getKey()));
            meta.put("object_keys_truncated", data.size() > mostKeys);
        } else if (data.isArray()) {
            meta.put("root_type", "array").put("array_length", data.size());
            meta.set("array_item_schema", data.isEmpty() ? null : Structure.of(data.get(0)));
        } else {
            meta.put("root_type", "scalar").set("scalar_type", Structure.of(data));
        }
        return result;
    }

    /** Returns {@code {data}}. */
    public JsonNode all(@Body JsonNode data) {
        return object("data", data);
    }

    /** Returns {@code {data, query}}; data is null if the query finds nothing. A query that has a mistake reads nothing. */
    public JsonNode query(@Variable("owner") String owner, @Variable("tableId") long table, @Variable("jsonPath") String place,
            @Body JsonNode arguments, Exchange exchange) throws ToolException {
        String query = text(arguments, "query");
        JmesPath expression = JmesPath.of(query);
        return object("data", expression.in(read(owner, table, place, exchange))).put("query", query);
    }

    /**
     * Returns {@code {data, keys, total_count}} of a list of objects or of one object; all data if the metadata have no {@code
     * preview_keys}.
     */
    public JsonNode preview(@Body JsonNode data, @Variable("metadata") JsonNode metadata) throws ContextFailure {
        List<String> keys = new ArrayList<>();
        metadata.path("preview_keys").forEach(key -> keys.add(key.asText()));
        if (keys.isEmpty()) {
            return all(data);
        }
        ObjectNode result = object("data", data.isObject() ? Records.some(data, keys) : array(Records.of(data).preview(keys)));
        keys.forEach(result.putArray("keys")::add);
        return result.put("total_count", data.isObject() ? 1 : data.size());
    }

    /** Returns {@code {data, field, requested_keys, matched_count}}. */
    public JsonNode select(@Variable("owner") String owner, @Variable("tableId") long table, @Variable("jsonPath") String place,
            @Body JsonNode arguments, Exchange exchange) throws ContextFailure {
        String field = text(arguments, "field");
        Set<String> keys = new LinkedHashSet<>(texts(arguments, "keys"));
        List<JsonNode> matching = Records.of(read(owner, table, place, exchange)).select(field, keys);
        ObjectNode result = object("data", array(matching)).put("field", field);
        keys.forEach(result.putArray("requested_keys")::add);
        return result.put("matched_count", matching.size());
    }

    /** Creates, updates or deletes elements. Returns {@code {created_keys, total_created}}; an update and a delete name it alike. */
    public JsonNode change(@Variable("toolType") String type, @Variable("owner") String owner, @Variable("tableId") long table,
            @Variable("jsonPath") String place, Exchange exchange, JsonNode arguments) throws ContextFailure {
        ContextData.Change change = change(type, arguments, type.equals("update") ? "updates" : "elements");
        List<String> keys = contexts.change(exchange, owner, table, ContextFailure.place(place), ContextData.Expected.ANY,
                ContextData.Origin.ofTool(type, exchange), change).keys();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        keys.forEach(result.putArray(type + "d_keys")::add);
        return result.put("total_" + type + "d", keys.size());
    }

    /**
     * Returns what a request does to the elements of an object or array.
     *
     * @param type     create, update or delete
     * @param elements name of the list of elements in the arguments
     */
    static ContextData.Change change(String type, JsonNode arguments, String elements) throws ContextFailure {
        if (type.equals("delete")) {
            List<String> keys = texts(arguments, "keys");
            return mount -> mount.delete(keys);
        }
        List<Elements.Element> given = elements(arguments, elements);
        return mount -> type.equals("create") ? mount.create(given) : mount.update(given);
    }

    static String text(JsonNode arguments, String name) throws ContextFailure {
        JsonNode value = arguments.path(name);
        if (!value.isTextual()) {
            throw wrong(name, "text");
        }
        return value.textValue();
    }

    /** Returns texts; numbers become text. */
    static List<String> texts(JsonNode arguments, String name) throws ContextFailure {
        JsonNode list = arguments.path(name);
        List<String> texts = new ArrayList<>();
        for (JsonNode item : list) {
            if (!item.isValueNode() || item.isNull()) {
                throw wrong(name, "texts");
            }
            texts.add(item.asText());
        }
        if (!list.isArray() || list.isEmpty()) {
            throw wrong(name, "texts");
        }
        return texts;
    }

    static List<Elements.Element> elements(JsonNode arguments, String name) throws ContextFailure {
        JsonNode list = arguments.path(name);
        List<Elements.Element> elements = new ArrayList<>();
        for (JsonNode item : list) {
            boolean keyed = item.hasNonNull("key");
            JsonNode key = item.path("key");
            if (!item.has("content") || keyed && !key.isTextual() && !key.isIntegralNumber()) {
                throw wrong(name, "elements");
            }
            elements.add(new Elements.Element(keyed ? key.asText() : null, item.get("content")));
        }
        if (!list.isArray() || list.isEmpty()) {
            throw wrong(name, "elements");
        }
        return elements;
    }

    private static ContextFailure wrong(String name, String kind) {
        return ContextFailure.Kind.FIELD.of("context.argument", name, Text.of("context.argument." + kind));
    }

    private static ArrayNode array(List<JsonNode> items) {
        return JsonNodeFactory.instance.arrayNode(items.size()).addAll(items);
    }

    private static ObjectNode object(String member, JsonNode value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.set(member, value);
        return object;
    }

    /** A list of objects, for previews and selections. */
    public record Records(JsonNode list) {

        /** @throws ContextFailure MALFORMED if the value is not a list of objects */
        public static Records of(JsonNode mount) throws ContextFailure {
            if (!mount.isArray() || !mount.valueStream().allMatch(JsonNode::isObject)) {
                throw ContextFailure.Kind.MALFORMED.of("context.notRecords");
            }
            return new Records(mount);
        }

        /** Returns each object with only these fields, in their order. */
        public List<JsonNode> preview(Collection<String> keys) {
            return list.valueStream().map(item -> some(item, keys)).toList();
        }

        /** Returns an object with only these fields, in their order. */
        static JsonNode some(JsonNode item, Collection<String> keys) {
            ObjectNode some = JsonNodeFactory.instance.objectNode();
            keys.stream().filter(item::has).forEach(key -> some.set(key, item.get(key)));
            return some;
        }

        /** Returns the objects whose {@code field}, as text, is one of {@code values}. */
        public List<JsonNode> select(String field, Set<String> values) {
            return list.valueStream().filter(item -> {
                JsonNode value = item.get(field);
                return value != null && values.contains(value.isTextual() ? value.textValue() : value.toString());
            }).toList();
        }
    }

    /** Reduces a document to its structure: objects keep their keys, lists one item, and scalars become the name of their type. */
    public static final class Structure {

        private Structure() {
        }

        /** Turns {@code {"n":1,"l":["a","b"]}} into {@code {"n":"<int>","l":["<str>"]}}. */
        public static JsonNode of(JsonNode data) {
            if (data instanceof ObjectNode object) {
                ObjectNode structure = JsonNodeFactory.instance.objectNode();
                object.fields().forEachRemaining(field -> structure.set(field.getKey(), of(field.getValue())));
                return structure;
            }
            if (data instanceof ArrayNode array) {
                ArrayNode structure = JsonNodeFactory.instance.arrayNode();
                if (!array.isEmpty()) {
                    structure.add(of(array.get(0)));
                }
                return structure;
            }
            return JsonNodeFactory.instance.textNode("<" + typeName(data) + ">");
        }

        private static String typeName(JsonNode scalar) {
            return switch (scalar.getNodeType()) {
                case STRING -> "str";
                case BOOLEAN -> "bool";
                case NUMBER -> scalar.isIntegralNumber() ? "int" : "float";
                default -> "NoneType";
            };
        }
    }
}
