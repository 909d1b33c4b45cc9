package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.call.CallMeters;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** How often each caller may come: a token bucket each, in this gateway alone, forgotten once it has been full for long. */
@Component
class CallRate {

    static final String TOO_MANY = "Too many requests; Retry-After says when the next is taken";

    private static final int MOST_CALLERS = 100_000;

    private final LoadingCache<String, Bucket> buckets;
    private final CallMeters meters;

    CallRate(RateLimitProperties limit, CallMeters meters) {
        this.meters = meters;
        if (limit.calls() == 0) {
            buckets = null;
            return;
        }
        long capacity = limit.burst() == 0 ? limit.calls() : limit.burst();
        Bandwidth bandwidth = Bandwidth.builder().capacity(capacity).refillGreedy(limit.calls(), limit.per()).build();
        Duration untilFull = limit.per().multipliedBy(1 + capacity / limit.calls());
        buckets = Caffeine.newBuilder().maximumSize(MOST_CALLERS).expireAfterAccess(untilFull)
                .build(caller -> Bucket.builder().addLimit(bandwidth).withNanosecondPrecision().build());
    }

    boolean isOff() {
        return buckets == null;
    }

    /** Counts one call. Zero: it may be made; else how long to wait for the next that may. */
    Duration take(String caller) {
        if (buckets == null) {
            return Duration.ZERO;
        }
        Duration wait = Duration.ofNanos(buckets.get(caller).tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill());
        if (!wait.isZero()) {
            meters.tooOften();
        }
        return wait;
    }
}
