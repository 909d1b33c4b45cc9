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
 * <p>One instance a conversion: it has a budget, so that schemas which are made to explode don't.
 */
final class SchemaResolver {

    static final int MAX_DEPTH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(SchemaResolver.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** Nodes after which no reference is followed any more, and after which it is given up. */
    private static final int ENOUGH_NODES = 20_000;
    private static final int MOST_NODES = 200_000;
    private static final int MOST_NESTING = 500;

    private static final String REF = "$ref";
    private static final Set<String> SCHEMAS = Set.of("items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties",
            "contains", "propertyNames", "not", "if", "then", "else", "contentSchema");
    private static final Set<String> LISTS = Set.of("oneOf", "anyOf", "allOf", "prefixItems", "items");
    private static final Set<String> MAPS = Set.of("properties", "patternProperties", "dependentSchemas");
    private static final Set<String> GONE = Set.of("$defs", "definitions", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor");

    /** Where nothing can stand for what a reference points to: the property around it is left out. */
    private static final class Unresolved extends Exception {

        Unresolved(String reference) {
            super(reference, null, false, false);
        }
    }

    private final SchemaLookup lookup;
    private final Set<String> way = new HashSet<>();
    private int nodes;
    private int nesting;

    SchemaResolver(SchemaLookup lookup) {
        this.lookup = lookup;
    }

    /** @throws SchemaException if it refers to nothing outside of any property, or is too large or too deep */
    JsonNode resolve(JsonNode schema) throws SchemaException {
        try {
            return schema(schema, true);
        } catch (Unresolved e) {
            throw new SchemaException("It refers to " + e.getMessage() + ", which is not there");
        }
    }

    private JsonNode schema(JsonNode schema, boolean root) throws Unresolved, SchemaException {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? JSON.objectNode() : JSON.objectNode().set("not", JSON.objectNode());
        }
        if (!(schema instanceof ObjectNode object)) {
            return JSON.objectNode().put("type", "string");
        }
        if (++nesting > MOST_NESTING) {
            throw new SchemaException("It is nested more than " + MOST_NESTING + " deep");
        }
        try {
            ObjectNode own = keywords(object, root);
            JsonNode reference = object.get(REF);
            return reference == null ? own : beside(own, followed(reference));
        } finally {
            nesting--;
        }
    }

    private static JsonNode beside(ObjectNode own, JsonNode target) {
        ObjectNode merged = (ObjectNode) target;
        merged.setAll(own);
        return merged;
    }

    private JsonNode followed(JsonNode reference) throws Unresolved, SchemaException {
        String name = reference.asText();
        JsonNode target = lookup.find(name).orElse(null);
        if (way.contains(name) || way.size() >= MAX_DEPTH || nodes > ENOUGH_NODES) {
            return pruned(target == null ? JSON.objectNode() : target);
        }
        if (target == null) {
            throw new Unresolved(name);
        }
        way.add(name);
        try {
            return schema(target, false);
        } finally {
            way.remove(name);
        }
    }

    private ObjectNode pruned(JsonNode schema) throws SchemaException {
        count(2);
        ObjectNode pruned = JSON.objectNode();
        pruned.set("type", schema.hasNonNull("type") ? schema.get("type").deepCopy() : JSON.textNode("object"));
        if (schema.path("description").isTextual()) {
            pruned.set("description", schema.get("description"));
        }
        if ("array".equals(schema.path("type").textValue()) && schema.path("items").isObject()) {
            JsonNode items = schema.get("items");
            JsonNode target = items.has(REF) ? lookup.find(items.get(REF).asText()).orElse(JSON.objectNode()) : items;
            boolean nested = "array".equals(target.path("type").textValue());
            pruned.set("items", nested ? JSON.objectNode().put("type", "array") : pruned(target));
        }
        return pruned;
    }

    private ObjectNode keywords(ObjectNode schema, boolean root) throws Unresolved, SchemaException {
        ObjectNode resolved = JSON.objectNode();
        Set<String> left = new HashSet<>();
        for (var keyword : schema.properties()) {
            String name = keyword.getKey();
            JsonNode value = keyword.getValue();
            count(1);
            if (name.equals(REF) || GONE.contains(name) || name.equals("$id") && !root) {
                continue;
            }
            if (MAPS.contains(name) && value.isObject()) {
                resolved.set(name, map(name, (ObjectNode) value, left));
            } else if (LISTS.contains(name) && value.isArray()) {
                resolved.set(name, list((ArrayNode) value));
            } else if (SCHEMAS.contains(name) && (value.isObject() || value.isBoolean())) {
                resolved.set(name, value.isBoolean() ? value : schema(value, false));
            } else {
                resolved.set(name, copy(value));
            }
        }
        if (!left.isEmpty() && resolved.get("required") instanceof ArrayNode required) {
            ArrayNode still = JSON.arrayNode();
            required.forEach(name -> {
                if (!left.contains(name.asText())) {
                    still.add(name);
                }
            });
            resolved.set("required", still);
        }
        return resolved;
    }

    private ObjectNode map(String keyword, ObjectNode schemas, Set<String> left) throws SchemaException {
        ObjectNode resolved = JSON.objectNode();
        for (var member : schemas.properties()) {
            count(1);
            try {
                resolved.set(member.getKey(), schema(member.getValue(), false));
            } catch (Unresolved e) {
                LOG.warn("{} {} is left out: it refers to {}, which is not there", keyword, member.getKey(), e.getMessage());
                left.add(member.getKey());
            }
        }
        return resolved;
    }

    private ArrayNode list(ArrayNode schemas) throws Unresolved, SchemaException {
        ArrayNode resolved = JSON.arrayNode(schemas.size());
        for (JsonNode schema : schemas) {
            count(1);
            resolved.add(schema(schema, false));
        }
        return resolved;
    }

    /** Of what is data, not schema, such as a default. */
    private JsonNode copy(JsonNode value) throws SchemaException {
        if (value.isContainerNode()) {
            count(size(value, 0));
        }
        return value.deepCopy();
    }

    private int size(JsonNode value, int depth) throws SchemaException {
        if (depth > MOST_NESTING) {
            throw new SchemaException("It is nested more than " + MOST_NESTING + " deep");
        }
        int size = 1;
        for (JsonNode child : value) {
            size += size(child, depth + 1);
        }
        return size;
    }

    private void count(int more) throws SchemaException {
        nodes += more;
        if (nodes > MOST_NODES) {
            throw new SchemaException("It has more than " + MOST_NODES + " parts");
        }
    }
}
