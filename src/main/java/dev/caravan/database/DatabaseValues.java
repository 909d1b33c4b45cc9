package dev.caravan.database;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Converts the values of rows into JSON. */
public final class DatabaseValues {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DatabaseValues() {
    }

    /** Returns an object whose members keep their order. */
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** Returns the same without the members that are null. */
    public static Map<String, Object> present(Object... namesAndValues) {
        Map<String, Object> object = object(namesAndValues);
        object.values().removeIf(Objects::isNull);
        return object;
    }

    /** Returns the text, cut to so many characters; null for null. */
    static String cut(String text, int longest) {
        return text == null || text.codePointCount(0, text.length()) <= longest ? text
                : text.substring(0, text.offsetByCodePoints(0, longest)) + "…";
    }

    /** Returns the rows of an argument that is one row or a list of rows. */
    public static List<?> list(Object data) {
        return data instanceof List<?> rows ? rows : List.of(data);
    }

    /** Returns the exact decimal of a number or of the text of a number. */
    public static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal decimal ? decimal
                : value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(value.toString());
    }

    /**
     * Converts a Java value into JSON.
     *
     * @param mapper converts values of less common classes
     */
    public static JsonNode node(Object value, ObjectMapper mapper) {
        if (value == null) {
            return NODES.nullNode();
        }
        if (value instanceof String text) {
            return NODES.textNode(text);
        }
        if (value instanceof Long number) {
            return NODES.numberNode(number.longValue());
        }
        if (value instanceof Integer number) {
            return NODES.numberNode(number.intValue());
        }
        if (value instanceof Double || value instanceof Float) {
            return floating((Number) value);
        }
        if (value instanceof Boolean truth) {
            return NODES.booleanNode(truth);
        }
        if (value instanceof BigDecimal number) {
            return DecimalNode.valueOf(number); // keeps trailing zeros
        }
        if (value instanceof Date time) {
            return NODES.textNode(time.toInstant().toString());
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((name, member) -> object.set((String) name, node(member, mapper)));
            return object;
        }
        if (value instanceof Collection<?> items) {
            ArrayNode list = NODES.arrayNode(items.size());
            items.forEach(item -> list.add(node(item, mapper)));
            return list;
        }
        return value instanceof JsonNode node ? node : mapper.valueToTree(value);
    }

    /**
     * Returns the shortest number that reads back as the same value. Java 17 itself has more digits for 1e23, and for 0.1 of single
     * precision.
     */
    public static JsonNode floating(Number value) {
        double number = value.doubleValue();
        if (number == 0 || !Double.isFinite(number)) {
            return NODES.numberNode(number);
        }
        String text = value instanceof Float single ? NumberOutput.toString(single, true) : NumberOutput.toString(number, true);
        return DecimalNode.valueOf(new BigDecimal(text));
    }
}
