package dev.caravan.http;

import dev.caravan.audit.Refusals;
import java.net.URI;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.apache.camel.component.undertow.UndertowHost;
import org.apache.camel.component.undertow.UndertowHostKey;
import org.apache.camel.spi.annotations.Component;

/**
 * An {@code undertow:} component that uses a {@link GuardedConsumer} when the binding is a {@link GuardedBinding}. Its servers are
 * {@link EntryHost}s.
 */
@Component("undertow")
class GuardedUndertowComponent extends UndertowComponent {

    private final HttpProperties properties;
    private final Refusals refusals;
    private final EntryTls tls;

    /** @param tls null for plain HTTP */
    GuardedUndertowComponent(CamelContext context, HttpProperties properties, Refusals refusals, EntryTls tls) {
        super(context);
        this.refusals = refusals;
        this.properties = properties;
        this.tls = tls;
        setSslContextParameters(tls);
    }

    @Override
    protected UndertowHost createUndertowHost(UndertowHostKey key) {
        return new EntryHost(key, getHostOptions(), properties, tls, HttpGuard.nowhere(refusals));
    }

    @Override
    protected UndertowEndpoint createEndpointInstance(URI uri, UndertowComponent component) {
        return new UndertowEndpoint(uri.toString(), component) {

            @Override
            public Consumer createConsumer(Processor processor) throws Exception {
                return getUndertowHttpBinding() instanceof GuardedBinding binding
                        ? new GuardedConsumer(this, processor, binding, refusals)
                        : super.createConsumer(processor);
            }
        };
    }
}
