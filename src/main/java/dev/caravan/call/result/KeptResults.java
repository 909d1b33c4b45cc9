package dev.caravan.call.result;

import dev.caravan.envelope.NotFoundException;
import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.MemoryValues;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
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

    /** What a result takes beside its JSON, about. */
    private static final int OVERHEAD = 500;

    private final KeyValue results;
    private final Duration ttl;
    private final long largest;

    @Autowired
    KeptResults(ResultProperties properties) {
        this(properties.ttl(), properties.maxMemory().toBytes(), properties.maxMemoryPerCaller().toBytes());
    }

    KeptResults(Duration ttl, long most, long mostPerOwner) {
        this(ttl, most, mostPerOwner, System::nanoTime);
    }

    KeptResults(Duration ttl, long most, long mostPerOwner, LongSupplier clock) {
        this.ttl = ttl;
        this.largest = Math.min(most, mostPerOwner);
        this.results = new MemoryValues(new KeyValue.Limits(new Budget(largest, most), json -> json.length + OVERHEAD, true), clock);
    }

    /** Keeps a result. Returns its URI; empty if it is larger than the limits. */
    public Optional<String> keep(String owner, byte[] json) {
        if (json.length + OVERHEAD > largest) {
            return Optional.empty();
        }
        String key = UUID.randomUUID().toString();
        results.put(new KeyValue.Entry(key(key, owner), owner, json), ttl);
        return Optional.of(URI + key);
    }

    private static String key(String id, String owner) {
        return id + " " + owner;
    }

    /** @throws NotFoundException if it has expired, was dropped, or belongs to another caller */
    byte[] get(String id, String owner) throws NotFoundException {
        return results.get(key(id, owner)).orElseThrow(() -> new NotFoundException("This gateway does not keep this result for you: "
                + "it has expired, was dropped for newer results, or is kept by another gateway. Call the tool again"));
    }
}
