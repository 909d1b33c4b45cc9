package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.Caller;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Answers {@code resources/subscribe} and {@code resources/unsubscribe} of legacy clients, which get updates on the GET stream of their
 * session. Without a session a subscription has no effect.
 */
@Component("subscribeResource")
public class SubscribeResource {

    /** Limits a URI to the size of the table's index entries, in bytes. */
    private static final int LONGEST = 2_000;
    private static final String LATER = "Subscriptions can't be stored now. Try again later";

    private final SessionResources subscriptions;
    private final ObjectProvider<ListenSubscription.ListenableResources> resources;
    private final SubscribedResources subscribed;

    SubscribeResource(SessionResources subscriptions, ObjectProvider<ListenSubscription.ListenableResources> resources,
            SubscribedResources subscribed) {
        this.subscriptions = subscriptions;
        this.resources = resources;
        this.subscribed = subscribed;
    }

    /** Subscribes the session to a resource and answers with an empty result. */
    public void subscribe(Exchange exchange) throws McpException {
        String uri = uri(exchange);
        if (uri.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw McpException.invalidParams("Invalid params: uri must have at most " + LONGEST + " bytes");
        }
        ListenSubscription.ListenableResources known = resources.getIfAvailable();
        if (known == null || !known.has(uri, ToolRights.of(exchange))) {
            throw McpException.resourceNotFound(uri, McpRequest.of(exchange).revision());
        }
        Session session = Session.of(exchange);
        try {
            if (session != null && !subscriptions.add(session, uri, Caller.share(exchange.getProperty(Caller.PROPERTY, Caller.class)))) {
                throw McpException.failed("A session may have at most " + SessionResources.MOST + " subscriptions. Unsubscribe from others first");
            }
        } catch (StoreException e) {
            throw McpException.failed(LATER);
        }
        subscribed.changed();
        exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
    }

    /** Ends the session's subscription to a resource and answers with an empty result. */
    public void unsubscribe(Exchange exchange) throws McpException {
        String uri = uri(exchange);
        Session session = Session.of(exchange);
        try {
            if (session != null) {
                subscriptions.remove(session, uri);
            }
        } catch (StoreException e) {
            throw McpException.failed(LATER);
        }
        subscribed.changed();
        exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
    }

    private static String uri(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        JsonNode uri = request.params().get("uri");
        if (uri == null || !uri.isTextual()) {
            throw McpException.invalidParams("Invalid params: " + request.method() + " requires uri, a string");
        }
        if (uri.textValue().indexOf('\0') >= 0) {
            throw McpException.invalidParams("Invalid params: uri must not contain U+0000");
        }
        return uri.textValue();
    }
}
