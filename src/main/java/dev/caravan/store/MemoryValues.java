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
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** Values in the memory of this gateway. They end with it. */
public final class MemoryValues implements KeyValue {

    /** @param expires in ns of the clock */
    private record Held(Entry entry, long size, long expires, long number) {
    }

    private final Limits limits;
    private final LongSupplier clock;
    private final long began;
    /** By key, the oldest first. It is the lock of the three fields. */
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final NavigableSet<Held> expiring = new TreeSet<>(Comparator.comparingLong(Held::expires).thenComparingLong(Held::number));
    private long numbers;
    /** One for each key, as long as somebody holds it. A change may wait for another server, and must stop no other key. */
    private final LoadingCache<String, Object> locks = Caffeine.newBuilder().weakValues().build(key -> new Object());
    private final List<Notifications.Listener> listeners = new CopyOnWriteArrayList<>();

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
    public Optional<byte[]> get(String key) {
        synchronized (held) {
            return Optional.ofNullable(find(key)).map(found -> found.entry().value());
        }
    }

    @Override
    public Map<String, byte[]> get(Collection<String> keys) {
        Map<String, byte[]> values = new HashMap<>();
        keys.forEach(key -> get(key).ifPresent(value -> values.put(key, value)));
        return values;
    }

    @Override
    public List<Entry> list() {
        synchronized (held) {
            dropExpired();
            return held.values().stream().map(Held::entry).toList();
        }
    }

    @Override
    public Optional<byte[]> add(Entry entry, Duration ttl) {
        Optional<byte[]> before = write(entry, ttl, false);
        if (before.isEmpty()) {
            tell(entry.key());
        }
        return before;
    }

    @Override
    public void put(Entry entry, Duration ttl) {
        write(entry, ttl, true);
        tell(entry.key());
    }

    private Optional<byte[]> write(Entry entry, Duration ttl, boolean replaces) {
        synchronized (locks.get(entry.key())) {
            synchronized (held) {
                Held before = find(entry.key());
                if (before != null && !replaces) {
                    return Optional.of(before.entry().value());
                }
                keep(entry, ttl == null ? Long.MAX_VALUE : now() + Math.max(0, ttl.toNanos()));
                return Optional.empty();
            }
        }
    }

    @Override
    public Optional<byte[]> take(String key) {
        Held taken;
        synchronized (locks.get(key)) {
            synchronized (held) {
                dropExpired();
                taken = remove(key);
            }
        }
        if (taken != null) {
            tell(key);
        }
        return Optional.ofNullable(taken).map(removed -> removed.entry().value());
    }

    @Override
    public <E extends Exception> void change(String key, String owner, Duration ttl, Change<E> change) throws E {
        synchronized (locks.get(key)) {
            Held before;
            synchronized (held) {
                before = find(key);
            }
            byte[] value = before == null ? null : before.entry().value();
            byte[] after = change.apply(value);
            if (after == value) {
                return;
            }
            synchronized (held) {
                if (after == null) {
                    remove(key);
                } else if (before == null) {
                    write(new Entry(key, owner, after), ttl, true);
                } else {
                    keep(new Entry(key, before.entry().owner(), after), before.expires());
                }
            }
        }
        tell(key);
    }

    private void keep(Entry entry, long expires) {
        Held next = new Held(entry, limits.size().applyAsLong(entry.value()), expires, numbers++);
        Held former = remove(entry.key());
        try {
            makeRoom(entry.owner(), next.size());
        } catch (Budget.FullException e) {
            if (former != null) {
                limits.budget().take(former.entry().owner(), former.size());
                hold(former);
            }
            throw e;
        }
        hold(next);
    }

    private void hold(Held next) {
        held.put(next.entry().key(), next);
        expiring.add(next);
    }

    private void makeRoom(String owner, long size) {
        while (true) {
            try {
                limits.budget().take(owner, size);
                return;
            } catch (Budget.FullException e) {
                if (!limits.dropsOldest() || !dropOldest(e.isOfOwner() ? owner : null)) {
                    throw e;
                }
            }
        }
    }

    /** @param owner null for any owner */
    private boolean dropOldest(String owner) {
        Optional<Held> oldest = held.values().stream().filter(each -> owner == null || owner.equals(each.entry().owner())).findFirst();
        oldest.ifPresent(each -> remove(each.entry().key()));
        return oldest.isPresent();
    }

    private Held find(String key) {
        dropExpired();
        return held.get(key);
    }

    private void dropExpired() {
        while (!expiring.isEmpty() && expiring.first().expires() <= now()) {
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

    private long now() {
        return clock.getAsLong() - began;
    }

    private void tell(String key) {
        listeners.forEach(listener -> listener.told(key));
    }

    @Override
    public void watch(Notifications.Listener listener) {
        listeners.add(listener);
    }

    @Override
    public boolean isWatching() {
        return true;
    }
}
