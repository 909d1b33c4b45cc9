package dev.caravan.http;

import dev.caravan.envelope.Text;
import dev.caravan.json.HeapRoom;
import dev.caravan.security.HttpRefusal;
import dev.caravan.store.Budget;
import java.time.Duration;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Limits request bodies: the size and time of each, and the size of all bodies in memory. */
@Component
class BodyLimits {

    /** The bytes of each body that are not counted, so that small requests always pass. The number of connections limits them. */
    static final int FREE = 16 * 1024;

    /** Heap that a byte of a body takes: as received, as text, and in values. */
    private static final int HEAP_PER_BYTE = 6;
    /** Heap that each value takes in addition, for the objects that are made of it. */
    private static final int HEAP_PER_VALUE = 64;

    private static final Map<String, String> AGAIN = Map.of("Retry-After", "1");

    private final long maxBody;
    private final Budget bodies;
    private final long patience;
    private final long requestTimeout;
    private final long minRate;
    /** Leaves a third of it to others than one caller. */
    private final Budget heap = new Budget(HeapRoom.ofBodies() / 3 * 2, HeapRoom.ofBodies());

    BodyLimits(HttpProperties properties) {
        this.maxBody = properties.maxBody().toBytes();
        this.bodies = new Budget(properties.maxBodiesPerCaller().toBytes(), properties.maxBodies().toBytes());
        this.patience = properties.patience().toNanos();
        this.requestTimeout = properties.requestTimeout().toNanos();
        this.minRate = properties.minRate().toBytes();
    }

    /** Returns the maximum size of a body: the setting, or more where the endpoint needs it. */
    long maxBody(HttpRules rules) {
        return Math.max(maxBody, rules.maxBody());
    }

    static HttpRefusal tooLarge(long limit) {
        return new HttpRefusal(413, Text.of("http.tooLarge", limit), Map.of());
    }

    /** Returns the bytes that are reserved now. */
    long held() {
        return bodies.used();
    }

    /** Bytes and values of a body. */
    record Size(long bytes, long values) {

        static final Size NONE = new Size(0, 0);

        Size plus(Size more) {
            return new Size(bytes + more.bytes, values + more.values);
        }

        private long heap() {
            return bytes * HEAP_PER_BYTE + values * HEAP_PER_VALUE;
        }
    }

    /**
     * Reserves memory until {@link #release}.
     *
     * @param owner  caller whose quota it counts against; null if there is none
     * @param before what is reserved for the body already
     * @throws HttpRefusal 503, if all bodies exceed their limit; 429, if those of the owner do; 413, if its values alone would fill the
     * memory.                     Nothing is reserved then
     */
    void hold(String owner, Size before, Size more) throws HttpRefusal {
        if (before.plus(more).heap() > heap.perOwner()) {
            throw new HttpRefusal(413, "The body has too many values for the memory of the gateway. Send it in parts");
        }
        take(bodies, owner, more.bytes(), "Your request bodies exceed the limit of " + bodies.perOwner() + " bytes for one caller."
                + " Wait for answers, then send this again");
        try {
            take(heap, owner, more.heap(), "The values of your request bodies exceed the memory for one caller. Wait for answers, then"
                    + " send this again");
        } catch (HttpRefusal refusal) {
            bodies.give(owner, more.bytes());
            throw refusal;
        }
    }

    private static void take(Budget budget, String owner, long amount, String tooMuchOfOwner) throws HttpRefusal {
        try {
            budget.take(owner, amount);
        } catch (Budget.FullException full) {
            throw full.isOfOwner() ? new HttpRefusal(429, tooMuchOfOwner, AGAIN) : new HttpRefusal(503,
                    "The gateway has reached its limit of request bodies in memory. Send this again later", AGAIN);
        }
    }

    void release(String owner, Size size) {
        bodies.give(owner, size.bytes());
        heap.give(owner, size.heap());
    }

    /**
     * Returns the time by which more of the body must arrive, as in {@link System#nanoTime}.
     *
     * @param begun    start of the wait for the first byte
     * @param last     time of the latest byte
     * @param received bytes so far
     */
    long deadline(long begun, long last, long received) {
        long late = Math.min(last + patience - begun, requestTimeout);
        if (minRate > 0) {
            late = Math.min(late, Math.max(patience, Duration.ofSeconds(1).toNanos() / minRate * received));
        }
        return begun + late;
    }
}
