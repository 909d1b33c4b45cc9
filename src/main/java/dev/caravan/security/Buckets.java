package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;

/** Limits a rate by owner at this gateway, with token buckets. A bucket is dropped after it has been full for a while. */
final class Buckets {

    private static final int MOST = 100_000;

    private final LoadingCache<String, Bucket> all;

    /**
     * @param number   of an owner in the period; 0 means no limit
     * @param capacity number at once after a pause; 0 means {@code number}
     */
    Buckets(long number, Duration per, long capacity) {
        if (number == 0) {
            all = null;
            return;
        }
        long most = capacity == 0 ? number : capacity;
        Bandwidth bandwidth = Bandwidth.builder().capacity(most).refillGreedy(number, per).build();
        all = Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(per.multipliedBy(1 + most / number))
                .build(owner -> Bucket.builder().addLimit(bandwidth).withNanosecondPrecision().build());
    }

    boolean isOff() {
        return all == null;
    }

    /** Counts one. Returns zero if it is within the limit, else the time to wait. */
    Duration take(String owner) {
        return all == null ? Duration.ZERO : Duration.ofNanos(all.get(owner).tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill());
    }

    /** Returns the time until the next one is within the limit. Counts nothing. */
    Duration pause(String owner) {
        Bucket bucket = all == null ? null : all.getIfPresent(owner);
        return bucket == null ? Duration.ZERO : Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }
}
