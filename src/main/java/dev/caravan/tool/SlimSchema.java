package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shortens the schemas of the gateway's own tools. Everything that the full schema accepts, the short one accepts too, so a client may
 * validate by it. The gateway itself validates by the full schema.
 */
final class SlimSchema {

    private static final String TYPE = "type";
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";
    private static final String ITEMS = "items";
    private static final String DESCRIPTION = "description";
    private static final String NOT_BLANK = "[^\\s\\p{Z}]";
    private static final List<String> NOT_EMPTY = List.of("minLength", "minItems", "minProperties");
    private static final String EXAMPLES = "examples";
    private static final List<String> REFERENCES = List.of("$ref", "$defs", "definitions", "$dynamicRef", "$anchor", "$id");
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
    /** Rules between arguments, which the description of a tool says in words, and the message of a refused call too. */
    private static final List<String> RULES = List.of("propertyNames", "not", "dependentRequired", "dependentSchemas");
    /** The short schema omits limits above these, because a model seldom reaches them. */
    private static final int LONG_TEXT = 50;
    private static final int LONG_LIST = 20;
    private static final int LARGE_NUMBER = 100_000;
    /** The number of members above which they are named once in a list. */
    private static final int MANY_MEMBERS = 5;
    /** Members of the envelopes, which are the same in every tool of a family. */
    private static final Set<String> ENVELOPE = Set.of("ok", "success", "error", "meta");

    private SlimSchema() {
    }

    /**
     * Returns the schema of arguments without what every tool of the gateway has: unknown arguments are refused, values are not empty or negative,
     * and null for an optional argument is the same as leaving it out. An object that may hold the other arguments doesn't describe them again. A
     * schema with references or definitions stays as it is.
     */
    static ObjectNode arguments(ObjectNode full) {
        if (REFERENCES.stream().anyMatch(keyword -> full.findValue(keyword) != null)) {
            return full;
        }
        ObjectNode slim = full.deepCopy();
        if (slim.path("$schema").asText().contains("2020-12")) {
            slim.remove("$schema");
        }
        shorten(slim, true);
        Set<String> names = names(slim);
        for (JsonNode argument : slim.path(PROPERTIES)) {
            Set<String> inner = names(argument);
            int all = inner.size();
            inner.removeAll(names);
            if (all > 0 && inner.size() <= all / 2) {
                ((ObjectNode) argument).remove(List.of(PROPERTIES, REQUIRED));
            }
        }
        return slim;
    }

    private static Set<String> names(JsonNode schema) {
        Set<String> names = new HashSet<>();
        schema.path(PROPERTIES).fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void shorten(JsonNode node, boolean required) {
        if (!(node instanceof ObjectNode schema)) {
            return;
        }
        if (!required && schema.get(TYPE) instanceof ArrayNode types) {
            withoutNull(schema, types);
        }
        for (String least : NOT_EMPTY) {
            if (schema.path(least).isInt() && schema.get(least).intValue() <= 1) {
                schema.remove(least);
            }
        }
        if (saysExamples(schema)) {
            schema.remove(EXAMPLES);
        }
        if (NOT_BLANK.equals(schema.path("pattern").textValue())) {
            schema.remove("pattern");
        }
        if (schema.path("additionalProperties").isBoolean() || schema.has(DESCRIPTION)) {
            schema.remove("additionalProperties");
        }
        schema.remove(RULES);
        removeDefaults(schema);
        if (saysOnlyValues(schema)) {
            schema.remove(DESCRIPTION);
        }
        removeAbove(schema, "maxLength", LONG_TEXT);
        removeAbove(schema, "maxItems", LONG_LIST);
        removeAbove(schema, "maxProperties", LONG_LIST);
        removeAbove(schema, "maximum", LARGE_NUMBER);
        Set<String> mandatory = new HashSet<>();
        schema.path(REQUIRED).forEach(name -> mandatory.add(name.textValue()));
        for (Map.Entry<String, JsonNode> property : schema.path(PROPERTIES).properties()) {
            shorten(property.getValue(), mandatory.contains(property.getKey()));
        }
        shorten(schema.path(ITEMS), true);
        shorten(schema.path("additionalProperties"), true);
        ALTERNATIVES.forEach(name -> schema.path(name).forEach(alternative -> shorten(alternative, true)));
        mergeTypes(schema);
    }

    /** Removes defaults and minimums that say: none. */
    private static void removeDefaults(ObjectNode schema) {
        JsonNode value = schema.path("default");
        if (value.isBoolean() && !value.booleanValue() || value.isNumber() && value.doubleValue() == 0) {
            schema.remove("default");
        }
        JsonNode least = schema.path("minimum");
        if (least.isInt() && (least.intValue() == 0 || least.intValue() == 1)) {
            schema.remove("minimum");
        }
    }

    /** Returns whether the description has the words of the enum only. */
    private static boolean saysOnlyValues(ObjectNode schema) {
        Set<String> words = new HashSet<>(List.of(schema.path(DESCRIPTION).asText().split("[ ,]+")));
        words.remove("or");
        schema.path("enum").forEach(value -> words.remove(value.asText()));
        return schema.has("enum") && words.isEmpty();
    }

    /** Turns alternatives that differ in their type into one list of types. */
    private static void mergeTypes(ObjectNode schema) {
        Set<String> types = new LinkedHashSet<>();
        for (JsonNode alternative : schema.path("anyOf")) {
            if (!alternative.path(TYPE).isTextual() || alternative.has("enum") || alternative.has(PROPERTIES) || alternative.has(DESCRIPTION)) {
                return;
            }
            types.add(alternative.get(TYPE).textValue());
        }
        if (!types.isEmpty() && !schema.has(TYPE)) {
            schema.remove("anyOf");
            types.forEach(schema.putArray(TYPE)::add);
        }
    }

    /** Returns whether the description has all examples. */
    private static boolean saysExamples(ObjectNode schema) {
        String description = schema.path(DESCRIPTION).asText();
        for (JsonNode example : schema.path(EXAMPLES)) {
            if (!description.contains(example.asText())) {
                return false;
            }
        }
        return schema.has(EXAMPLES);
    }

    private static void removeAbove(ObjectNode schema, String limit, int most) {
        if (schema.path(limit).asLong() >= most) {
            schema.remove(limit);
        }
    }

    private static void withoutNull(ObjectNode schema, ArrayNode types) {
        for (Iterator<JsonNode> each = types.elements(); each.hasNext(); ) {
            if ("null".equals(each.next().textValue())) {
                each.remove();
            }
        }
        if (types.size() == 1) {
            schema.set(TYPE, types.get(0));
        }
    }

    /** Returns the schema with names and types of the arguments only. */
    static ObjectNode undescribed(ObjectNode schema) {
        ObjectNode plain = bare(schema);
        for (Map.Entry<String, JsonNode> argument : schema.path(PROPERTIES).properties()) {
            plain.withObjectProperty(PROPERTIES).set(argument.getKey(), bare(argument.getValue()));
        }
        return plain;
    }

    private static ObjectNode bare(JsonNode schema) {
        ObjectNode bare = JsonNodeFactory.instance.objectNode();
        for (String member : List.of(TYPE, "enum", REQUIRED, ArgumentHeaders.ANNOTATION)) {
            if (schema.has(member)) {
                bare.set(member, schema.get(member));
            }
        }
        if (schema.has(ITEMS)) {
            bare.putObject(ITEMS); // some models refuse an array without items
        }
        return bare;
    }

    /**
     * Returns the schema of a result with the names of its members, down to those of the data.
     *
     * @param said members that other tools have; they and their members are not named again
     */
    static ObjectNode result(ObjectNode full, Set<JsonNode> said) {
        ObjectNode slim = JsonNodeFactory.instance.objectNode().put(TYPE, "object");
        for (Map.Entry<String, JsonNode> member : full.path(PROPERTIES).properties()) {
            if (!ENVELOPE.contains(member.getKey())) {
                ObjectNode inner = slim.withObjectProperty(PROPERTIES).putObject(member.getKey());
                JsonNode data = member.getValue().at("/anyOf/0");
                JsonNode members = (data.isMissingNode() ? member.getValue() : data).path(PROPERTIES);
                if (members.size() < MANY_MEMBERS || said.add(members)) {
                    members.fieldNames().forEachRemaining(name -> inner.withObjectProperty(PROPERTIES).putObject(name));
                }
            }
        }
        return slim;
    }

    /** Returns whether the schema describes an argument. */
    static boolean describes(ObjectNode schema) {
        return !schema.findValues(DESCRIPTION).isEmpty();
    }
}
