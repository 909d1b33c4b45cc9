package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.WrongKeys;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Counts wrong credentials, and wrong keys of MCP instances, by address, at this gateway only. */
@Component
class FailedLogins implements WrongKeys {

    static final String TOO_MANY = "Too many wrong credentials came from this address. Try again after the time in Retry-After";

    /** Counts wrong keys apart from wrong credentials: they must not keep unknown tokens of the address from being verified. */
    private static final String OF_KEYS = " keys";
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

    /** Counts wrong credentials. */
    void failed(String address) {
        if (buckets != null) {
            buckets.get(address).tryConsume(1);
        }
    }

    @Override
    public Optional<HttpRefusal> count(String address) {
        if (address == null) {
            return Optional.empty();
        }
        Duration pause = pause(address + OF_KEYS);
        failed(address + OF_KEYS);
        return pause.isZero() ? Optional.empty() : Optional.of(Challenges.later(429, TOO_MANY, pause));
    }
}
