package dev.caravan.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** What the bodies of requests may take: each of them in bytes and time, and all that are held together in bytes. */
@Component
class BodyLimits {

    private final long maxBody;
    private final long maxBodies;
    private final long patience;
    private final long requestTimeout;
    private final long minRate;
    private final AtomicLong held = new AtomicLong();

    BodyLimits(HttpProperties properties) {
        this.maxBody = properties.maxBody().toBytes();
        this.maxBodies = properties.maxBodies().toBytes();
        this.patience = properties.patience().toNanos();
        this.requestTimeout = properties.requestTimeout().toNanos();
        this.minRate = properties.minRate().toBytes();
    }

    long maxBody() {
        return maxBody;
    }

    HttpRefusal tooLarge() {
        return new HttpRefusal(413, "The body is larger than " + maxBody + " bytes");
    }

    /**
     * Counts bytes that are held from now on, also where it refuses them.
     *
     * @throws HttpRefusal 503, if all bodies together are larger than they may be
     */
    void hold(int bytes) throws HttpRefusal {
        if (held.addAndGet(bytes) > maxBodies) {
            throw new HttpRefusal(503, "The gateway holds as many request bodies as it may: send this again later", java.util.Map.of("Retry-After", "1"));
        }
    }

    void release(long bytes) {
        held.addAndGet(-bytes);
    }

    /**
     * Until when a body must go on, in {@link System#nanoTime}.
     *
     * @param begun    when its first byte was waited for
     * @param last     when a byte came last
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
