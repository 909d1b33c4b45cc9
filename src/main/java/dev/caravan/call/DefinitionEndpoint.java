package dev.caravan.call;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.support.DefaultEndpoint;

/** The options of a route's {@code from} that tools, resources and prompts share. Clients see them in lists. */
public abstract class DefinitionEndpoint extends DefaultEndpoint {

    @UriParam(description = "Tags, separated by commas.")
    private String tags;
    @UriParam(description = "Description for the model and for users. Default: the name.")
    private String description;
    @UriParam(description = "Display name.")
    private String title;
    @UriParam(description = "Timeout of one call, such as 5s or 500ms. Default: caravan.tools.timeout.")
    private Duration timeout;

    protected DefinitionEndpoint(String uri, Component component) {
        super(uri, component);
    }

    protected abstract RegisteredConsumer consumer(Processor processor);

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        RegisteredConsumer consumer = consumer(processor);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException(getEndpointBaseUri() + " has no producer. Use it in the from of a route");
    }

    /** Returns the tags in the order given. */
    public Set<String> tagSet() {
        Set<String> set = new LinkedHashSet<>();
        if (tags != null) {
            Arrays.stream(tags.split(",")).map(String::strip).filter(tag -> !tag.isEmpty()).forEach(set::add);
        }
        return set;
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

    public Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }
}
