package dev.caravan.bus;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.call.IdempotencyGuard;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.OpenAnswer;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.NodeMessaging;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The messages that run here, and, for all gateways, which calls that must run once have begun, and the answers to their messages.
 */
@OnBus
@Component
class Deliveries {

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final int REMEMBERED = 10_000;
    private static final int CANCELS_OF_SENDER = 20;
    private static final int CANCELS_AT_ONCE = 250;

    private final Store store;
    private final Duration remember;
    private final KeyValue calls;
    private final NodeMessaging.Broadcast others;
    /** Deliveries that a sender may cancel. One whose route failed leaves with its exchange. */
    private final Map<Delivery, Boolean> running = Caffeine.newBuilder().weakKeys().<Delivery, Boolean>build().asMap();

    Deliveries(Store store, KeyValueStore kinds, NodeMessaging messaging, BusProperties properties) {
        this.store = store;
        this.remember = properties.remember();
        this.calls = kinds.open("delivery", KeyValue.Limits.newest(REMEMBERED));
        this.others = messaging.broadcast("bus-cancel", CANCELS_OF_SENDER, CANCELS_AT_ONCE, this::cancelHere);
    }

    /**
     * Opens a delivery of the message of an exchange.
     *
     * @param ownId the sender's message id; null means the broker's id. Without either, only the broker's flag tells a repetition
     */
    void open(Exchange exchange, String ownId, String caller, String instance) {
        Delivery delivery = new Delivery(exchange, ownId, caller + "\0" + instance + "\0");
        exchange.setProperty(IdempotencyGuard.PROPERTY, delivery);
        exchange.setProperty(AnswerStream.PROPERTY, delivery);
        exchange.setProperty(AnswerStream.RequestCanceller.PROPERTY, (AnswerStream.RequestCanceller) id -> {
            others.send(delivery.sender, delivery.mark(id));
            cancelHere(delivery.mark(id));
        });
        running.put(delivery, true);
    }

    private void cancelHere(String mark) {
        running.keySet().stream().filter(delivery -> delivery.isRequest(mark)).forEach(OpenAnswer::silence);
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
     * One delivery of a message, and its answer, which nothing precedes. Idempotency key: queue, id, sender and payload, so that nobody can
     * get another sender's answer by choosing an id.
     */
    final class Delivery extends OpenAnswer implements IdempotencyGuard {

        private final Exchange exchange;
        private final BusMessage message;
        private final String sender;
        private final String key;
        private final Set<Integer> begun = new TreeSet<>();
        private byte[] earlier;
        private String heldBack;
        private boolean unknown;

        private Delivery(Exchange exchange, String ownId, String sender) {
            this.exchange = exchange;
            this.message = BusMessage.of(exchange);
            this.sender = sender;
            String id = ownId != null ? "own:" + ownId : message.id() != null ? "broker:" + message.id() : null;
            String name = message.source() + "\0" + id + "\0" + sender;
            this.key = id == null ? null
                    : HexFormat.of().formatHex(DigestUtils.updateDigest(DigestUtils.getSha256Digest(), name).digest(message.body()));
        }

        static Delivery of(Exchange exchange) {
            return (Delivery) IdempotencyGuard.of(exchange);
        }

        @Override
        public synchronized void begin(int place) throws McpException {
            if (begun.contains(place)) {
                return; // runs as a task
            }
            if (!store.isSet() && !message.traceable()) {
                throw McpException.failed("Tools that change data require a database on this bus. Set caravan.store.url; "
                        + " without it, a redelivered message could run them twice");
            }
            try {
                byte[] before = key == null ? null
                        : calls.add(new KeyValue.Entry(key + "/" + place, null, new byte[0]), remember).orElse(null);
                if (before == null && (key != null && store.isSet() || !message.redelivered())) {
                    begun.add(place);
                    return;
                }
                unknown = before == null || before.length == 0;
                earlier = unknown ? null : Arrays.copyOfRange(before, 1, before.length);
            } catch (StoreException e) {
                heldBack = "The gateway's database can't be reached";
                throw McpException.unavailable("The call was not run because the gateway can't check now whether it has run before."
                        + " Send it again later");
            }
            throw McpException.failed("The call was redelivered and had begun before. Its end is unknown, and it was not run again."
                    + " Check its effect");
        }

        @Override
        public synchronized void revoke(int place) {
            if (closed) {
                return; // runs as a task
            }
            heldBack = "All places for running calls are taken";
            if (begun.remove(place) && key != null) {
                store(place, null);
            }
        }

        /** Returns the answer to an earlier delivery of this message; null if there is none. */
        synchronized byte[] earlier() {
            return earlier;
        }

        /** Returns whether no call that must run once has begun. */
        synchronized boolean isUntouched() {
            return begun.isEmpty() && earlier == null && !unknown;
        }

        /** Returns why a call could not begin now; null if it could. */
        synchronized String heldBack() {
            return heldBack;
        }

        /** Stores the answer for redeliveries, except of a message that may run again. Returns false if the request is cancelled. */
        synchronized boolean end(byte[] answer) {
            running.remove(this);
            closeForAnswer();
            if (key != null && earlier == null) {
                byte[] value = ByteBuffer.allocate(answer.length + 1).put((byte) 1).put(answer).array();
                begun.forEach(place -> store(place, value));
            }
            return !silent;
        }

        private void store(int place, byte[] value) {
            try {
                calls.<RuntimeException>change(key + "/" + place, null, remember, before -> value);
            } catch (StoreException e) {
                LOG.warn("Answer not stored; a redelivery of its message gets the error that its end is unknown error={}", e.getMessage());
            }
        }

        /** Returns the name of a request of the same sender who waits at the same place, for all gateways. */
        private String mark(JsonNode id) {
            return DigestUtils.sha256Hex(sender + message.answers() + "\0" + id);
        }

        private boolean isRequest(String mark) {
            McpRequest request = McpRequest.of(exchange);
            return request != null && request.kind() == McpRequest.Kind.REQUEST && mark.equals(mark(request.id()));
        }

        @Override
        public void send(ServerMessage message) {
            // nothing precedes the answer
        }

        @Override
        public void interrupt(Duration after) {
            // there is no connection
        }
    }
}
