package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Definition;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.InlineJson;
import dev.caravan.call.OptionSchema;
import dev.caravan.call.Options;
import dev.caravan.json.SchemaKeyword;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.util.unit.DataSize;

/**
 * A tool's definition, checked and compiled.
 *
 * @param name       name of the tool
 * @param definition entry of {@code tools/list} (MCP, tools, definition); do not change it
 * @param tags       tags in the order given
 * @param arguments  compiled input schema
 * @param output     compiled schema of the route's data; null if the tool has none
 * @param family     family of the result's shape
 * @param timeout    null means the default
 * @param maxResult  limit of the JSON; null means the default
 * @param discovery  whether the tool leads to other tools
 * @param spread     the argument whose members count as arguments; null if there is none
 * @param needs      database without which the tool can't run, by its name in health; null if none is named
 */
public record ToolSpec(String name, ObjectNode definition, Set<String> tags, CompiledSchema arguments, CompiledSchema output,
                       Family family, Duration timeout, DataSize maxResult, boolean discovery, String spread,
                       String needs) implements Definition {

    /** The member of a definition's {@code _meta} with the tool's tags, by which clients may group tools. */
    static final String TAGS = "dev.caravan/tags";

    private static final List<String> KEYWORDS = List.of("description", "required", "enum", OptionSchema.HEADER);
    private static final List<String> LIMITS = List.of("default", "maximum", "maxItems");
    private static final List<String> HINTS = List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");

    /**
     * Creates the definition of a tool without a route: standard family, default limits.
     *
     * @param definition entry of {@code tools/list}
     * @param output     compiled schema of its data; null if it has none
     */
    public static ToolSpec standard(ObjectNode definition, CompiledSchema arguments, CompiledSchema output) {
        return new ToolSpec(definition.get("name").textValue(), definition, Set.of(), arguments, output, Family.STANDARD, null, null, false,
                null, null);
    }

    static ToolSpec of(String name, Options options) {
        Family family = Family.of(options.text("envelope", ToolComponent.DEFAULT_ENVELOPE));
        ObjectNode given = InlineJson.objectIfGiven("definition", options.resource("definition"));
        ObjectNode input = schema(options, "argSchema", "parameter");
        boolean foreign = input == null && given != null && given.has("inputSchema");
        if (foreign) {
            input = member(given, "inputSchema");
        }
        if (input == null) {
            input = JsonNodeFactory.instance.objectNode().put("type", "object").put("additionalProperties", false);
        }
        SchemaKeyword.withoutBooleans(input);
        CompiledSchema arguments = foreign ? CompiledSchema.ofForeignArguments(input) : CompiledSchema.ofArguments(input);
        ObjectNode data = schema(options, "outputSchema", "outputParameter");
        if (data == null) {
            data = member(given, "outputSchema");
        }
        if (data != null) {
            SchemaKeyword.withoutBooleans(data);
        }
        CompiledSchema output = data == null ? null
                : foreign ? CompiledSchema.ofForeign("outputSchema", data) : CompiledSchema.of("outputSchema", data);
        ObjectNode definition = options.describe(JsonNodeFactory.instance.objectNode().put("name", name), name, given);
        definition.set("inputSchema", input);
        if (data != null) {
            definition.set("outputSchema", family.schema(data));
        }
        addAnnotations(definition, options, given);
        return new ToolSpec(name, definition, options.tags(), arguments, output, family, options.timeout(), options.maxResult(),
                options.flag("discovery", false), options.text("spread"), options.text("needs"));
    }

    /**
     * Returns the schema of an option, inline or in the file or class path resource that it names, or of options such as {@code
     * parameter.city=string}; null if there is none.
     */
    private static ObjectNode schema(Options options, String option, String prefix) {
        ObjectNode schema = InlineJson.objectIfGiven(option, options.resource(option));
        Map<String, String> parameters = options.startingWith(prefix + ".");
        if (schema != null) {
            limit(prefix, parameters, schema);
            return schema;
        }
        return parameters.isEmpty() ? null : OptionSchema.of(prefix, parameters, List.of(), KEYWORDS).put("additionalProperties", false);
    }

    /** Sets limits of a schema's arguments: {@code parameter.limit.maximum=100}. A default above the maximum is lowered to it. */
    private static void limit(String prefix, Map<String, String> options, ObjectNode schema) {
        options.forEach((option, value) -> {
            int dot = option.lastIndexOf('.');
            String keyword = option.substring(dot + 1);
            JsonNode argument = dot < 0 || !LIMITS.contains(keyword) ? null : schema.path("properties").get(option.substring(0, dot));
            if (!(argument instanceof ObjectNode property)) {
                throw new IllegalArgumentException(prefix + "." + option + ": beside a schema, only " + LIMITS
                        + " of its arguments are allowed");
            }
            if (!value.matches("[0-9]{1,9}")) {
                throw new IllegalArgumentException(prefix + "." + option + " must be a whole number, got " + value);
            }
            property.put(keyword, Integer.parseInt(value));
            if (property.path("default").isInt() && property.path("maximum").isInt()) {
                property.put("default", Math.min(property.get("default").intValue(), property.get("maximum").intValue()));
            }
        });
    }

    private static ObjectNode member(ObjectNode given, String name) {
        if (given == null || given.path(name).isMissingNode()) {
            return null;
        }
        if (given.get(name) instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException("definition: " + name + " must be a JSON object");
    }

    private static void addAnnotations(ObjectNode definition, Options options, ObjectNode given) {
        ObjectNode annotations = own(given, "annotations");
        for (String hint : HINTS) {
            Boolean value = options.flag(hint);
            if (value != null) {
                annotations.put(hint, value);
            }
        }
        if (!annotations.isEmpty()) {
            definition.set("annotations", annotations);
        }
        ObjectNode meta = own(given, "_meta");
        ObjectNode option = options.object("meta");
        if (option != null) {
            meta.setAll(option);
        }
        Set<String> tags = options.tags();
        if (!tags.isEmpty()) {
            tags.forEach(meta.putArray(TAGS)::add);
        }
        if (!meta.isEmpty()) {
            definition.set("_meta", meta);
        }
        if (given != null && given.get("icons") instanceof ArrayNode icons) {
            definition.set("icons", icons);
        }
    }

    private static ObjectNode own(ObjectNode given, String name) {
        return given != null && given.get(name) instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
    }

    @Override
    public DefinitionKind kind() {
        return DefinitionKind.TOOL;
    }

    @Override
    public String key() {
        return name;
    }

    @Override
    public boolean isListed() {
        return !discovery;
    }

    @Override
    public boolean isOpen() {
        return discovery;
    }

    /** Returns a hint of the annotations; a missing one is false. */
    boolean hint(String name) {
        return definition.path("annotations").path(name).asBoolean(false);
    }

    /** Returns the declared arguments and their schemas in order. */
    Set<Map.Entry<String, JsonNode>> properties() {
        return definition.path("inputSchema").path("properties").properties();
    }
}
