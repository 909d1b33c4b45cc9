package dev.caravan.http;

import dev.caravan.observe.audit.Refusals;
import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
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

    private static final Pattern BARE_IPV6 = Pattern.compile("^(https?:/*)([0-9a-fA-F.]*:[0-9a-fA-F:.]*)(:\\d+(/|$))");

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

    /** Writes an IPv6 address with brackets, as URIs need it: {@code caravan.http.host} has none. */
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        return super.createEndpoint(uri, BARE_IPV6.matcher(remaining).replaceFirst("$1[$2]$3"), parameters);
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
