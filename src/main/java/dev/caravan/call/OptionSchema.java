package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Builds the schema of an object from options: {@code parameter.city=string}, {@code parameter.city.description}, {@code .title}, {@code
 * .default}, {@code .required=true}, {@code .enum=a,b}, {@code .x-mcp-header=City}. Properties keep the order of the options.
 */
public final class OptionSchema {

    /** The member of a property that names the header which mirrors an argument. */
    public static final String HEADER = "x-mcp-header";
    /** The name that Camel gives to {@code x-mcp-header} in YAML. */
    private static final String HEADER_IN_YAML = "xMcpHeader";

    private static final List<String> TYPES = List.of("string", "integer", "number", "boolean");

    private final String prefix;
    private final List<String> keywords;
    private final ObjectNode properties = JsonNodeFactory.instance.objectNode();
    private final ArrayNode required = JsonNodeFactory.instance.arrayNode();

    private OptionSchema(String prefix, List<String> keywords) {
        this.prefix = prefix;
        this.keywords = keywords;
    }

    /**
     * Returns a schema of type object.
     *
     * @param options  {name: type} and {name.keyword: value}
     * @param formats  formats of texts that may stand in place of a type
     * @param keywords allowed keywords
     * @throws IllegalArgumentException with the option's name, if it is invalid
     */
    public static ObjectNode of(String prefix, Map<String, String> options, List<String> formats, List<String> keywords) {
        OptionSchema schema = new OptionSchema(prefix, keywords);
        options.forEach((name, type) -> {
            if (!name.contains(".")) {
                schema.add(name, type, formats);
            }
        });
        options.forEach((name, value) -> {
            if (name.contains(".")) {
                schema.describe(name, value);
            }
        });
        ObjectNode whole = JsonNodeFactory.instance.objectNode().put("type", "object").set("properties", schema.properties);
        return schema.required.isEmpty() ? whole : whole.set("required", schema.required);
    }

    private void add(String name, String type, List<String> formats) {
        if (TYPES.contains(type)) {
            properties.putObject(name).put("type", type);
        } else if (formats.contains(type)) {
            properties.putObject(name).put("type", "string").put("format", type);
        } else {
            throw new IllegalArgumentException(prefix + "." + name + " must be one of " + TYPES
                    + (formats.isEmpty() ? "" : " or " + formats) + ", got " + type);
        }
    }

    private void describe(String option, String value) {
        int dot = option.lastIndexOf('.');
        String name = option.substring(0, dot);
        String keyword = option.substring(dot + 1).replace(HEADER_IN_YAML, HEADER);
        if (!(properties.get(name) instanceof ObjectNode property)) {
            throw new IllegalArgumentException(prefix + "." + option + " describes " + name + ", which has no type. Add " + prefix + "."
                    + name);
        }
        if (!keywords.contains(keyword)) {
            throw new IllegalArgumentException(prefix + "." + option + ": only " + keywords + " are allowed after a name");
        }
        switch (keyword) {
            case "required" -> {
                if (Boolean.parseBoolean(value)) {
                    required.add(name);
                }
            }
            case "enum" -> Arrays.stream(value.split(",")).map(String::strip).forEach(property.putArray("enum")::add);
            case "default" -> {
                switch (property.get("type").textValue()) {
                    case "boolean" -> property.put("default", Boolean.parseBoolean(value));
                    case "integer", "number" -> property.put("default", new BigDecimal(value));
                    default -> property.put("default", value);
                }
            }
            default -> property.put(keyword, value);
        }
    }
}
