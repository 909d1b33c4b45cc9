package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The kind of value that a JSON Schema keyword has, and checks of such values. */
public enum SchemaKeyword {
    SCHEMA, ITEMS, LIST, MAP, DEPENDENCIES, TYPE, TEXT, NUMBER, FACTOR, COUNT, BOUND, FLAG, NAMES, NAMES_BY_NAME, ENUM, EXAMPLES, DATA,
    ROOT, GONE;

    private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean", "object", "array", "null");
    private static final Map<String, SchemaKeyword> BY_NAME = new HashMap<>();

    static {
        are(SCHEMA, "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames",
                "not", "if", "then", "else", "contentSchema");
        are(ITEMS, "items");
        are(LIST, "oneOf", "anyOf", "allOf", "prefixItems");
        are(MAP, "properties", "patternProperties", "dependentSchemas");
        are(DEPENDENCIES, "dependencies");
        are(TYPE, "type");
        are(TEXT, "title", "description", "$comment", "format", "pattern", "contentEncoding", "contentMediaType");
        are(NUMBER, "minimum", "maximum");
        are(FACTOR, "multipleOf");
        are(BOUND, "exclusiveMinimum", "exclusiveMaximum");
        are(COUNT, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains");
        are(FLAG, "uniqueItems", "deprecated", "readOnly", "writeOnly");
        are(NAMES, "required");
        are(NAMES_BY_NAME, "dependentRequired");
        are(ENUM, "enum");
        are(EXAMPLES, "examples");
        are(ROOT, "$id", "$schema");
        are(GONE, "$ref", "$defs", "definitions", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor",
                "$vocabulary");
    }

    private static void are(SchemaKeyword kind, String... names) {
        for (String name : names) {
            BY_NAME.put(name, kind);
        }
    }

    /** Returns {@link #DATA} for unknown keywords. */
    static SchemaKeyword of(String name) {
        return BY_NAME.getOrDefault(name, DATA);
    }

    static boolean isArray(ObjectNode schema) {
        JsonNode type = schema.path("type");
        if (type.isTextual()) {
            return type.textValue().equals("array");
        }
        for (JsonNode one : type) {
            if (one.asText().equals("array")) {
                return true;
            }
        }
        return false;
    }

    /** @return null if it can't be a value of {@code type} */
    static JsonNode type(JsonNode type) {
        if (type.isTextual()) {
            return TYPES.contains(type.textValue()) ? type : null;
        }
        Set<String> seen = new HashSet<>();
        ArrayNode types = JsonNodeFactory.instance.arrayNode();
        for (JsonNode one : type) {
            if (!one.isTextual() || !TYPES.contains(one.textValue())) {
                return null;
            }
            if (seen.add(one.textValue())) {
                types.add(one);
            }
        }
        return type.isArray() && !types.isEmpty() ? types : null;
    }

    static boolean isNumber(JsonNode value) {
        return value.isNumber() && (!value.isFloatingPointNumber() || value.isBigDecimal() || Double.isFinite(value.doubleValue()));
    }

    /** @return null if it can't be a count */
    static JsonNode count(JsonNode value) {
        if (value.isFloatingPointNumber() && value.canConvertToLong() && value.doubleValue() == value.longValue()) {
            long whole = value.longValue();
            return whole < 0 ? null
                    : whole == (int) whole ? JsonNodeFactory.instance.numberNode((int) whole) : JsonNodeFactory.instance.numberNode(whole);
        }
        return value.isIntegralNumber() && value.bigIntegerValue().signum() >= 0 ? value : null;
    }

    /**
     * Writes boolean schemas as objects: {@code true} as {@code {}} and {@code false} as {@code {"not": {}}}. Clients of the TypeScript SDK
     * 1.x refuse the whole list for one boolean. The keywords {@code additional*} and {@code unevaluated*} keep theirs, which all clients
     * know.
     *
     * @return the schema, changed in place
     */
    public static ObjectNode withoutBooleans(ObjectNode schema) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode value = keyword.getValue();
            switch (of(keyword.getKey())) {
                case SCHEMA -> keyword.setValue(keyword.getKey().matches("(additional|unevaluated).*") && value.isBoolean()
                        ? value : one(value));
                case ITEMS -> keyword.setValue(value.isArray() ? all(value) : one(value));
                case LIST, MAP, DEPENDENCIES -> all(value);
                default -> {
                    if (keyword.getKey().equals("$defs") || keyword.getKey().equals("definitions")) {
                        all(value);
                    }
                }
            }
        }
        return schema;
    }

    private static JsonNode all(JsonNode schemas) {
        if (schemas instanceof ObjectNode map) {
            map.properties().forEach(member -> member.setValue(one(member.getValue())));
        } else if (schemas instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, one(list.get(i)));
            }
        }
        return schemas;
    }

    private static JsonNode one(JsonNode schema) {
        if (schema instanceof BooleanNode flag) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            return flag.booleanValue() ? object : object.set("not", JsonNodeFactory.instance.objectNode());
        }
        return schema instanceof ObjectNode object ? withoutBooleans(object) : schema;
    }
}
