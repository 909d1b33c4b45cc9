package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Converts JSON to plain Java values and back without loss: 64-bit integers, decimals, order of members. Times become RFC 3339 in UTC. */
@Component
public record JsonValues(ObjectMapper mapper) {

    /** Returns an object as a map that keeps the order. */
    public static Map<String, Object> map(ObjectNode object) {
        Map<String, Object> map = new LinkedHashMap<>();
        object.properties().forEach(member -> map.put(member.getKey(), value(member.getValue())));
        return map;
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> map((ObjectNode) node);
            case ARRAY -> {
                List<Object> list = new ArrayList<>(node.size());
                node.forEach(item -> list.add(value(item)));
                yield list;
            }
            case STRING -> node.textValue();
            case NUMBER -> node.numberValue();
            case BOOLEAN -> node.booleanValue();
            default -> null;
        };
    }

    /** Returns the body of a route as JSON. */
    public JsonNode json(Object value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (value == null) {
            return json.nullNode();
        }
        if (value instanceof JsonNode node) {
            return node;
        }
        if (value instanceof String text) {
            return json.textNode(text);
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = json.objectNode();
            map.forEach((name, member) -> object.set(String.valueOf(name), json(member)));
            return object;
        }
        if (value instanceof Collection<?> items) {
            ArrayNode array = json.arrayNode(items.size());
            items.forEach(item -> array.add(json(item)));
            return array;
        }
        if (value instanceof BigDecimal decimal) {
            return DecimalNode.valueOf(decimal); // the mapper would turn 100.00 into 1E+2
        }
        if (value instanceof Date date) {
            return json.textNode(date.toInstant().toString());
        }
        if (value instanceof Instant instant) {
            return json.textNode(instant.toString());
        }
        return mapper.valueToTree(value);
    }
}
