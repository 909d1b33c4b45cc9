package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reduces a document to its structure: objects keep their keys, lists one item, and scalars become the name of their type. */
public final class Structure {

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
