package dev.caravan.call.result;

import dev.caravan.envelope.NotFoundException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The whole of results that were cut, as JSON, in the memory of this gateway. Each belongs to the caller of its tool. When a limit is
 * reached, the oldest results go first: the caller's own, then those of all.
 */
@Component
public class KeptResults {

    /** The URI of a result begins with this. */
    public static final String URI = "caravan:///results/";

    private static final int ID_BYTES = 18;
    /** What a result takes beside its JSON, about. */
    private static final int OVERHEAD = 500;

    private record Kept(String owner, byte[] json, long until) {

        long size() {
            return json.length + OVERHEAD;
        }
    }

    private final Duration ttl;
    private final long most;
    private final long mostPerOwner;
    private final LongSupplier clock;
    private final SecureRandom random = new SecureRandom();
    /** By id, the oldest first. */
    private final Map<String, Kept> results = new LinkedHashMap<>();

    @Autowired
    KeptResults(ResultProperties properties) {
        this(properties.ttl(), properties.maxMemory().toBytes(), properties.maxMemoryPerCaller().toBytes());
    }

    KeptResults(Duration ttl, long most, long mostPerOwner) {
        this(ttl, most, mostPerOwner, System::nanoTime);
    }

    KeptResults(Duration ttl, long most, long mostPerOwner, LongSupplier clock) {
        this.clock = clock;
        this.ttl = ttl;
        this.most = most;
        this.mostPerOwner = Math.min(most, mostPerOwner);
    }

    /** Keeps a result. Returns its URI; empty if it is larger than the limits. */
    public Optional<String> keep(String owner, byte[] json) {
        Kept kept = new Kept(owner, json, clock.getAsLong() + ttl.toNanos());
        if (kept.size() > mostPerOwner) {
            return Optional.empty();
        }
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        String key = Base64.getUrlEncoder().withoutPadding().encodeToString(id);
        synchronized (results) {
            dropExpired();
            drop(other -> other.owner().equals(owner), kept.size(), mostPerOwner);
            drop(other -> true, kept.size(), most);
            results.put(key, kept);
        }
        return Optional.of(URI + key);
    }

    private void dropExpired() {
        results.values().removeIf(kept -> kept.until() - clock.getAsLong() < 0);
    }

    /** Drops the oldest results that fit the condition until there is room for {@code more} bytes. */
    private void drop(Predicate<Kept> which, long more, long limit) {
        long used = results.values().stream().filter(which).mapToLong(Kept::size).sum();
        for (Iterator<Kept> oldest = results.values().iterator(); used + more > limit && oldest.hasNext(); ) {
            Kept kept = oldest.next();
            if (which.test(kept)) {
                used -= kept.size();
                oldest.remove();
            }
        }
    }

    /** @throws NotFoundException if it has expired, was dropped, or belongs to another caller */
    byte[] get(String id, String owner) throws NotFoundException {
        synchronized (results) {
            dropExpired();
            Kept kept = results.get(id);
            if (kept == null || !kept.owner().equals(owner)) {
                throw new NotFoundException("This gateway does not keep this result for you: it has expired, was dropped for newer results, or is kept by another gateway. Call the tool again");
            }
            return kept.json();
        }
    }
}
