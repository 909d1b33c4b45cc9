package dev.caravan.store;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Values in the memory of this gateway. They end with it. */
public final class MemoryValues implements KeyValue {

    /** @param expires in ns of the clock */
    private record Held(Entry entry, long size, long expires, long number) {
    }

    private final Limits limits;
    private final LongSupplier clock;
    private final long began;
    /** By key, the oldest first. It is the lock of the two fields after it. */
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final NavigableSet<Held> expiring = new TreeSet<>(Comparator.comparingLong(Held::expires).thenComparingLong(Held::number));
    private long numbers;
    /** One for each key, as long as somebody holds it. A change may wait for another server, and must stop no other key. */
    private final LoadingCache<String, Object> locks = Caffeine.newBuilder().weakValues().build(key -> new Object());

    public MemoryValues(Limits limits) {
        this(limits, System::nanoTime);
    }

    /** @param clock ns */
    public MemoryValues(Limits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
        this.began = clock.getAsLong();
    }

    @Override
    public Map<String, byte[]> get(Collection<String> keys) {
        synchronized (held) {
            dropExpired();
            Map<String, byte[]> values = new HashMap<>();
            keys.stream().filter(held::containsKey).forEach(key -> values.put(key, held.get(key).entry().value()));
            return values;
        }
    }

    @Override
    public List<Entry> list() {
        synchronized (held) {
            dropExpired();
            return held.values().stream().map(Held::entry).toList();
        }
    }

    @Override
    public <E extends Exception> void change(String key, String owner, Duration ttl, Change<E> change) throws E {
        synchronized (locks.get(key)) {
            byte[] before = get(key).orElse(null);
            byte[] after = change.apply(before);
            if (after == before) {
                return;
            }
            synchronized (held) {
                replace(key, owner, after, ttl);
            }
        }
    }

    private void replace(String key, String owner, byte[] value, Duration ttl) {
        Held former = remove(key);
        if (value == null) {
            return;
        }
        Entry entry = new Entry(key, former == null ? owner : former.entry().owner(), value);
        long kept = former == null ? Long.MAX_VALUE : former.expires();
        long expires = ttl == null ? kept : clock.getAsLong() - began + Math.max(0, ttl.toNanos());
        try {
            hold(new Held(entry, limits.size().applyAsLong(value), expires, numbers++));
        } catch (Budget.FullException e) {
            if (former != null) {
                hold(former);
            }
            throw e;
        }
    }

    private void hold(Held next) {
        String owner = next.entry().owner();
        for (boolean fits = false; !fits; ) {
            try {
                limits.budget().take(owner, next.size());
                fits = true;
            } catch (Budget.FullException e) {
                if (!limits.dropsOldest() || !dropOldest(e.isOfOwner() ? owner : null)) {
                    throw e;
                }
            }
        }
        held.put(next.entry().key(), next);
        expiring.add(next);
    }

    /** @param owner null for any owner */
    private boolean dropOldest(String owner) {
        return held.values().stream().map(Held::entry).filter(each -> owner == null || owner.equals(each.owner())).findFirst()
                .map(oldest -> remove(oldest.key())).isPresent();
    }

    private void dropExpired() {
        while (!expiring.isEmpty() && expiring.first().expires() <= clock.getAsLong() - began) {
            remove(expiring.first().entry().key());
        }
    }

    private Held remove(String key) {
        Held removed = held.remove(key);
        if (removed != null) {
            expiring.remove(removed);
            limits.budget().give(removed.entry().owner(), removed.size());
        }
        return removed;
    }
}
