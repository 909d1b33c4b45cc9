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

/**
 * One delivery of a message. What it is known by is of its queue, its id, who sent it, and all that it says: nobody can be given another's
 * answer by choosing an id.
 */
final class Delivery implements IdempotencyGuard {

    private final Deliveries deliveries;
    private final BusMessage message;
    private final String key;
    private final Set<Integer> begun = new TreeSet<>();
    private byte[] earlier;

    /** @param ownId the sender's id for it; null: it has none but the broker's */
    Delivery(Deliveries deliveries, BusMessage message, String ownId, String caller, String instance) {
        this.deliveries = deliveries;
        this.message = message;
        this.key = key(message, ownId == null ? "broker:" + message.id() : "own:" + ownId, String.valueOf(caller), String.valueOf(instance));
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
            return; // goes on as a task
        }
        if (!deliveries.isShared() && !message.traceable()) {
            throw McpException.failed("Tools that change something run on this bus only where caravan.store.url names a database: "
                    + "without one, a message that is delivered again could run them twice");
        }
        try {
            Deliveries.Before before = deliveries.begin(key + "/" + place);
            if (before == null && (deliveries.isShared() || !message.redelivered())) {
                begun.add(place);
                return;
            }
            earlier = before == null ? null : before.answer();
        } catch (StoreException e) {
            throw McpException.unavailable("It can't be told now whether this call has run before, so it was not run: send it again later");
        }
        throw McpException.failed("This call was delivered before and has begun to run; how it ended is not known, and it was not run again");
    }

    /** What this message was answered when it was delivered before; null: nothing is known of that. */
    synchronized byte[] earlier() {
        return earlier;
    }

    /** Keeps what the message is answered, should it come again; nothing of one that may run again. */
    synchronized void keep(byte[] answer) {
        if (earlier == null) {
            begun.forEach(place -> deliveries.keep(key + "/" + place, answer));
        }
    }
}
