package dev.caravan.mcp.session;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValues;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Stores which sessions have subscribed to which resources, for all gateways. */
@Component
public class SessionResources implements SubscribedResources.Holder {

    /** Limits the subscriptions of one session. */
    static final int MOST = 1_000;

    /** Separates the URIs of a session. No URI contains it. */
    private static final String SEPARATOR = "\0";

    private final SubscribedBytes bytes;
    private final KeyValue values;

    SessionResources(KeyValues kinds, SubscribedBytes bytes) {
        this.bytes = bytes;
        this.values = kinds.openCached("subscriptions", new KeyValue.Limits(bytes.budget(), SessionResources::size, false));
    }

    private static long size(byte[] uris) {
        long separators = 0;
        for (byte each : uris) {
            separators += each == 0 ? 1 : 0;
        }
        return uris.length - separators + (separators + 1) * SubscribedBytes.OVERHEAD;
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
    }

    /**
     * Removes the subscriptions of a session that has ended.
     *
     * @throws dev.caravan.store.StoreException if the change can't be stored now
     */
    public void end(Session session) {
        values.take(session.id());
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
}
