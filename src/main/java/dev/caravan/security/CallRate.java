package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.call.CallMeters;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Limits the rate of each caller with a token bucket at this gateway. A bucket is dropped after it has been full for a while. */
@Component
class CallRate {

    static final String TOO_MANY = "You have reached the rate limit. Send the next request after the time in Retry-After";

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

    /** Counts one call. Returns zero if it may be made, else the time to wait. */
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
