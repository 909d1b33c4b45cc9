package dev.caravan.bus;

import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValues;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores which calls that must run once have begun, and the answers to their messages, for all gateways.
 */
@OnBus
@Component
class Deliveries {

    /** @param answer null if the call's end is unknown */
    record Before(byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final int REMEMBERED = 10_000;
    /** Value of a call whose end is unknown. After an answer, the value is this byte twice and the answer, which may be empty. */
    private static final byte[] BEGUN = {1};

    private final Store store;
    private final Duration remember;
    private final KeyValue calls;

    Deliveries(Store store, KeyValues kinds, BusProperties properties) {
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
     * Records that a call begins; returns null if it has not begun before.
     *
     * @throws StoreException if the store is unavailable
     */
    Before begin(String key) {
        return calls.add(new KeyValue.Entry(key, null, BEGUN), remember)
                .map(value -> new Before(value.length == 1 ? null : Arrays.copyOfRange(value, 2, value.length))).orElse(null);
    }

    void keep(String key, byte[] answer) {
        byte[] value = ByteBuffer.allocate(answer.length + 2).put(BEGUN).put(BEGUN).put(answer).array();
        try {
            calls.<RuntimeException>change(key, null, remember, before -> value);
        } catch (StoreException e) {
            LOG.warn("Answer not stored; a redelivery of its message gets the error that its end is unknown error={}", e.getMessage());
        }
    }
}
