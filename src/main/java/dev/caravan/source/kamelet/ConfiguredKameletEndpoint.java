package dev.caravan.source.kamelet;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;

/** A Kamelet of {@code config/kamelets}, with its values from there. */
@UriEndpoint(scheme = ConfiguredKameletComponent.SCHEME, firstVersion = "4.17.0", title = "Configured Kamelet", syntax = "configured-kamelet:name", category = Category.CORE)
public class ConfiguredKameletEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of a file in config/kamelets, without .yaml.")
    private final String name;
    @UriParam(description = "Any text. A source starts anew when it changes.")
    private String revision;

    ConfiguredKameletEndpoint(String uri, ConfiguredKameletComponent component, String name) {
        super(uri, component);
        this.name = name;
    }

    /** Finds the Kamelets when a message comes, so that a rehearsal of the route needs none. */
    Kamelets kamelets() {
        return CamelContextHelper.mandatoryLookup(getCamelContext(), "kamelets", Kamelets.class);
    }

    @Override
    public Producer createProducer() {
        return new ConfiguredKameletProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        ConfiguredKameletConsumer consumer = new ConfiguredKameletConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    public String getName() {
        return name;
    }

    public String getRevision() {
        return revision;
    }

    public void setRevision(String revision) {
        this.revision = revision;
    }
}
