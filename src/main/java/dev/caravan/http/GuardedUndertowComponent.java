package dev.caravan.http;

import dev.caravan.envelope.Text;
import dev.caravan.observe.Refusals;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.PathTemplateMatch;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.component.undertow.HttpHandlerRegistrationInfo;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowConsumer;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.apache.camel.component.undertow.UndertowHost;
import org.apache.camel.component.undertow.UndertowHostKey;
import org.apache.camel.component.undertow.handlers.CamelRootHandler;
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
        return new EntryHost(key);
    }

    @Override
    protected UndertowEndpoint createEndpointInstance(URI uri, UndertowComponent component) {
        return new UndertowEndpoint(uri.toString(), component) {

            @Override
            public Consumer createConsumer(Processor processor) throws Exception {
                return getUndertowHttpBinding() instanceof GuardedBinding binding
                        ? new GuardedConsumer(this, processor, binding)
                        : super.createConsumer(processor);
            }
        };
    }

    /**
     * Holds the routes of one port, like camel-undertow's own host, on an {@link EntryServer}. The server runs as long as there is a
     * route.
     */
    private final class EntryHost implements UndertowHost {

        private final UndertowHostKey key;
        private final HttpHandler nowhere = HttpGuard.nowhere(refusals);
        private final CamelRootHandler routes = new CamelRootHandler(nowhere);
        /** {path: {methods: binding of their endpoint}}. */
        private final Map<String, Map<String, GuardedBinding>> methods = new ConcurrentHashMap<>();
        private EntryServer server;

        EntryHost(UndertowHostKey key) {
            this.key = key;
        }

        @Override
        public void validateEndpointURI(URI uri) {
            // every address is valid
        }

        @Override
        public synchronized HttpHandler registerHandler(UndertowConsumer consumer, HttpHandlerRegistrationInfo info, HttpHandler handler) {
            if (server == null) {
                server = start(consumer instanceof GuardedConsumer);
            }
            if (consumer instanceof GuardedConsumer guarded && info.getMethodRestrict() != null) {
                methods.computeIfAbsent(info.getUri().getPath(), path -> new ConcurrentSkipListMap<>())
                        .put(info.getMethodRestrict(), guarded.binding);
            }
            HttpHandler atPath = info.isMatchOnUriPrefix() ? handler : exactly(info.getUri().getPath(), handler);
            return routes.add(info.getUri().getPath(), info.getMethodRestrict(), info.isMatchOnUriPrefix(), atPath);
        }

        /**
         * Opens the port.
         *
         * @param entry whether the gateway's own entry needs the port, and not a route of the operator
         * @throws EntryServer.PortException if the entry's port can't be opened
         * @throws IllegalStateException     if another port can't be opened; it has no cause, so that the log shows its message
         */
        private EntryServer start(boolean entry) {
            try {
                return EntryServer.start(key, getHostOptions(), properties, tls, exchange -> {
                    exchange.addDefaultResponseListener(this::refuseMethod);
                    routes.handleRequest(exchange);
                });
            } catch (UncheckedIOException e) {
                if (entry) {
                    throw new EntryServer.PortException(e);
                }
                throw new IllegalStateException(e.getMessage());
            }
        }

        /** Says which methods a path has, where camel-undertow answers without a body. */
        private boolean refuseMethod(HttpServerExchange exchange) {
            PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
            String path = match == null ? exchange.getRequestPath() : exchange.getResolvedPath() + match.getMatchedTemplate();
            Map<String, GuardedBinding> known = methods.getOrDefault(path, Map.of());
            if (exchange.getStatusCode() != 405 || known.isEmpty()) {
                return false;
            }
            String allowed = known.keySet().stream().map(method -> method.replace(",OPTIONS", "")).collect(Collectors.joining(", "));
            exchange.getResponseHeaders().put(Headers.ALLOW, allowed).put(Headers.CONTENT_TYPE, "application/json")
                    .remove(Headers.CONTENT_LENGTH);
            HttpRefusal refusal = new HttpRefusal(405, Text.of("http.methods", allowed), Map.of());
            exchange.getResponseSender().send(known.values().iterator().next().body(refusal,
                    AdmittedRequest.locale(exchange)));
            return true;
        }

        /** Requires the exact path. Camel would route a longer path to the route with the longest matching beginning. */
        private HttpHandler exactly(String template, HttpHandler handler) {
            String[] steps = template.split("/", -1);
            return exchange -> (matches(steps, exchange.getRequestPath()) ? handler : nowhere).handleRequest(exchange);
        }

        /** Returns whether the path matches; a trailing slash makes no difference. */
        private static boolean matches(String[] steps, String path) {
            String[] asked = path.split("/", -1);
            int length = asked.length == steps.length + 1 && asked[steps.length].isEmpty() ? steps.length : asked.length;
            boolean same = length == steps.length;
            for (int i = 0; same && i < length; i++) {
                same = steps[i].startsWith("{") || steps[i].equals(asked[i]);
            }
            return same;
        }

        @Override
        public synchronized void unregisterHandler(UndertowConsumer consumer, HttpHandlerRegistrationInfo info) {
            if (server == null) {
                return;
            }
            routes.remove(info.getUri().getPath(), info.getMethodRestrict(), info.isMatchOnUriPrefix());
            if (info.getMethodRestrict() != null) {
                methods.getOrDefault(info.getUri().getPath(), Map.of()).remove(info.getMethodRestrict());
            }
            if (routes.isEmpty()) {
                server.stop();
                server = null;
            }
        }
    }

    /**
     * An undertow consumer that does not block a thread until the answer: the thread that ends the exchange writes it. A call that times
     * out is therefore answered on time, although its tool still uses the thread that it runs on.
     *
     * <p>{@link HttpGuard} passes requests on a worker thread, outside of undertow's own call chain.
     */
    final class GuardedConsumer extends UndertowConsumer {

        private final GuardedBinding binding;

        GuardedConsumer(UndertowEndpoint endpoint, Processor processor, GuardedBinding binding) {
            super(endpoint, processor);
            this.binding = binding;
        }

        @Override
        public void handleRequest(HttpServerExchange http) throws Exception {
            if (isSuspended()) {
                http.setStatusCode(503).endExchange();
                return;
            }
            Exchange exchange = createExchange(false);
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setIn(binding.toCamelMessage(http, exchange));
            createUoW(exchange);
            getAsyncProcessor().process(exchange, doneSync -> answer(http, exchange));
        }

        private void answer(HttpServerExchange http, Exchange exchange) {
            try {
                if (exchange.getException() != null) {
                    refusals.tellAtLast(exchange, HttpGuard.what(http), "HTTP_500");
                }
                binding.answer(http, exchange);
            } catch (Throwable e) {
                GuardedBinding.leave(http);
                throw e;
            } finally {
                doneUoW(exchange);
                releaseExchange(exchange, false);
            }
        }
    }
}
