package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.call.completion.Suggestions;
import java.time.Duration;
import java.util.List;
import org.springframework.util.unit.DataSize;

/**
 * A prompt's definition, checked.
 *
 * @param definition entry of {@code prompts/list} (MCP, prompts, data types); do not change it
 * @param timeout    null means the default
 * @param maxResult  limit of the JSON; null means the default
 */
record PromptSpec(String name, ObjectNode definition, List<PromptArgument> arguments, Duration timeout, DataSize maxResult) {

    static PromptSpec of(PromptEndpoint endpoint) {
        try {
            return read(endpoint);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Prompt " + endpoint.getPromptName() + ": " + e.getMessage(), e);
        }
    }

    private static PromptSpec read(PromptEndpoint endpoint) {
        if (endpoint.getTimeout() != null && (endpoint.getTimeout().isZero() || endpoint.getTimeout().isNegative())) {
            throw new IllegalArgumentException("timeout must be more than 0");
        }
        DataSize maxResult = endpoint.getMaxResult() == null ? null : DataSize.parse(endpoint.getMaxResult());
        if (maxResult != null && maxResult.toBytes() <= 0) {
            throw new IllegalArgumentException("maxResult must be more than 0");
        }
        ObjectNode given = InlineJson.objectIfGiven("definition", endpoint.getDefinition());
        if (given != null && !endpoint.getArguments().isEmpty()) {
            throw new IllegalArgumentException("definition and argument.* exclude each other");
        }
        List<PromptArgument> arguments = given == null ? PromptArgument.of(endpoint.getArguments()) : PromptArgument.of(given.path("arguments"), Suggestions.ofAll("completions", endpoint.getCompletions()));
        return new PromptSpec(endpoint.getPromptName(), definition(endpoint, given == null ? JsonNodeFactory.instance.objectNode() : given, arguments), arguments, endpoint.getTimeout(), maxResult);
    }

    private static ObjectNode definition(PromptEndpoint endpoint, ObjectNode given, List<PromptArgument> arguments) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put("name", endpoint.getPromptName());
        String title = endpoint.getTitle() == null ? given.path("title").textValue() : endpoint.getTitle();
        if (title != null) {
            definition.put("title", title);
        }
        String description = endpoint.getDescription() == null ? given.path("description").textValue() : endpoint.getDescription();
        definition.put("description", description == null ? endpoint.getPromptName() : description.strip());
        if (!arguments.isEmpty()) {
            ArrayNode list = definition.putArray("arguments");
            arguments.forEach(argument -> list.add(argument.definition()));
        }
        return definition;
    }
}
