package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.JsonValues;
import dev.caravan.json.PercentCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/**
 * Writes argument values in OpenAPI's styles, as the specification's table of examples has them. Null, an empty list and an empty
 * object are undefined: nothing is written. What a style has no form for, such as an object in a list, is written as JSON.
 */
@Component
record ArgumentText(ObjectMapper mapper, JsonValues values) {

    /**
     * A name and a value of a query, a cookie or a form.
     *
     * @param value encoded
     */
    record Pair(String name, String value) {
    }

    String json(Object value) {
        try {
            // services read 100 where 1E+2 may be no integer
            return mapper.writer().with(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).writeValueAsString(values.json(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes a value as one text. */
    String text(Object value) {
        return value instanceof Map || value instanceof List ? json(value)
                : value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }

    /** Returns a value without the nulls in it, or its JSON for a parameter that is written so. Returns null if nothing is left. */
    Object present(OperationPlan.Argument argument, Object value) {
        if (argument.json()) {
            return value == null ? null : json(value);
        }
        if (value instanceof List<?> list) {
            List<?> present = list.stream().filter(Objects::nonNull).toList();
            return present.isEmpty() ? null : present;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> present = new LinkedHashMap<>(map);
            present.values().removeIf(Objects::isNull);
            return present.isEmpty() ? null : present;
        }
        return value;
    }

    /**
     * Writes a parameter of a path or a header: simple, label or matrix.
     *
     * @param value  without nulls
     * @param encode encodes each name and scalar
     */
    String simple(OperationPlan.Argument argument, Object value, UnaryOperator<String> encode) {
        boolean matrix = argument.style().equals("matrix");
        boolean label = argument.style().equals("label");
        String name = encode.apply(argument.name());
        String separator = !argument.explode() ? "," : matrix ? ";" : label ? "." : ",";
        List<String> parts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> parts.add((matrix && argument.explode() ? name + "=" : "") + encode.apply(text(item))));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) ->
                    parts.add(encode.apply(String.valueOf(key)) + (argument.explode() ? "=" : ",") + encode.apply(text(member))));
        } else {
            parts.add(encode.apply(text(value)));
        }
        String text = String.join(separator, parts);
        boolean named = matrix && !(argument.explode() && (value instanceof List || value instanceof Map));
        return (matrix ? ";" : label ? "." : "") + (named ? name + "=" : "") + text;
    }

    /**
     * Writes a parameter of a query, a cookie or a form: form, spaceDelimited, pipeDelimited or deepObject.
     *
     * @param value without nulls
     */
    List<Pair> form(OperationPlan.Argument argument, Object value) {
        boolean cookie = argument.in().equals("cookie"); // in which a ; would begin another one
        UnaryOperator<String> encode = text -> PercentCode.of(text, argument.reserved() && !cookie ? PercentCode.RESERVED : "");
        boolean list = value instanceof List;
        List<Pair> pairs = new ArrayList<>();
        if (!list && !(value instanceof Map)) {
            pairs.add(new Pair(argument.name(), encode.apply(text(value))));
        } else if (argument.style().equals("deepObject")) {
            deep(pairs, argument.name(), value, encode);
        } else if (argument.explode()) {
            members(value).forEach((key, member) ->
                    pairs.add(new Pair(list ? argument.name() : String.valueOf(key), encode.apply(text(member)))));
        } else {
            List<String> parts = new ArrayList<>();
            members(value).forEach((key, member) -> {
                if (!list) {
                    parts.add(encode.apply(String.valueOf(key)));
                }
                parts.add(encode.apply(text(member)));
            });
            pairs.add(new Pair(argument.name(), String.join(separator(argument), parts)));
        }
        return pairs;
    }

    private void deep(List<Pair> pairs, String name, Object value, UnaryOperator<String> encode) {
        if (value instanceof Map || value instanceof List) {
            members(value).forEach((key, member) -> deep(pairs, name + "[" + key + "]", member, encode));
        } else {
            pairs.add(new Pair(name, encode.apply(text(value))));
        }
    }

    /** Returns the members of an object, or {index: item} of a list, without nulls. */
    private static Map<Object, Object> members(Object value) {
        Map<Object, Object> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> members.computeIfAbsent(key, any -> member));
        } else {
            ((List<?>) value).stream().filter(Objects::nonNull).forEach(item -> members.put(members.size(), item));
        }
        return members;
    }

    /** A cookie's value can't have a comma (RFC 6265). */
    private static String separator(OperationPlan.Argument argument) {
        return switch (argument.style()) {
            case "spaceDelimited" -> "%20";
            case "pipeDelimited" -> "%7C";
            default -> argument.in().equals("cookie") ? "%2C" : ",";
        };
    }
}
