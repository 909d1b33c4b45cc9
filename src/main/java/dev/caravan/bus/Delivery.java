package dev.caravan.bus;

import dev.caravan.call.IdempotencyGuard;
import dev.caravan.mcp.McpException;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Exchange;

/** One delivery of a message. Idempotency key: queue, id, sender and payload, so that nobody can get another sender's answer by choosing an id. */
final class Delivery implements IdempotencyGuard {

    private final Deliveries deliveries;
    private final BusMessage message;
    private final String key;
    private final Set<Integer> begun = new TreeSet<>();
    private byte[] earlier;
    private boolean storeAway;
    private boolean unknown;

    /** @param ownId the sender's message id; null means the broker's id. Without either, only the broker's flag tells a repetition */
    Delivery(Deliveries deliveries, BusMessage message, String ownId, String caller, String instance) {
        this.deliveries = deliveries;
        this.message = message;
        String id = ownId != null ? "own:" + ownId : message.id() != null ? "broker:" + message.id() : null;
        this.key = id == null ? null : key(message, id, String.valueOf(caller), String.valueOf(instance));
    }

    static Delivery of(Exchange exchange) {
        return (Delivery) IdempotencyGuard.of(exchange);
    }

    private static String key(BusMessage message, String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(message.source().getBytes(StandardCharsets.UTF_8));
            for (String part : parts) {
                digest.update((byte) 0);
                digest.update(part.getBytes(StandardCharsets.UTF_8));
            }
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(message.body()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized void begin(int place) throws McpException {
        if (begun.contains(place)) {
            return; // runs as a task
        }
        if (!deliveries.isShared() && !message.traceable()) {
            throw McpException.failed("Tools that change data require a database on this bus. Set caravan.store.url; "
                    + " without it, a redelivered message could run them twice");
        }
        try {
            Deliveries.Before before = key == null ? null : deliveries.begin(key + "/" + place);
            if (before == null && (key != null && deliveries.isShared() || !message.redelivered())) {
                begun.add(place);
                return;
            }
            earlier = before == null ? null : before.answer();
            unknown = earlier == null;
        } catch (StoreException e) {
            storeAway = true;
            throw McpException.unavailable("The call was not run because the gateway can't check now whether it has run before. Send it again later");
        }
        throw McpException.failed("The call was redelivered and had begun before. Its end is unknown, and it was not run again. Check its effect");
    }

    /** Returns the answer to an earlier delivery of this message; null if there is none. */
    synchronized byte[] earlier() {
        return earlier;
    }

    /** Returns whether no call that must run once has begun. */
    synchronized boolean isUntouched() {
        return begun.isEmpty() && earlier == null && !unknown;
    }

    /** Returns whether a call could not begin because the store is away. */
    synchronized boolean isStoreAway() {
        return storeAway;
    }

    /** Returns whether a call had begun in an earlier delivery, and nobody knows its end. */
    synchronized boolean isUnknown() {
        return unknown;
    }

    /** Stores the answer for redeliveries, except of a message that may run again. */
    synchronized void keep(byte[] answer) {
        if (key != null && earlier == null) {
            begun.forEach(place -> deliveries.keep(key + "/" + place, answer));
        }
    }
}
