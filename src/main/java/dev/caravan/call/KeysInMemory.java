package dev.caravan.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.caravan.mcp.McpException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The keys of a gateway without a store. It never forgets a key early: when it is full, it refuses new ones. It may drop answers. */
final class KeysInMemory {

    private record Begun(String owner, String request, long until) {
    }

    private final long remember;
    private final int most;
    private final int mostPerOwner;
    private final Ticker clock;
    /** By key, the oldest first. */
    private final Map<String, Begun> calls = new LinkedHashMap<>();
    private final Map<String, Integer> owners = new HashMap<>();
    private final Cache<String, byte[]> answers;

    KeysInMemory(Duration remember, int most, int mostPerOwner, long answerBytes) {
        this(remember, most, mostPerOwner, answerBytes, Ticker.systemTicker());
    }

    KeysInMemory(Duration remember, int most, int mostPerOwner, long answerBytes, Ticker clock) {
        this.clock = clock;
        this.remember = remember.toNanos();
        this.most = most;
        this.mostPerOwner = mostPerOwner;
        this.answers = Caffeine.newBuilder().maximumWeight(answerBytes).weigher((String key, byte[] answer) -> answer.length + key.length()).expireAfterWrite(remember).ticker(clock)
                .build();
    }

    /**
     * Records that a call begins. Returns the call that began before with this key; empty if there is none.
     *
     * @throws McpException if there are too many keys
     */
    synchronized Optional<CallKeys.Before> begin(String owner, String key, String request) throws McpException {
        dropExpired();
        Begun before = calls.get(key);
        if (before != null) {
            return Optional.of(new CallKeys.Before(before.request(), answers.getIfPresent(key)));
        }
        if (owners.getOrDefault(owner, 0) >= mostPerOwner) {
            throw CallKeys.tooMany(mostPerOwner);
        }
        if (calls.size() >= most) {
            throw McpException.unavailable("The call was not run because the gateway remembers " + most + " idempotency keys and can't remember more. Send it again later");
        }
        answers.invalidate(key); // of an expired call
        calls.put(key, new Begun(owner, request, clock.read() + remember));
        owners.merge(owner, 1, Integer::sum);
        return Optional.empty();
    }

    synchronized void keep(String key, byte[] answer) {
        if (calls.containsKey(key)) {
            answers.put(key, answer);
        }
    }

    synchronized void forget(String key) {
        Begun forgotten = calls.remove(key);
        if (forgotten != null) {
            leave(forgotten);
        }
    }

    private void dropExpired() {
        for (Iterator<Begun> oldest = calls.values().iterator(); oldest.hasNext(); ) {
            Begun call = oldest.next();
            if (call.until() - clock.read() > 0) {
                return;
            }
            oldest.remove();
            leave(call);
        }
    }

    private void leave(Begun call) {
        owners.computeIfPresent(call.owner(), (owner, count) -> count == 1 ? null : count - 1);
    }
}
