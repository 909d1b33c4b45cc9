package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts into a JSON Schema what its references point to, so that none is left (contracts, section 6). Each reference followed
 * is one step deeper; one that is already on the way, or more than three steps deep, keeps only its type and description. What
 * stands beside a reference wins over what it points to. A property that can't be resolved is left out. The input isn't changed.
 *
 * <p>The result is a valid schema of its dialect (2020-12 unless the root's {@code $schema} names another): a keyword whose value
 * can't be, such as {@code required: true}, is left out; OpenAPI 3.0's {@code exclusiveMinimum: true} and lists as {@code items}
 * are written as 2020-12 has them; an array whose items nothing is said of has {@code items: {}}, since OpenAI refuses it otherwise.
 *
 * <p>One instance a conversion: it has a budget, so that schemas which are made to explode don't.
 */
final class SchemaResolver {

    static final int MAX_DEPTH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(SchemaResolver.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** Parts and characters after which no reference is followed any more, and after which it is given up. */
    private static final int ENOUGH_PARTS = 20_000;
    private static final int MOST_PARTS = 200_000;
    private static final int ENOUGH_TEXT = 1_000_000;
    private static final int MOST_TEXT = 10_000_000;
    /** Of schemas in schemas; Jackson writes no more than 1,000 levels of JSON, and each of these is two. */
    private static final int MOST_NESTING = 200;
    private static final int MOST_WARNINGS = 20;

    private static final String REF = "$ref";

    /** Where nothing can stand for what a reference points to: the property around it is left out. */
    private static final class Unresolved extends Exception {

        Unresolved(String reference) {
            super(reference, null, false, false);
        }
    }

    private final SchemaLookup lookup;
    private final Set<String> way = new HashSet<>();
    private String dialect = "";
    private int parts;
    private int text;
    private int nesting;
    private int warnings;

    SchemaResolver(SchemaLookup lookup) {
        this.lookup = lookup;
    }

    /** @throws SchemaException if it refers to nothing outside of any property, or is too large or too deep */
    JsonNode resolve(JsonNode schema) throws SchemaException {
        dialect = schema.path("$schema").asText();
        return resolve(schema, true);
    }

    /** Of one that the result is to be a part of a larger schema, in the dialect 2020-12: so it doesn't say its own. */
    JsonNode resolvePart(JsonNode schema) throws SchemaException {
        return resolve(schema, false);
    }

    private JsonNode resolve(JsonNode schema, boolean root) throws SchemaException {
        try {
            return schema(schema, root);
        } catch (Unresolved e) {
            throw new SchemaException("It refers to " + e.getMessage() + ", which is not there");
        }
    }

    private ObjectNode schema(JsonNode schema, boolean root) throws Unresolved, SchemaException {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? JSON.objectNode() : JSON.objectNode().set("not", JSON.objectNode());
        }
        if (!(schema instanceof ObjectNode object)) {
            return JSON.objectNode().put("type", "string");
        }
        if (++nesting > MOST_NESTING) {
            throw tooDeep();
        }
        try {
            ObjectNode own = keywords(object, root);
            JsonNode reference = object.get(REF);
            return finished(reference == null ? own : followed(reference.asText()).setAll(own));
        } finally {
            nesting--;
        }
    }

    private ObjectNode followed(String reference) throws Unresolved, SchemaException {
        JsonNode target = lookup.find(reference).orElse(null);
        boolean far = way.contains(reference) || way.size() >= MAX_DEPTH;
        if (target == null && !far) {
            throw new Unresolved(shown(reference));
        }
        if (far || parts > ENOUGH_PARTS || text > ENOUGH_TEXT) {
            return pruned(target == null ? JSON.objectNode() : target, true);
        }
        way.add(reference);
        try {
            return schema(target, false);
        } finally {
            way.remove(reference);
        }
    }

    /** @param whole whether its items are told of, if it is an array */
    private ObjectNode pruned(JsonNode schema, boolean whole) throws SchemaException {
        ObjectNode pruned = JSON.objectNode();
        JsonNode type = SchemaKeyword.type(schema.path("type"));
        pruned.set("type", type == null ? JSON.textNode("object") : type);
        if (schema.path("description").isTextual()) {
            pruned.set("description", schema.get("description"));
            count(1, schema.get("description").textValue().length());
        }
        count(2, 0);
        if (whole && SchemaKeyword.isArray(pruned) && schema.path("items").isObject()) {
            JsonNode items = schema.get("items");
            pruned.set("items", pruned(items.has(REF) ? lookup.find(items.get(REF).asText()).orElse(JSON.objectNode()) : items, false));
        }
        return finished(pruned);
    }

    private ObjectNode keywords(ObjectNode schema, boolean root) throws Unresolved, SchemaException {
        ObjectNode resolved = JSON.objectNode();
        for (var keyword : schema.properties()) {
            String name = keyword.getKey();
            SchemaKeyword kind = SchemaKeyword.of(name);
            count(1, name.length());
            if (kind == SchemaKeyword.GONE || kind == SchemaKeyword.ROOT && !root) {
                continue;
            }
            JsonNode value = value(kind, name, keyword.getValue());
            if (value == null) {
                LOG.debug("The keyword {} is left out: its value can't be", name);
            } else {
                resolved.set(name, value);
            }
        }
        requireWhatIsLeft(schema, resolved);
        return resolved;
    }

    private void requireWhatIsLeft(ObjectNode schema, ObjectNode resolved) throws SchemaException {
        if (resolved.get("required") instanceof ArrayNode required && resolved.path("properties").size() < schema.path("properties").size()) {
            Set<String> leftOut = new HashSet<>();
            schema.get("properties").fieldNames().forEachRemaining(leftOut::add);
            resolved.path("properties").fieldNames().forEachRemaining(leftOut::remove);
            JsonNode still = names(required, leftOut);
            if (still == null) {
                resolved.remove("required");
            } else {
                resolved.set("required", still);
            }
        }
    }

    /** @return null if the keyword can't have this value */
    private JsonNode value(SchemaKeyword kind, String keyword, JsonNode value) throws Unresolved, SchemaException {
        return switch (kind) {
            case SCHEMA -> nested(keyword, value);
            case ITEMS -> value instanceof ArrayNode list ? list(list) : nested(keyword, value);
            case LIST -> value instanceof ArrayNode list ? list(list) : null;
            case MAP, DEPENDENCIES -> value instanceof ObjectNode map ? map(keyword, map, kind == SchemaKeyword.DEPENDENCIES) : null;
            case TYPE -> SchemaKeyword.type(value);
            case TEXT, ROOT -> value.isTextual() ? data(value) : null;
            case NUMBER -> SchemaKeyword.isNumber(value) ? value : null;
            case FACTOR -> SchemaKeyword.isNumber(value) && value.decimalValue().signum() > 0 ? value : null;
            case BOUND -> SchemaKeyword.isNumber(value) && !isDraft4() || value.isBoolean() ? value : null;
            case COUNT -> SchemaKeyword.count(value);
            case FLAG -> value.isBoolean() ? value : null;
            case NAMES -> value instanceof ArrayNode names ? names(names, Set.of()) : null;
            case NAMES_BY_NAME -> value instanceof ObjectNode map ? namesByName(map) : null;
            case ENUM -> value instanceof ArrayNode values && !values.isEmpty() ? options(values) : null;
            case EXAMPLES -> value.isArray() ? data(value) : null;
            default -> data(value);
        };
    }

    private JsonNode nested(String keyword, JsonNode value) throws Unresolved, SchemaException {
        if (value.isBoolean()) {
            return isDraft4() && !keyword.startsWith("additional") ? schema(value, false) : value;
        }
        return value.isObject() ? schema(value, false) : null;
    }

    private ArrayNode list(ArrayNode schemas) throws Unresolved, SchemaException {
        ArrayNode resolved = JSON.arrayNode();
        for (JsonNode schema : schemas) {
            count(1, 0);
            resolved.add(schema(schema, false));
        }
        return resolved.isEmpty() ? null : resolved;
    }

    private ObjectNode map(String keyword, ObjectNode schemas, boolean orNames) throws SchemaException {
        ObjectNode resolved = JSON.objectNode();
        for (var member : schemas.properties()) {
            count(1, member.getKey().length());
            try {
                if (!orNames || !(member.getValue() instanceof ArrayNode list)) {
                    resolved.set(member.getKey(), schema(member.getValue(), false));
                } else if (names(list, Set.of()) instanceof ArrayNode names) {
                    resolved.set(member.getKey(), names);
                }
            } catch (Unresolved e) {
                if (++warnings <= MOST_WARNINGS) {
                    LOG.warn("{} {} is left out: it refers to {}, which is not there", keyword, shown(member.getKey()), e.getMessage());
                }
            }
        }
        return resolved;
    }

    /** What holds between keywords, of a reference's target and of what stands beside it. */
    private ObjectNode finished(ObjectNode schema) {
        if (schema.get("items") instanceof ArrayNode list && !dialect.contains("draft-0") && !dialect.contains("2019-09")) {
            schema.remove("items");
            JsonNode further = schema.remove("additionalItems");
            if (!schema.has("prefixItems")) {
                schema.set("prefixItems", list);
                if (further != null) {
                    schema.set("items", further);
                }
            }
        }
        bound(schema, "minimum", "exclusiveMinimum");
        bound(schema, "maximum", "exclusiveMaximum");
        if (SchemaKeyword.isArray(schema) && !schema.has("items") && !schema.has("prefixItems") && !schema.has("unevaluatedItems")) {
            schema.set("items", JSON.objectNode());
        }
        return schema;
    }

    private void bound(ObjectNode schema, String inclusive, String exclusive) {
        JsonNode bound = schema.get(exclusive);
        if (bound == null || !bound.isBoolean() || isDraft4() && schema.has(inclusive)) {
            return;
        }
        schema.remove(exclusive);
        if (bound.booleanValue() && schema.has(inclusive)) {
            schema.set(exclusive, schema.remove(inclusive));
        }
    }

    private JsonNode names(ArrayNode names, Set<String> without) throws SchemaException {
        Set<String> seen = new HashSet<>(without);
        ArrayNode distinct = JSON.arrayNode();
        for (JsonNode name : names) {
            if (!name.isTextual()) {
                return null;
            }
            count(1, name.textValue().length());
            if (seen.add(name.textValue())) {
                distinct.add(name);
            }
        }
        return distinct.isEmpty() && isDraft4() ? null : distinct;
    }

    private ObjectNode namesByName(ObjectNode map) throws SchemaException {
        ObjectNode kept = JSON.objectNode();
        for (var member : map.properties()) {
            count(1, member.getKey().length());
            if (member.getValue() instanceof ArrayNode list && names(list, Set.of()) instanceof ArrayNode names) {
                kept.set(member.getKey(), names);
            }
        }
        return kept;
    }

    /** The drafts 4 and 6 take no value twice. */
    private JsonNode options(ArrayNode values) throws SchemaException {
        ArrayNode copy = data(values);
        Set<String> seen = new HashSet<>();
        if (isDraft4() || dialect.contains("draft-06")) {
            for (var each = copy.iterator(); each.hasNext();) {
                if (!seen.add(each.next().toString())) {
                    each.remove();
                }
            }
        }
        return copy;
    }

    /** Of what is data, not schema, such as a default. */
    private <T extends JsonNode> T data(T value) throws SchemaException {
        measure(value, 0);
        return value.deepCopy();
    }

    private void measure(JsonNode value, int depth) throws SchemaException {
        if (depth > MOST_NESTING) {
            throw tooDeep();
        }
        count(depth == 0 ? 0 : 1, value.isTextual() ? value.textValue().length() : 0);
        if (value.isObject()) {
            for (var member : value.properties()) {
                count(0, member.getKey().length());
                measure(member.getValue(), depth + 1);
            }
        } else {
            for (JsonNode element : value) {
                measure(element, depth + 1);
            }
        }
    }

    private void count(int moreParts, int moreText) throws SchemaException {
        parts += moreParts;
        text += moreText;
        if (parts > MOST_PARTS) {
            throw new SchemaException.BeyondBounds("It has more than " + MOST_PARTS + " parts");
        }
        if (text > MOST_TEXT || text < 0) {
            throw new SchemaException.BeyondBounds("It has more than " + MOST_TEXT + " characters");
        }
    }

    private static SchemaException tooDeep() {
        return new SchemaException.BeyondBounds("It is nested more than " + MOST_NESTING + " deep");
    }

    private boolean isDraft4() {
        return dialect.contains("draft-04");
    }

    static String shown(String name) {
        String line = name.codePoints().limit(100).map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return line.length() < name.length() ? line + "…" : line;
    }
}
