package dev.caravan.call.tool;

import dev.caravan.call.DefinitionComponent;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.Options.Option;
import java.util.List;
import org.springframework.stereotype.Component;

/** The component of {@code ai-tool:NAME}. */
@Component("ai-tool")
public final class ToolComponent extends DefinitionComponent {

    static final String DEFAULT_ENVELOPE = "standard";

    private static final List<Option> OPTIONS = List.of(
            new Option("definition", "The whole definition as in tools/list, as JSON: title, description, inputSchema, outputSchema,"
                    + " annotations and _meta. Inline, or file:, classpath: or resource: with its location. Other options take precedence"
                    + " over its members."),
            new Option("argSchema", "JSON Schema of the arguments: inline, or file:, classpath: or resource: with its location."),
            new Option("outputSchema", "JSON Schema of the route's body, in the same forms. Not together with outputParameter.*"),
            new Option("parameter.", "Type of an argument: string, integer, number or boolean. parameter.NAME.description, .required and"
                    + " .enum=a,b describe it further. With .x-mcp-header=City, clients also send the argument as the header"
                    + " Mcp-Param-City. Beside argSchema, parameter.NAME.default, .maximum and .maxItems set limits of its arguments."),
            new Option("outputParameter.", "Type of a member of the body, in the form of parameter.*"),
            new Option("readOnlyHint", "Whether the tool changes nothing."),
            new Option("destructiveHint", "Whether the tool may destroy data."),
            new Option("idempotentHint", "Whether a repeated call with the same arguments has no further effect."),
            new Option("openWorldHint", "Whether the tool reaches an open world, such as the web."),
            new Option("meta", "Value of _meta in the definition, as a JSON object, such as the MCP App that draws the result."),
            new Option("envelope", DEFAULT_ENVELOPE, "Shape of the result. With call, the route leaves {name, arguments} as its body, and"
                    + " the gateway makes this call instead. Values: standard, database, intelligence, none, call."),
            new Option("maxResult", "Maximum size of a result as JSON, such as 1MB. Default: caravan.tools.max-result."),
            new Option("spread", "Name of an object argument whose members count as arguments of the call. So callers may give arguments"
                    + " in it or beside it."),
            new Option("needs", "Database without which the tool can't run, by its name in health, such as mongodb or database-NAME. While"
                    + " it does not answer, calls over the bus wait."),
            new Option("discovery", "false", "Whether the tool leads to other tools. Lists show it in mode discover only. Every caller"
                    + " may call it, because it shows and calls only what the caller may call."));

    public ToolComponent() {
        super(DefinitionKind.TOOL, OPTIONS, ToolSpec::of);
    }
}
