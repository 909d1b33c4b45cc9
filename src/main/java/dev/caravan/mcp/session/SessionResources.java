package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.Caller;
import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Stores which sessions have subscribed to which resources, for all gateways. */
@Component
public class SessionResources implements SubscribedResources.Holder {

    /** Limits the subscriptions of one session. */
    static final int MOST = 1_000;

    /** Separates the URIs of a session. No URI contains it. */
    private static final String SEPARATOR = "\0";

    private final SubscribedBytes bytes;
    private final SubscribedResources subscribed;
    private final KeyValue values;

    SessionResources(KeyValueStore kinds, SubscribedBytes bytes, SubscribedResources subscribed, SessionStore sessions) {
        this.bytes = bytes;
        this.subscribed = subscribed;
        this.values = kinds.openCached("subscriptions", new KeyValue.Limits(bytes.budget(), SessionResources::size, false));
        sessions.onEnd(session -> {
            values.take(session.id());
            subscribed.changed();
        });
    }

    private static long size(byte[] uris) {
        return uris.length + (long) uris(uris).size() * SubscribedBytes.OVERHEAD;
    }

    private static Set<String> uris(byte[] value) {
        return value == null ? Set.of() : new LinkedHashSet<>(List.of(new String(value, StandardCharsets.UTF_8).split(SEPARATOR)));
    }

    private static byte[] bytes(Set<String> uris) {
        return uris.isEmpty() ? null : String.join(SEPARATOR, uris).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Adds a subscription; returns false if the session has reached its limit.
     *
     * @param owner caller whose quota it counts against; null if there is none
     * @throws McpException 429 or 503, if subscriptions use all their memory
     * @throws dev.caravan.store.StoreException if the subscription can't be stored now
     */
    boolean add(Session session, String uri, String owner) throws McpException {
        boolean[] fits = new boolean[1];
        try {
            values.<RuntimeException>change(session.id(), owner, session.left(), before -> {
                Set<String> uris = new LinkedHashSet<>(uris(before));
                boolean isNew = uris.add(uri);
                fits[0] = uris.size() <= MOST;
                return isNew && fits[0] ? bytes(uris) : before;
            });
        } catch (Budget.FullException e) {
            throw bytes.refusal(e);
        }
        subscribed.changed();
        return fits[0];
    }

    /**
     * Removes a subscription.
     *
     * @throws dev.caravan.store.StoreException if the change can't be stored now
     */
    void remove(Session session, String uri) {
        values.<RuntimeException>change(session.id(), null, session.left(), before -> {
            Set<String> uris = new LinkedHashSet<>(uris(before));
            return uris.remove(uri) ? bytes(uris) : before;
        });
        subscribed.changed();
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Map<String, Set<String>> uris = new HashMap<>();
        for (KeyValue.Entry entry : values.list()) {
            String owner = entry.owner() == null ? SubscribedResources.NOBODY : entry.owner();
            uris.computeIfAbsent(owner, none -> new HashSet<>()).addAll(uris(entry.value()));
        }
        return uris;
    }

    /** Returns those of the given sessions that subscribe to this resource. */
    public List<String> subscribers(String uri, Collection<String> sessions) {
        Map<String, byte[]> subscriptions = values.get(sessions);
        return sessions.stream().filter(session -> uris(subscriptions.get(session)).contains(uri)).toList();
    }

    /**
     * Answers {@code resources/subscribe} and {@code resources/unsubscribe} of legacy clients, which get updates on the GET stream of their
     * session. Without a session a subscription has no effect.
     */
    @Component("subscribeResource")
    public record SubscribeResource(SessionResources subscriptions, ListenSubscription.ListenableResources resources) {

        /** Limits a URI to the size of the table's index entries, in bytes. */
        private static final int LONGEST = 2_000;
        private static final String LATER = "Subscriptions can't be stored now. Try again later";

        /** Subscribes the session to a resource and answers with an empty result. */
        public void subscribe(Exchange exchange) throws McpException {
            String uri = uri(exchange);
            if (uri.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                throw McpException.invalidParams("Invalid params: uri must have at most " + LONGEST + " bytes");
            }
            if (!resources.has(uri, ToolRights.of(exchange))) {
                throw McpException.resourceNotFound(uri, McpRequest.of(exchange).revision());
            }
            Session session = Session.of(exchange);
            try {
                String owner = Caller.share(exchange.getProperty(Caller.PROPERTY, Caller.class));
                if (session != null && !subscriptions.add(session, uri, owner)) {
                    throw McpException.failed(
                            "A session may have at most " + SessionResources.MOST + " subscriptions. Unsubscribe from others first");
                }
            } catch (StoreException e) {
                throw McpException.failed(LATER);
            }
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
            exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
        }

        private static String uri(Exchange exchange) throws McpException {
            String uri = McpRequest.of(exchange).text("uri");
            if (uri.indexOf('\0') >= 0) {
                throw McpException.invalidParams("Invalid params: uri must not contain U+0000");
            }
            return uri;
        }
    }
}
