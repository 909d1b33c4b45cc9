package dev.caravan.bus;

import dev.caravan.call.IdempotencyGuard;
import dev.caravan.mcp.McpException;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores which calls that must run once have begun, and the answers to their messages, for all gateways.
 */
@OnBus
@Component
class Deliveries {

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final int REMEMBERED = 10_000;

    private final Store store;
    private final Duration remember;
    private final KeyValue calls;

    Deliveries(Store store, KeyValueStore kinds, BusProperties properties) {
        this.store = store;
        this.remember = properties.remember();
        this.calls = kinds.open("delivery", KeyValue.Limits.newest(REMEMBERED));
    }

    /** Returns whether the data outlives this gateway. */
    boolean isShared() {
        return store.isSet();
    }

    /** Returns whether it can be recorded now that a call begins. */
    boolean isReachable() {
        try {
            calls.get("");
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    /**
     * Records that a call begins; returns null if it has not begun before. Otherwise returns a byte and the answer, or no bytes if its end
     * is unknown.
     *
     * @throws StoreException if the store is unavailable
     */
    byte[] begin(String key) {
        return calls.add(new KeyValue.Entry(key, null, new byte[0]), remember).orElse(null);
    }

    void keep(String key, byte[] answer) {
        byte[] value = ByteBuffer.allocate(answer.length + 1).put((byte) 1).put(answer).array();
        try {
            calls.<RuntimeException>change(key, null, remember, before -> value);
        } catch (StoreException e) {
            LOG.warn("Answer not stored; a redelivery of its message gets the error that its end is unknown error={}", e.getMessage());
        }
    }

    /**
     * One delivery of a message. Idempotency key: queue, id, sender and payload, so that nobody can get another sender's answer by
     * choosing an id.
     */
    static final class Delivery implements IdempotencyGuard {

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

        private static String key(BusMessage message, String id, String caller, String instance) {
            String sender = String.join("\0", message.source(), id, caller, instance, "");
            return HexFormat.of().formatHex(DigestUtils.updateDigest(DigestUtils.getSha256Digest(), sender).digest(message.body()));
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
                byte[] before = key == null ? null : deliveries.begin(key + "/" + place);
                if (before == null && (key != null && deliveries.isShared() || !message.redelivered())) {
                    begun.add(place);
                    return;
                }
                unknown = before == null || before.length == 0;
                earlier = unknown ? null : Arrays.copyOfRange(before, 1, before.length);
            } catch (StoreException e) {
                storeAway = true;
                throw McpException.unavailable("The call was not run because the gateway can't check now whether it has run before."
                        + " Send it again later");
            }
            throw McpException.failed("The call was redelivered and had begun before. Its end is unknown, and it was not run again."
                    + " Check its effect");
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
}
