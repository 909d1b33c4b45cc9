package dev.caravan.call.prompt;

import dev.caravan.call.DefinitionEndpoint;
import dev.caravan.call.RegisteredConsumer;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Processor;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/** A prompt's definition: the options of its route's {@code from}. */
@UriEndpoint(scheme = PromptComponent.SCHEME, firstVersion = "4.24.0", title = "AI Prompt", syntax = "ai-prompt:promptName",
        consumerOnly = true, remote = false, category = Category.AI)
public class PromptEndpoint extends DefinitionEndpoint {

    @UriPath(description = "Name of the prompt: 1 to 64 characters of A-Z a-z 0-9 _ . -")
    private final String promptName;

    @UriParam(description = "The whole definition as in prompts/list, as a JSON object: title, description and arguments. Not together with argument.*")
    private String definition;
    @UriParam(description = "A route, such as direct:ROUTE, that suggests values for each argument of the definition. It reads the name in the exchange property completionArgument.")
    private String completions;
    @UriParam(prefix = "argument.", multiValue = true, description = "Description of an argument. argument.NAME.title is its display name, argument.NAME.required=true makes it"
            + " required, argument.NAME.complete has suggestions: values separated by commas, or direct:ROUTE, a route whose body becomes the list.")
    private Map<String, Object> arguments = Map.of();
    @UriParam(description = "Maximum size of the messages as JSON, such as 2MB. Default: caravan.prompts.max-result.")
    private String maxResult;

    private PromptSpec spec;

    PromptEndpoint(String uri, PromptComponent component, String promptName) {
        super(uri, component);
        this.promptName = promptName;
    }

    /** Reads and checks the definition, so that the route of an invalid one does not load. */
    void prepareSpec() {
        spec = PromptSpec.of(this);
    }

    PromptSpec spec() {
        return spec;
    }

    @Override
    protected RegisteredConsumer consumer(Processor processor) {
        return new PromptConsumer(this, processor);
    }

    public String getPromptName() {
        return promptName;
    }

    public String getDefinition() {
        return definition;
    }

    public void setDefinition(String definition) {
        this.definition = definition;
    }

    public String getCompletions() {
        return completions;
    }

    public void setCompletions(String completions) {
        this.completions = completions;
    }

    public Map<String, Object> getArguments() {
        return arguments;
    }

    public void setArguments(Map<String, Object> arguments) {
        this.arguments = arguments;
    }

    public String getMaxResult() {
        return maxResult;
    }

    public void setMaxResult(String maxResult) {
        this.maxResult = maxResult;
    }
}
