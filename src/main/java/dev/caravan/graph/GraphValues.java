package dev.caravan.graph;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts values between JSON and Neo4j, which has 64-bit integers and floats. Refuses values that would lose digits. */
final class GraphValues {

    private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private GraphValues() {
    }

    static Map<String, Object> parameters(Map<?, ?> arguments) throws InvalidArgumentException {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (Map.Entry<?, ?> argument : arguments.entrySet()) {
            String name = String.valueOf(argument.getKey());
            parameters.put(name, parameter(name, argument.getValue()));
        }
        return parameters;
    }

    private static Object parameter(String name, Object value) throws InvalidArgumentException {
        if (value instanceof Map<?, ?> map) {
            return parameters(map);
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(parameter(name, item));
            }
            return list.stream().anyMatch(BigDecimal.class::isInstance) ? asFloats(name, items) : items;
        }
        if (value instanceof BigInteger integer) {
            if (integer.compareTo(SMALLEST) < 0 || integer.compareTo(LARGEST) > 0) {
                throw inexact(name, value);
            }
            return integer.longValue();
        }
        if (value instanceof BigDecimal decimal) {
            double number = decimal.doubleValue();
            if (!Double.isFinite(number) || new BigDecimal(Double.toString(number)).compareTo(decimal) != 0) {
                throw inexact(name, value);
            }
            return number;
        }
        return value;
    }

    /** Converts a list to floats if it contains one, since a list in Neo4j has one type. */
    private static List<Object> asFloats(String name, List<Object> items) throws InvalidArgumentException {
        List<Object> floats = new ArrayList<>(items.size());
        for (Object item : items) {
            if (item instanceof Long || item instanceof Integer) {
                long integer = ((Number) item).longValue();
                if ((long) (double) integer != integer) {
                    throw inexact(name, item);
                }
                floats.add((double) integer);
            } else {
                floats.add(item);
            }
        }
        return floats;
    }

    private static InvalidArgumentException inexact(String name, Object value) {
        String shown = String.valueOf(value);
        return new InvalidArgumentException(Text.of("graph.inexact", name, shown.length() <= 40 ? shown : shown.substring(0, 40) + "…"));
    }

    /** Converts values of other software to text: times, durations and points; bytes as base64. */
    static Object json(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            return value;
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number : String.valueOf(number);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(GraphValues::json).toList();
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        return String.valueOf(value);
    }
}
