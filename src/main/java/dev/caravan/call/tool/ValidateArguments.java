package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NearestNames;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Fills in the defaults of the tool's schema and checks the arguments against it. An argument whose null the schema refuses counts as left
 * out. Nothing else is changed.
 */
final class ValidateArguments {

    private static final int MOST = 5;
    private static final String ROOT = "arguments";
    private static final int LONGEST_NAME = 64;
    /** The pattern with which schemas say "not blank". Unicode spaces count as blank. */
    private static final String NOT_BLANK = "[^\\s\\p{Z}]";

    private ValidateArguments() {
    }

    /** @throws ToolException INVALID_ARGUMENT, with sentences in this language that name the arguments and the allowed values */
    static void validate(ToolSpec spec, ObjectNode arguments, Locale locale) throws ToolException {
        List<Error> errors = errors(spec, arguments);
        if (!errors.isEmpty()) {
            List<Map<String, Object>> first = errors.stream().limit(MOST).map(error -> entry(error, spec, locale)).toList();
            String sentence = first.stream().map(entry -> (String) entry.get("message")).distinct().collect(Collectors.joining("; "));
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.words(sentence), Map.of("errors", first));
        }
    }

    private static List<Error> errors(ToolSpec spec, ObjectNode arguments) {
        List<Error> errors = withDefaults(spec, arguments);
        List<String> nulls = errors.stream().filter(ValidateArguments::isDeclaredNull)
                .map(error -> error.getInstanceLocation().getName(-1)).toList();
        if (nulls.isEmpty()) {
            return errors;
        }
        arguments.remove(nulls);
        return withDefaults(spec, arguments);
    }

    private static List<Error> withDefaults(ToolSpec spec, ObjectNode arguments) {
        spec.properties().forEach(property -> {
            JsonNode given = property.getValue().get("default");
            if (given != null && !arguments.has(property.getKey())) {
                arguments.set(property.getKey(), given.deepCopy());
            }
        });
        return spec.arguments().validate(arguments);
    }

    /** Whether the error is that of a null as an argument that a schema declares. Deeper, and under other names, null is data. */
    private static boolean isDeclaredNull(Error error) {
        NodePath place = error.getInstanceLocation();
        return place.getNameCount() == 1 && error.getInstanceNode() != null && error.getInstanceNode().isNull()
                && (error.getEvaluationPath() + "/").contains("/properties/" + place.getName(-1) + "/");
    }

    private static Map<String, Object> entry(Error error, ToolSpec spec, Locale locale) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("field", field(error, ROOT));
        entry.put("rule", error.getKeyword());
        entry.put("message", text(error, spec, ROOT).in(locale));
        return entry;
    }

    /** Returns a sentence that names the field and what is allowed. @param root name of the whole value */
    static Text text(Error error, ToolSpec spec, String root) {
        String field = field(error, root);
        JsonNode rule = error.getSchemaNode();
        String allowed = rule == null ? "" : rule.isTextual() ? rule.textValue() : rule.toString();
        JsonNode value = error.getInstanceNode();
        return switch (error.getKeyword()) {
            case "required" -> Text.of("argument.required", field);
            case "additionalProperties", "unevaluatedProperties" -> root.equals(ROOT) ? unknown(error, field, spec)
                    : Text.of("argument.other", field, error.getMessage());
            case "type" -> Text.of("argument.type", field, allowed, kind(value));
            case "enum" -> Text.of("argument.enum", field, allowed);
            case "const" -> Text.of("argument.const", field, allowed);
            case "minLength" -> "1".equals(allowed) ? Text.of("argument.empty", field) : Text.of("argument.minLength", field, allowed);
            case "maxLength" -> Text.of("argument.maxLength", field, allowed, length(value));
            case "pattern" -> NOT_BLANK.equals(allowed) ? Text.of("argument.blank", field) : Text.of("argument.pattern", field, allowed);
            case "format" -> Text.of("argument.format", field, allowed);
            case "minimum" -> Text.of("argument.minimum", field, allowed);
            case "exclusiveMinimum" -> Text.of("argument.above", field, allowed);
            case "maximum" -> Text.of("argument.maximum", field, allowed);
            case "exclusiveMaximum" -> Text.of("argument.below", field, allowed);
            case "minItems" -> Text.of("argument.minItems", field, allowed);
            case "maxItems" -> Text.of("argument.maxItems", field, allowed, value == null ? 0 : value.size());
            case "minProperties" -> Text.of("argument.minProperties", field, allowed);
            case CompiledSchema.NUMBER -> Text.of("argument.number", field);
            case CompiledSchema.LIMIT -> Text.of("argument.limit", field);
            default -> Text.of("argument.other", field, error.getMessage());
        };
    }

    /** Returns the sentence about an unknown member, with the arguments that the caller may have meant. */
    private static Text unknown(Error error, String field, ToolSpec spec) {
        List<String> known = spec.properties().stream().map(Map.Entry::getKey).toList();
        if (error.getInstanceLocation().getNameCount() > 0 || known.isEmpty()) {
            return Text.of("argument.unknown", field);
        }
        List<String> nearest = NearestNames.similar(field, known);
        return nearest.isEmpty() ? Text.of("argument.unknownAmong", field, NearestNames.of(field, known))
                : Text.of("argument.unknownNear", field, String.join(", ", nearest));
    }

    private static String field(Error error, String root) {
        StringBuilder path = new StringBuilder();
        NodePath location = error.getInstanceLocation();
        for (int i = 0; i < location.getNameCount(); i++) {
            append(path, location.getElement(i));
        }
        if (error.getProperty() != null) {
            append(path, error.getProperty());
        }
        return path.isEmpty() ? root : path.toString();
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
