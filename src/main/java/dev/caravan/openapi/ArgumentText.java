package dev.caravan.openapi;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes argument values in OpenAPI's styles. */
final class ArgumentText {

    private ArgumentText() {
    }

    /** A name and a value of a query, a cookie or a form, not encoded. */
    record Pair(String name, String value) {
    }

    /** Writes a scalar. */
    static String scalar(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }

    /**
     * Writes a parameter of a path or a header: simple, label or matrix.
     *
     * @param encode encodes each name and scalar
     */
    static String simple(PlannedArgument argument, Object value, UnaryOperator<String> encode) {
        boolean matrix = argument.style().equals("matrix");
        boolean label = argument.style().equals("label");
        String name = encode.apply(argument.name());
        String separator = !argument.explode() ? "," : matrix ? ";" : label ? "." : ",";
        List<String> parts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> parts.add((matrix && argument.explode() ? name + "=" : "") + encode.apply(scalar(item))));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> parts.add(encode.apply(String.valueOf(key)) + (argument.explode() ? "=" : ",") + encode.apply(scalar(member))));
        } else {
            parts.add(encode.apply(scalar(value)));
        }
        String text = String.join(separator, parts);
        boolean named = matrix && !(argument.explode() && (value instanceof List || value instanceof Map));
        return (matrix ? ";" : label ? "." : "") + (named ? name + "=" : "") + text;
    }

    /** Writes a parameter of a query, a cookie or a form: form, spaceDelimited, pipeDelimited or deepObject. */
    static List<Pair> form(PlannedArgument argument, Object value) {
        List<Pair> pairs = new ArrayList<>();
        if (argument.style().equals("deepObject") && value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> deep(pairs, argument.name() + "[" + key + "]", member));
        } else if (value instanceof List<?> list && argument.explode()) {
            list.forEach(item -> pairs.add(new Pair(argument.name(), scalar(item))));
        } else if (value instanceof Map<?, ?> map && argument.explode()) {
            map.forEach((key, member) -> pairs.add(new Pair(String.valueOf(key), scalar(member))));
        } else if (value instanceof List<?> list) {
            pairs.add(new Pair(argument.name(), String.join(separator(argument.style()), list.stream().map(ArgumentText::scalar).toList())));
        } else if (value instanceof Map<?, ?> map) {
            List<String> parts = new ArrayList<>();
            map.forEach((key, member) -> parts.add(key + separator(argument.style()) + scalar(member)));
            pairs.add(new Pair(argument.name(), String.join(separator(argument.style()), parts)));
        } else {
            pairs.add(new Pair(argument.name(), scalar(value)));
        }
        return pairs;
    }

    private static void deep(List<Pair> pairs, String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> deep(pairs, name + "[" + key + "]", member));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                deep(pairs, name + "[" + (list.get(i) instanceof Map ? i : "") + "]", list.get(i));
            }
        } else if (value != null) {
            pairs.add(new Pair(name, scalar(value)));
        }
    }

    private static String separator(String style) {
        return switch (style) {
            case "spaceDelimited" -> " ";
            case "pipeDelimited" -> "|";
            default -> ",";
        };
    }
}
