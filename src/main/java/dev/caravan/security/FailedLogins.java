package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Counts wrong credentials by address, at this gateway only. */
@Component
class FailedLogins {

    static final String TOO_MANY = "Too many wrong credentials came from this address. Try again after the time in Retry-After";

    private static final int MOST_ADDRESSES = 100_000;

    private final LoadingCache<String, Bucket> buckets;

    FailedLogins(FailedLoginProperties limit) {
        if (limit.attempts() == 0) {
            buckets = null;
            return;
        }
        Bandwidth bandwidth = Bandwidth.builder().capacity(limit.attempts()).refillGreedy(limit.attempts(), limit.per()).build();
        buckets = Caffeine.newBuilder().maximumSize(MOST_ADDRESSES).expireAfterAccess(limit.per().multipliedBy(2))
                .build(address -> Bucket.builder().addLimit(bandwidth).withNanosecondPrecision().build());
    }

    /** Returns the time until this address may send wrong credentials again; zero if it may now. */
    Duration pause(String address) {
        Bucket bucket = buckets == null ? null : buckets.getIfPresent(address);
        return bucket == null ? Duration.ZERO : Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    void count(String address) {
        if (buckets != null) {
            buckets.get(address).tryConsume(1);
        }
    }
}
