package dev.caravan.http;

import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Shares;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** What the bodies of requests may take: each of them in bytes and time, and all that are held together in bytes. */
@Component
class BodyLimits {

    /** Bytes of each body that are not counted, so that small requests are taken whatever others hold; as many as connections may have anyway. */
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
        return new HttpRefusal(413, "The body is larger than " + maxBody + " bytes");
    }

    /**
     * Counts bytes that are held from now on, until {@link #release}.
     *
     * @param owner whose share they are of; null: nobody's
     * @throws HttpRefusal 503, if all bodies together are larger than they may be; 429, if those of the owner are. Then nothing is counted
     */
    void hold(String owner, int bytes) throws HttpRefusal {
        if (!callers.take(owner, bytes)) {
            throw new HttpRefusal(429, "Your request bodies take more than " + callers.most() + " bytes, which is the limit of a caller: send this again once others are answered",
                    AGAIN);
        }
        if (held.addAndGet(bytes) > maxBodies) {
            release(owner, bytes);
            throw new HttpRefusal(503, "The gateway holds as many request bodies as it may: send this again later", AGAIN);
        }
    }

    void release(String owner, long bytes) {
        held.addAndGet(-bytes);
        callers.give(owner, bytes);
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
