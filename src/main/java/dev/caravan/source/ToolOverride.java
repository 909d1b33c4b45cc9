package dev.caravan.source;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Changes of the settings to one tool. A null member leaves the source's value unchanged.
 *
 * @param name      replaces the prefix and the source's own name
 * @param arguments {argument name: {@code {const: value}}}; clients don't see the argument, and each call has the value
 */
public record ToolOverride(String name, String title, String description, Boolean readOnlyHint, Boolean destructiveHint, Boolean idempotentHint, Boolean openWorldHint,
        @DefaultValue Map<String, Argument> arguments) {

    public ToolOverride {
        arguments = arguments == null ? Map.of() : arguments;
    }

    /** @param constant value of the argument in each call; the setting's name is {@code const} */
    public record Argument(@Name("const") @JsonProperty("const") Object constant) {
    }
}
