package dev.caravan.http;

import io.undertow.server.HttpHandler;
import java.net.URI;
import org.apache.camel.component.undertow.HttpHandlerRegistrationInfo;
import org.apache.camel.component.undertow.UndertowConsumer;
import org.apache.camel.component.undertow.UndertowHost;
import org.apache.camel.component.undertow.UndertowHostKey;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.apache.camel.component.undertow.handlers.CamelRootHandler;
import org.apache.camel.component.undertow.handlers.RestRootHandler;

/** The routes of one port, as camel-undertow's own host has them, on an {@link EntryServer}, which runs as long as there is a route. */
class EntryHost implements UndertowHost {

    private final UndertowHostKey key;
    private final UndertowHostOptions options;
    private final HttpProperties properties;
    private final CamelRootHandler routes;
    private final RestRootHandler restRoutes = new RestRootHandler();
    private EntryServer server;

    /** @param nowhere what answers where there is no route */
    EntryHost(UndertowHostKey key, UndertowHostOptions options, HttpProperties properties, HttpHandler nowhere) {
        this.routes = new CamelRootHandler(nowhere);
        this.key = key;
        this.options = options;
        this.properties = properties;
        restRoutes.init(key.getPort());
    }

    @Override
    public void validateEndpointURI(URI uri) {
        // every address is one
    }

    @Override
    public synchronized HttpHandler registerHandler(UndertowConsumer consumer, HttpHandlerRegistrationInfo info, HttpHandler handler) {
        boolean rest = consumer != null && consumer.isRest();
        if (server == null) {
            server = EntryServer.start(key, options, properties, rest ? restRoutes : routes);
        }
        if (rest) {
            restRoutes.addConsumer(consumer);
        }
        return routes.add(info.getUri().getPath(), info.getMethodRestrict(), info.isMatchOnUriPrefix(), handler);
    }

    @Override
    public synchronized void unregisterHandler(UndertowConsumer consumer, HttpHandlerRegistrationInfo info) {
        if (server == null) {
            return;
        }
        boolean last;
        if (consumer != null && consumer.isRest()) {
            restRoutes.removeConsumer(consumer);
            last = restRoutes.consumers() <= 0;
        } else {
            routes.remove(info.getUri().getPath(), info.getMethodRestrict(), info.isMatchOnUriPrefix());
            last = routes.isEmpty();
        }
        if (last) {
            server.stop();
            server = null;
        }
    }
}
