package dev.caravan.database;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Names of the tables, or whatever they are called, that one database without columns has; read from it and kept for half a
 * minute. When one is not found they are read once more, though not more often than every second for one name.
 */
final class NameCatalogue {

    private static final long LIFE = Duration.ofSeconds(30).toNanos();
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final int MOST_NAMES = 100;
    private static final int MOST_MISSES = 10_000;

    private final String database;
    private final TableRules rules;
    private final Supplier<Set<String>> reader;
    private final Map<String, Long> missed = new ConcurrentHashMap<>();
    private volatile Known known = new Known(Set.of(), System.nanoTime() - LIFE);

    private record Known(Set<String> names, long since) {
    }

    /** @param reader of all names but those of the system */
    NameCatalogue(String database, DatabaseProperties.Database settings, Supplier<Set<String>> reader) {
        this.database = database;
        this.rules = TableRules.of(database, settings);
        this.reader = reader;
    }

    /** @throws DatabaseFailure permission_error if that name is not allowed, query_error naming those there are if there is none */
    String existing(String name) throws DatabaseFailure {
        rules.check(name);
        Known now = known;
        if (System.nanoTime() - now.since() >= LIFE || !now.names().contains(name) && mayLookFor(name)) {
            now = new Known(reader.get(), System.nanoTime());
            known = now;
        }
        if (!now.names().contains(name)) {
            throw DatabaseFailure.query("database.noTable", database, name,
                    String.join(", ", now.names().stream().filter(rules::allows).limit(MOST_NAMES).toList()));
        }
        return name;
    }

    private boolean mayLookFor(String name) {
        if (missed.size() > MOST_MISSES) {
            missed.clear();
        }
        Long before = missed.put(name, System.nanoTime());
        return before == null || System.nanoTime() - before > PAUSE;
    }

    /** @throws DatabaseFailure permission_error if that name is not allowed; it need not be there */
    String allowed(String name) throws DatabaseFailure {
        rules.check(name);
        return name;
    }
}
