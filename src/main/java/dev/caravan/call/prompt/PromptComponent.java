package dev.caravan.call.prompt;

import dev.caravan.call.DefinitionComponent;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.Options.Option;
import java.util.List;
import org.springframework.stereotype.Component;

/** The component of {@code ai-prompt:NAME}. */
@Component("ai-prompt")
public final class PromptComponent extends DefinitionComponent {

    private static final List<Option> OPTIONS = List.of(
            new Option("definition", "The whole definition as in prompts/list, as a JSON object: title, description and arguments. Not"
                    + " together with argument.*"),
            new Option("completions", "A route, such as direct:ROUTE, that suggests values for each argument of the definition. It reads"
                    + " the name in the exchange property completionArgument."),
            new Option("argument.", "Description of an argument. argument.NAME.title is its display name, argument.NAME.required=true"
                    + " makes it required, argument.NAME.complete has suggestions: values separated by commas, or direct:ROUTE, a route"
                    + " whose body becomes the list."),
            new Option("maxResult", "Maximum size of the messages as JSON, such as 2MB. Default: caravan.prompts.max-result."));

    public PromptComponent() {
        super(DefinitionKind.PROMPT, OPTIONS, PromptSpec::of);
    }
}
