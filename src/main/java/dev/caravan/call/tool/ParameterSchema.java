package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Builds a schema from options: {@code parameter.city=string}, {@code parameter.city.description}, {@code .required=true},
 * {@code .enum=a,b}, {@code .x-mcp-header=City}. Properties keep the order of the options; other properties are refused
 * ({@code additionalProperties:false}).
 */
final class ParameterSchema {

    /** The name that Camel gives to {@code x-mcp-header} in YAML. */
    private static final String ANNOTATION_IN_YAML = "xMcpHeader";

    private static final List<String> LIMITS = List.of("default", "maximum", "maxItems");
    private static final List<String> TYPES = List.of("string", "integer", "number", "boolean");

    private ParameterSchema() {
    }

    static ObjectNode of(String prefix, Map<String, Object> options) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        options.forEach((name, type) -> {
            if (!name.contains(".")) {
                properties.putObject(name).put("type", type(prefix, name, String.valueOf(type)));
            }
        });
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        options.forEach((name, value) -> {
            if (name.contains(".")) {
                describe(prefix, name, String.valueOf(value), properties, required);
            }
        });
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    /** Sets limits of a schema's arguments: {@code parameter.limit.maximum=100}. A default above the maximum is lowered to it. */
    static void limit(String prefix, Map<String, Object> options, ObjectNode schema) {
        options.forEach((option, value) -> {
            int dot = option.lastIndexOf('.');
            String keyword = option.substring(dot + 1);
            JsonNode argument = dot < 0 || !LIMITS.contains(keyword) ? null : schema.path("properties").get(option.substring(0, dot));
            if (!(argument instanceof ObjectNode property)) {
                throw new IllegalArgumentException(prefix + "." + option + ": beside a schema, only " + LIMITS + " of its arguments are allowed");
            }
            if (!String.valueOf(value).matches("[0-9]{1,9}")) {
                throw new IllegalArgumentException(prefix + "." + option + " must be a whole number, got " + value);
            }
            property.put(keyword, Integer.parseInt(String.valueOf(value)));
            if (property.path("default").isInt() && property.path("maximum").isInt()) {
                property.put("default", Math.min(property.get("default").intValue(), property.get("maximum").intValue()));
            }
        });
    }

    private static String type(String prefix, String name, String type) {
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException(prefix + "." + name + " must be one of " + TYPES + ", got " + type);
        }
        return type;
    }

    private static void describe(String prefix, String option, String value, ObjectNode properties, ArrayNode required) {
        int dot = option.lastIndexOf('.');
        String name = option.substring(0, dot);
        if (!(properties.get(name) instanceof ObjectNode property)) {
            throw new IllegalArgumentException(prefix + "." + option + " describes " + name + ", which has no type. Add " + prefix + "." + name);
        }
        switch (option.substring(dot + 1)) {
            case "description" -> property.put("description", value);
            case "required" -> {
                if (Boolean.parseBoolean(value)) {
                    required.add(name);
                }
            }
            case "enum" -> {
                ArrayNode values = property.putArray("enum");
                Arrays.stream(value.split(",")).map(String::strip).forEach(values::add);
            }
            case ArgumentHeaders.ANNOTATION, ANNOTATION_IN_YAML -> property.put(ArgumentHeaders.ANNOTATION, value);
            default -> throw new IllegalArgumentException(prefix + "." + option + ": only description, required, enum and x-mcp-header are allowed after a name");
        }
    }
}
