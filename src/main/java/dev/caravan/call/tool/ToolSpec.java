package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.json.SchemaKeyword;
import java.time.Duration;
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
 * @param discovery  whether the tool leads to other tools, see {@link ToolEndpoint}
 * @param spread     the argument whose members count as arguments; null if there is none
 */
public record ToolSpec(String name, ObjectNode definition, Set<String> tags, CompiledSchema arguments, CompiledSchema output,
                       Family family, Duration timeout, DataSize maxResult, boolean discovery, String spread) {

    /** The member of a definition's {@code _meta} with the tool's tags, by which clients may group tools. */
    static final String TAGS = "dev.caravan/tags";

    static ToolSpec of(ToolEndpoint endpoint) {
        try {
            return read(endpoint);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Tool " + endpoint.getToolName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates the definition of a tool without a route: standard family, default limits.
     *
     * @param definition entry of {@code tools/list}
     * @param output     compiled schema of its data; null if it has none
     */
    public static ToolSpec standard(ObjectNode definition, CompiledSchema arguments, CompiledSchema output) {
        return new ToolSpec(definition.get("name").textValue(), definition, Set.of(), arguments, output, Family.STANDARD, null, null, false,
                null);
    }

    private static ToolSpec read(ToolEndpoint endpoint) {
        Family family = Family.of(endpoint.getEnvelope());
        if (endpoint.getTimeout() != null && (endpoint.getTimeout().isZero() || endpoint.getTimeout().isNegative())) {
            throw new IllegalArgumentException("timeout must be more than 0");
        }
        SchemaSource source = new SchemaSource(endpoint.getCamelContext());
        ObjectNode given = source.read("definition", endpoint.getDefinition(), "", Map.of());
        ObjectNode input = source.read("argSchema", endpoint.getArgSchema(), "parameter", endpoint.getParameters());
        boolean foreign = input == null && given != null && given.has("inputSchema");
        if (foreign) {
            input = member(given, "inputSchema");
        }
        if (input == null) {
            input = JsonNodeFactory.instance.objectNode().put("type", "object").put("additionalProperties", false);
        }
        SchemaKeyword.withoutBooleans(input);
        CompiledSchema arguments = foreign ? CompiledSchema.ofForeignArguments(input) : CompiledSchema.ofArguments(input);
        ObjectNode data = source.read("outputSchema", endpoint.getOutputSchema(), "outputParameter", endpoint.getOutputParameters());
        if (data == null) {
            data = member(given, "outputSchema");
        }
        CompiledSchema output = data == null ? null : CompiledSchema.of("outputSchema", SchemaKeyword.withoutBooleans(data));
        return new ToolSpec(endpoint.getToolName(), definition(endpoint, given == null ? JsonNodeFactory.instance.objectNode() : given, family, input, data), endpoint.tagSet(),
                arguments, output, family, endpoint.getTimeout(), maxResult(endpoint.getMaxResult()), endpoint.isDiscovery(),
                endpoint.getSpread());
    }

    private static DataSize maxResult(String option) {
        if (option == null) {
            return null;
        }
        DataSize size = DataSize.parse(option);
        if (size.toBytes() <= 0) {
            throw new IllegalArgumentException("maxResult must be more than 0");
        }
        return size;
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

    private static ObjectNode definition(ToolEndpoint endpoint, ObjectNode given, Family family, ObjectNode input, ObjectNode data) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        definition.put("name", endpoint.getToolName());
        String title = endpoint.getTitle() == null ? given.path("title").textValue() : endpoint.getTitle();
        if (title != null) {
            definition.put("title", title);
        }
        String description = endpoint.getDescription() == null ? given.path("description").textValue() : endpoint.getDescription();
        definition.put("description", description == null ? endpoint.getToolName() : description.strip());
        definition.set("inputSchema", input);
        if (data != null) {
            definition.set("outputSchema", family.schema(data));
        }
        ObjectNode annotations = given.get("annotations") instanceof ObjectNode own ? own.deepCopy() : JsonNodeFactory.instance.objectNode();
        put(annotations, "readOnlyHint", endpoint.getReadOnlyHint());
        put(annotations, "destructiveHint", endpoint.getDestructiveHint());
        put(annotations, "idempotentHint", endpoint.getIdempotentHint());
        put(annotations, "openWorldHint", endpoint.getOpenWorldHint());
        if (!annotations.isEmpty()) {
            definition.set("annotations", annotations);
        }
        ObjectNode meta = given.get("_meta") instanceof ObjectNode own ? own.deepCopy() : JsonNodeFactory.instance.objectNode();
        ObjectNode option = InlineJson.objectIfGiven("meta", endpoint.getMeta());
        if (option != null) {
            meta.setAll(option);
        }
        Set<String> tags = endpoint.tagSet();
        if (!tags.isEmpty()) {
            tags.forEach(meta.putArray(TAGS)::add);
        }
        if (!meta.isEmpty()) {
            definition.set("_meta", meta);
        }
        return definition;
    }

    private static void put(ObjectNode annotations, String hint, Boolean value) {
        if (value != null) {
            annotations.put(hint, value);
        }
    }

    /** Returns the declared arguments and their schemas in order. */
    Set<Map.Entry<String, JsonNode>> properties() {
        return definition.path("inputSchema").path("properties").properties();
    }
}
