package dev.caravan.http;

import io.undertow.server.HttpHandler;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.camel.component.undertow.HttpHandlerRegistrationInfo;
import org.apache.camel.component.undertow.UndertowConsumer;
import org.apache.camel.component.undertow.UndertowHost;
import org.apache.camel.component.undertow.UndertowHostKey;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.apache.camel.component.undertow.handlers.CamelRootHandler;

/** Holds the routes of one port, like camel-undertow's own host, on an {@link EntryServer}. The server runs as long as there is a route. */
class EntryHost implements UndertowHost {

    private final UndertowHostKey key;
    private final UndertowHostOptions options;
    private final HttpProperties properties;
    private final EntryTls tls;
    private final CamelRootHandler routes;
    private final HttpHandler nowhere;
    private EntryServer server;

    /**
     * @param tls     null for plain HTTP
     * @param nowhere handler of paths without a route
     */
    EntryHost(UndertowHostKey key, UndertowHostOptions options, HttpProperties properties, EntryTls tls, HttpHandler nowhere) {
        this.routes = new CamelRootHandler(nowhere);
        this.nowhere = nowhere;
        this.key = key;
        this.options = options;
        this.properties = properties;
        this.tls = tls;
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
        HttpHandler atPath = info.isMatchOnUriPrefix() ? handler : exactly(info.getUri().getPath(), handler);
        return routes.add(info.getUri().getPath(), info.getMethodRestrict(), info.isMatchOnUriPrefix(), atPath);
    }

    /**
     * Opens the port.
     *
     * @param entry whether the gateway's own entry needs the port, and not a route of the operator
     * @throws PortFailureAnalyzer.PortException if the entry's port can't be opened
     * @throws IllegalStateException             if another port can't be opened; it has no cause, so that the log shows its message
     */
    private EntryServer start(boolean entry) {
        try {
            return EntryServer.start(key, options, properties, tls, routes);
        } catch (UncheckedIOException e) {
            if (entry) {
                throw new PortFailureAnalyzer.PortException(e);
            }
            throw new IllegalStateException(e.getMessage());
        }
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
        if (routes.isEmpty()) {
            server.stop();
            server = null;
        }
    }
}
