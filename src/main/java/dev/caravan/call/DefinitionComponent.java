package dev.caravan.call;

import dev.caravan.call.Options.Option;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;

/** The component of one kind of definition. It refuses an invalid definition, so that its route does not load. */
public abstract class DefinitionComponent extends DefaultComponent {

    private static final List<Option> SHARED = List.of(
            new Option("tags", "Tags, separated by commas."),
            new Option("description", "Description for the model and for users. Default: the name."),
            new Option("title", "Display name."),
            new Option("timeout", "Timeout of one call, such as 5s or 500ms. Default: caravan.tools.timeout."));

    private final DefinitionKind kind;
    private final List<Option> options;
    private final BiFunction<String, Options, Definition> reader;

    /** @param reader makes the definition of a name and the options of its route */
    protected DefinitionComponent(DefinitionKind kind, List<Option> own, BiFunction<String, Options, Definition> reader) {
        this.kind = kind;
        this.options = Stream.concat(own.stream(), SHARED.stream()).toList();
        this.reader = reader;
    }

    public DefinitionKind kind() {
        return kind;
    }

    public List<Option> options() {
        return options;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> parameters) throws Exception {
        kind.checkName(name);
        Options given = Options.take(getCamelContext(), option -> options.stream().anyMatch(known -> known.covers(option)), parameters);
        DefinitionEndpoint endpoint;
        try {
            endpoint = new DefinitionEndpoint(uri, this, reader.apply(name, given));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(kind.label() + " " + name + ": " + e.getMessage(), e);
        }
        setProperties(endpoint, parameters);
        return endpoint;
    }

    /** The {@code from} of a route that is a definition. */
    static final class DefinitionEndpoint extends DefaultEndpoint {

        private final DefinitionKind kind;
        private final Definition definition;

        private DefinitionEndpoint(String uri, DefinitionComponent component, Definition definition) {
            super(uri, component);
            this.kind = component.kind;
            this.definition = definition;
        }

        DefinitionKind kind() {
            return kind;
        }

        Definition definition() {
            return definition;
        }

        @Override
        public Consumer createConsumer(Processor processor) throws Exception {
            Consumer consumer = new DefinitionConsumer<>(this, processor);
            configureConsumer(consumer);
            return consumer;
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException(getEndpointBaseUri() + " has no producer. Use it in the from of a route");
        }
    }
}
