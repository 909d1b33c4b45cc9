package dev.caravan.prompt;

import java.time.Duration;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** One prompt's definition, as the options of its route's {@code from}. */
@UriEndpoint(scheme = PromptComponent.SCHEME, firstVersion = "4.24.0", title = "AI Prompt", syntax = "ai-prompt:promptName",
        consumerOnly = true, remote = false, category = Category.AI)
public class PromptEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the prompt: 1 to 64 of A-Z a-z 0-9 _ . -")
    private final String promptName;

    @UriParam(description = "Comma-separated tags: what the prompt is about")
    private String tags;
    @UriParam(description = "What the prompt is for. Default: its name")
    private String description;
    @UriParam(description = "The prompt's name for people")
    private String title;
    @UriParam(prefix = "argument.", multiValue = true, description = "argument.NAME=what it is, argument.NAME.title, .required=true,"
            + " .complete=a,b,c or .complete=direct:ROUTE, whose body becomes the list of suggestions")
    private Map<String, Object> arguments = Map.of();
    @UriParam(description = "How long getting it may take, or completing an argument, for example 5s or 500ms. Default: caravan.tools.timeout")
    private Duration timeout;
    @UriParam(description = "How much JSON its messages may have, for example 2MB. Default: caravan.prompts.max-result")
    private String maxResult;

    private PromptSpec spec;

    PromptEndpoint(String uri, PromptComponent component, String promptName) {
        super(uri, component);
        this.promptName = promptName;
    }

    /** Reads and checks the definition, so that a bad one is refused before its route exists. */
    void prepareSpec() {
        spec = PromptSpec.of(this);
    }

    PromptSpec spec() {
        return spec;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("ai-prompt: can't be sent to; a route consumes from it");
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        PromptConsumer consumer = new PromptConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    public String getPromptName() {
        return promptName;
    }

    public String getTags() {
        return tags;
    }

    public void setTags(String tags) {
        this.tags = tags;
    }

    public String getDescription() {
        return description;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    public String getTitle() {
        return title;
    }

    public void setTitle(String title) {
        this.title = title;
    }

    public Map<String, Object> getArguments() {
        return arguments;
    }

    public void setArguments(Map<String, Object> arguments) {
        this.arguments = arguments;
    }

    public Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public String getMaxResult() {
        return maxResult;
    }

    public void setMaxResult(String maxResult) {
        this.maxResult = maxResult;
    }
}
