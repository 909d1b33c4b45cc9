package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Turns the errors of a schema into sentences that name the argument and the allowed values. */
final class ArgumentErrors {

    private static final int MOST = 5;
    private static final int LONGEST_NAME = 64;

    /** The pattern with which schemas say "not blank". Unicode spaces count as blank. */
    private static final String NOT_BLANK = "[^\\s\\p{Z}]";

    private ArgumentErrors() {
    }

    /** Returns the message for the caller: the first few errors in this language. */
    static String sentence(List<Error> errors, Locale locale) {
        StringJoiner sentence = new StringJoiner("; ");
        errors.stream().limit(MOST).map(error -> text(error).in(locale)).distinct().forEach(sentence::add);
        return sentence.toString();
    }

    /** Returns {@code {errors:[{field, rule, message}]}}. */
    static Map<String, Object> detail(List<Error> errors, Locale locale) {
        List<Map<String, Object>> list = new ArrayList<>();
        errors.stream().limit(MOST).forEach(error -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("field", field(error));
            entry.put("rule", error.getKeyword());
            entry.put("message", text(error).in(locale));
            list.add(entry);
        });
        return Map.of("errors", list);
    }

    private static Text text(Error error) {
        String field = field(error);
        JsonNode rule = error.getSchemaNode();
        String allowed = rule == null ? "" : rule.isTextual() ? rule.textValue() : rule.toString();
        JsonNode value = error.getInstanceNode();
        return switch (error.getKeyword()) {
            case "required" -> Text.of("argument.required", field);
            case "additionalProperties", "unevaluatedProperties" -> Text.of("argument.unknown", field);
            case "type" -> Text.of("argument.type", field, allowed, kind(value));
            case "enum" -> Text.of("argument.enum", field, allowed);
            case "const" -> Text.of("argument.const", field, allowed);
            case "minLength" -> "1".equals(allowed) ? Text.of("argument.empty", field) : Text.of("argument.minLength", field, allowed);
            case "maxLength" -> Text.of("argument.maxLength", field, allowed, length(value));
            case "pattern" -> NOT_BLANK.equals(allowed) ? Text.of("argument.blank", field) : Text.of("argument.pattern", field, allowed);
            case "format" -> Text.of("argument.format", field, allowed);
            case "minimum", "exclusiveMinimum" -> Text.of("argument.minimum", field, allowed);
            case "maximum", "exclusiveMaximum" -> Text.of("argument.maximum", field, allowed);
            case "minItems" -> Text.of("argument.minItems", field, allowed);
            case "maxItems" -> Text.of("argument.maxItems", field, allowed, value == null ? 0 : value.size());
            case "minProperties" -> Text.of("argument.minProperties", field, allowed);
            case CompiledSchema.NUMBER -> Text.of("argument.number", field);
            case CompiledSchema.LIMIT -> Text.of("argument.limit", field);
            default -> Text.of("argument.other", field, error.getMessage());
        };
    }

    private static String field(Error error) {
        StringBuilder path = new StringBuilder();
        NodePath location = error.getInstanceLocation();
        for (int i = 0; i < location.getNameCount(); i++) {
            append(path, location.getElement(i));
        }
        if (error.getProperty() != null) {
            append(path, error.getProperty());
        }
        return path.isEmpty() ? "arguments" : path.toString();
    }

    private static void append(StringBuilder path, Object element) {
        if (element instanceof Integer index) {
            path.append('[').append(index).append(']');
        } else {
            path.append(path.isEmpty() ? "" : ".").append(ShownName.of(String.valueOf(element), LONGEST_NAME));
        }
    }

    private static String kind(JsonNode value) {
        if (value == null) {
            return "null";
        }
        return value.isIntegralNumber() ? "integer" : value.getNodeType().name().toLowerCase(Locale.ROOT);
    }

    private static int length(JsonNode value) {
        String text = value == null ? "" : value.asText();
        return text.codePointCount(0, text.length());
    }
}
