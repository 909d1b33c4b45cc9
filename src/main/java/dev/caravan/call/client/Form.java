package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;

/**
 * Builds the schema of a form from {@code requestedSchema}, or from {@code field.city=string}, {@code field.city.title},
 * {@code .description}, {@code .default}, {@code .enum=a,b} and {@code .required=true}. Types are string, integer, number, boolean, and the
 * text formats email, uri, date and date-time. Without options, the form is empty: yes or no.
 */
final class Form {

    private Form() {
    }

    static ObjectNode schema(Options options) {
        Map<String, String> fields = options.startingWith("field.");
        String given = options.resource("requestedSchema");
        if (given != null && !fields.isEmpty()) {
            throw new IllegalArgumentException("use either requestedSchema or field.*, not both");
        }
        ObjectNode schema = given == null ? JsonNodeFactory.instance.objectNode().put("type", "object") : InlineJson.object("requestedSchema", given);
        if (given != null) {
            if (!"object".equals(schema.path("type").textValue()) || !schema.path("properties").isObject()) {
                throw new IllegalArgumentException("requestedSchema must be of type object, with properties");
            }
            return schema;
        }
        ObjectNode properties = schema.putObject("properties");
        fields.forEach((name, type) -> {
            if (!name.contains(".")) {
                addType(properties.putObject(name), name, type);
            }
        });
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        fields.forEach((name, value) -> {
            if (name.contains(".")) {
                describe(name, value, properties, required);
            }
        });
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    private static void addType(ObjectNode property, String name, String type) {
        switch (type) {
            case "string", "integer", "number", "boolean" -> property.put("type", type);
            case "email", "uri", "date", "date-time" -> property.put("type", "string").put("format", type);
            default -> throw new IllegalArgumentException("field." + name
                    + " must be one of string, integer, number, boolean, email, uri, date, date-time, got " + type);
        }
    }

    private static void describe(String option, String value, ObjectNode properties, ArrayNode required) {
        int dot = option.lastIndexOf('.');
        String name = option.substring(0, dot);
        if (!(properties.get(name) instanceof ObjectNode property)) {
            throw new IllegalArgumentException("field." + option + " describes " + name + ", which has no type. Add field." + name);
        }
        switch (option.substring(dot + 1)) {
            case "title" -> property.put("title", value);
            case "description" -> property.put("description", value);
            case "default" -> addDefault(property, value);
            case "required" -> {
                if (Boolean.parseBoolean(value)) {
                    required.add(name);
                }
            }
            case "enum" -> {
                ArrayNode values = property.putArray("enum");
                Arrays.stream(value.split(",")).map(String::strip).forEach(values::add);
            }
            default -> throw new IllegalArgumentException("field." + option + ": only title, description, default, required and enum are allowed after a name");
        }
    }

    private static void addDefault(ObjectNode property, String value) {
        switch (property.get("type").textValue()) {
            case "boolean" -> property.put("default", Boolean.parseBoolean(value));
            case "integer", "number" -> property.put("default", new BigDecimal(value));
            default -> property.put("default", value);
        }
    }
}
