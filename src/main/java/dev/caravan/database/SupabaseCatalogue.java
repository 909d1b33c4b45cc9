package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The tables, columns and functions that PostgREST serves to our key, as its OpenAPI document says; kept for half a minute. The
 * document is read anew for a name that it does not have, though not more often than every second for one name.
 */
final class SupabaseCatalogue {

    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final long LIFE = Duration.ofSeconds(30).toNanos();
    private static final int MOST_NAMES = 100;
    private static final int MOST_MISSES = 10_000;
    private static final String FUNCTIONS = "/rpc/";
    private static final String KEY_NOTE = "<pk/>";

    private final String database;
    private final TableRules rules;
    private final Callable<JsonNode> document;
    private final Map<String, Long> looked = new ConcurrentHashMap<>();
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Known known;

    private record Known(Map<String, Table> tables, Set<String> functions, long since) {
    }

    /** @param document reads OpenAPI's description of the API */
    SupabaseCatalogue(String database, TableRules rules, Callable<JsonNode> document) {
        this.database = database;
        this.rules = rules;
        this.document = document;
    }

    /** @throws DatabaseFailure permission_error if it is not allowed, query_error naming the tables there are if there is none */
    Table table(String name) throws Exception {
        rules.check(name);
        Known now = with(name, there -> there.tables().containsKey(name));
        Table table = now.tables().get(name);
        if (table == null) {
            throw DatabaseFailure.query("database.noTable", database, name, names(now.tables().keySet()));
        }
        return table;
    }

    /** The column; the document is read once more if the table has none of that name. */
    Column column(Table table, String name) throws Exception {
        if (table.column(name).isPresent()) {
            return table.column(name).get();
        }
        Known now = with(table.name() + "\0" + name, there -> there.tables().containsKey(table.name()) && there.tables().get(table.name()).column(name).isPresent());
        Table again = now.tables().getOrDefault(table.name(), table);
        return again.column(name).orElseThrow(() -> DatabaseFailure.query("database.noColumn", again.name(), name, again.columnNames()));
    }

    /** @throws DatabaseFailure permission_error if it is not allowed, query_error naming the functions there are if there is none */
    void checkFunction(String name) throws Exception {
        rules.check(name);
        Known now = with(FUNCTIONS + name, there -> there.functions().contains(name));
        if (!now.functions().contains(name)) {
            throw DatabaseFailure.query("database.noFunction", database, name, names(now.functions()));
        }
    }

    /** The database said that something is no longer as it was read. */
    void forget() {
        looked.clear();
        known = null;
    }

    private Known with(String name, Predicate<Known> isThere) throws Exception {
        Known now = fresh();
        Long before = looked.get(name);
        if (isThere.test(now) || before != null && System.nanoTime() - before < PAUSE) {
            return now;
        }
        if (looked.size() > MOST_MISSES) {
            looked.clear();
        }
        looked.put(name, System.nanoTime());
        return read();
    }

    /** One caller reads it anew when it is old; the others go on with what they have. */
    private Known fresh() throws Exception {
        Known now = known;
        if (now == null) {
            return read();
        }
        if (System.nanoTime() - now.since() > LIFE && reading.compareAndSet(false, true)) {
            try {
                return read();
            } finally {
                reading.set(false);
            }
        }
        return now;
    }

    private Known read() throws Exception {
        long since = System.nanoTime();
        JsonNode description = document.call();
        Map<String, Table> tables = new TreeMap<>();
        description.path("definitions").fields().forEachRemaining(table -> tables.put(table.getKey(), table(table.getKey(), table.getValue())));
        Set<String> functions = new TreeSet<>();
        description.path("paths").fieldNames().forEachRemaining(path -> {
            if (path.startsWith(FUNCTIONS)) {
                functions.add(path.substring(FUNCTIONS.length()));
            }
        });
        known = new Known(tables, functions, since);
        return known;
    }

    private static Table table(String name, JsonNode definition) {
        List<Column> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        definition.path("properties").fields().forEachRemaining(column -> {
            columns.add(new Column(column.getKey(), column.getValue().path("format").asText(), Types.OTHER, false));
            if (column.getValue().path("description").asText().contains(KEY_NOTE)) {
                key.add(column.getKey());
            }
        });
        return Table.of(name, columns, key, false);
    }

    /** Those that may be touched; for messages, so not all of very many. */
    private String names(Set<String> all) {
        return String.join(", ", all.stream().filter(rules::allows).limit(MOST_NAMES).toList());
    }
}
