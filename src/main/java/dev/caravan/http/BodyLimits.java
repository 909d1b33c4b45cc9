package dev.caravan.http;

import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Shares;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Limits request bodies: the size and time of each, and the size of all bodies in memory. */
@Component
class BodyLimits {

    /** The bytes of each body that are not counted, so that small requests always pass. The number of connections limits them. */
    static final int FREE = 16 * 1024;

    private static final Map<String, String> AGAIN = Map.of("Retry-After", "1");

    private final long maxBody;
    private final long maxBodies;
    private final Shares<String> callers;
    private final long patience;
    private final long requestTimeout;
    private final long minRate;
    private final AtomicLong held = new AtomicLong();

    BodyLimits(HttpProperties properties) {
        this.maxBody = properties.maxBody().toBytes();
        this.maxBodies = properties.maxBodies().toBytes();
        this.callers = new Shares<>(properties.maxBodiesPerCaller().toBytes());
        this.patience = properties.patience().toNanos();
        this.requestTimeout = properties.requestTimeout().toNanos();
        this.minRate = properties.minRate().toBytes();
    }

    long maxBody() {
        return maxBody;
    }

    HttpRefusal tooLarge() {
        return new HttpRefusal(413, "The body is larger than the limit of " + maxBody + " bytes. Send less");
    }

    /**
     * Reserves memory until {@link #release}.
     *
     * @param owner caller whose quota it counts against; null if there is none
     * @throws HttpRefusal 503, if all bodies exceed their limit; 429, if those of the owner do. Nothing is reserved then
     */
    void hold(String owner, int bytes) throws HttpRefusal {
        if (!callers.take(owner, bytes)) {
            throw new HttpRefusal(429, "Your request bodies exceed the limit of " + callers.most() + " bytes for one caller. Wait for answers, then send this again",
                    AGAIN);
        }
        if (held.addAndGet(bytes) > maxBodies) {
            release(owner, bytes);
            throw new HttpRefusal(503, "The gateway has reached its limit of request bodies in memory. Send this again later", AGAIN);
        }
    }

    void release(String owner, long bytes) {
        held.addAndGet(-bytes);
        callers.give(owner, bytes);
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
