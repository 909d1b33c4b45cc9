package dev.caravan.database;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.Driver.DatabaseDrivers;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ListenSubscription;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Describes the tables that a caller may use. {@link Kept} caches the list of tables; the description of one table is read for each call.
 * Both come in pages, because a database may have thousands of tables and a table may have a thousand columns.
 */
@Component("schemas")
public class Schemas implements ListenSubscription.ListenableResources.Check {

    private static final String ALL_TABLES = "";
    private static final List<String> ALL = List.of("query", "aggregate", "insert", "update", "delete");
    private static final List<String> WRITING = List.of("insert", "update", "delete");

    private final DatabaseProperties properties;
    private final DatabaseDrivers drivers;
    private final Map<String, Kept<List<TableSummary>, Exception>> lists = new HashMap<>();

    Schemas(DatabaseProperties properties, DatabaseDrivers drivers) {
        this.properties = properties;
        this.drivers = drivers;
        properties.databases().keySet().forEach(name -> lists.put(name, new Kept<>(all -> allowed(name))));
    }

    private List<TableSummary> allowed(String database) throws Exception {
        TableRules rules = TableRules.of(database, properties.databases().get(database));
        return drivers.of(database).tables(database).stream().filter(table -> rules.allows(table.name()))
                .sorted(Comparator.comparing(TableSummary::name)).toList();
    }

    /**
     * Looks up the tables whose name or comment contains {@code search}. If there are none, the list is read again, at most once a second
     * for one search.
     */
    public List<TableSummary> tables(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        List<TableSummary> found = sought(lists.get(database).get(ALL_TABLES), arguments);
        String reason = (String) arguments.getOrDefault("search", ALL_TABLES);
        return found.isEmpty() ? sought(lists.get(database).again(ALL_TABLES, reason), arguments) : found;
    }

    private static List<TableSummary> sought(List<TableSummary> all, Map<String, Object> arguments) {
        return all.stream().filter(table -> isSought(arguments, table.name(), table.comment())).toList();
    }

    /** Shapes one page of tables as {@code {can, tables, count, has_more}}, with their estimated rows. */
    public Map<String, Object> listed(@Body List<TableSummary> found, @Variable("arguments") Map<String, Object> arguments,
            @ExchangeProperty("database") String database, Exchange exchange) throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange);
        List<TableSummary> shown = page.cut(found);
        Map<String, Long> rows = drivers.of(database).rows(database, shown.stream().filter(table -> table.rows() == null)
                .map(TableSummary::name).toList());
        return DatabaseValues.object("can", can(database), "tables", shown.stream()
                .map(table -> view(database, table.withRows(rows.get(table.name())), false)).toList(),
                "count", found.size(), "has_more", page.end(shown) < found.size());
    }

    /** Looks up the table of the arguments with its columns. */
    public TableDescription table(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        return drivers.of(database).table(database, (String) arguments.get("table"));
    }

    /** Shapes the table as {@code {table, kind, comment, rows, can, key, columns, count, has_more, sampled, example}}. */
    public Map<String, Object> described(@Body TableDescription found, @Variable("arguments") Map<String, Object> arguments,
            @ExchangeProperty("database") String database, Exchange exchange) throws Exception {
        TableSummary table = found.table();
        if (table.rows() == null) {
            table = table.withRows(drivers.of(database).rows(database, List.of(table.name())).get(table.name()));
        }
        List<ColumnDescription> sought = found.columns().stream().filter(column -> isSought(arguments, column.name(), column.comment()))
                .toList();
        PageSpec page = PageSpec.of(arguments, exchange);
        List<ColumnDescription> shown = page.cut(sought);
        Map<String, Object> answer = view(database, table, true);
        answer.putAll(DatabaseValues.present("key", found.key(), "columns", shown.stream().map(ColumnDescription::view).toList(),
                "count", sought.size(), "has_more", page.end(shown) < sought.size(), "sampled", found.sampled(),
                "example", found.example()));
        return answer;
    }

    /** @throws InvalidArgumentException if no database has this name; the message lists the names */
    public void checkDatabase(@Header("database") String name) throws InvalidArgumentException {
        if (!properties.databases().containsKey(name)) {
            throw new InvalidArgumentException(Text.of("database.unnamed", name, String.join(", ", properties.databases().keySet())));
        }
    }

    /** Returns the names of the databases that begin with the typed text, for completion. */
    public List<String> databasesBeginningWith(@Body String typed) {
        String beginning = typed.toLowerCase(Locale.ROOT);
        return properties.databases().keySet().stream().filter(name -> name.startsWith(beginning)).toList();
    }

    /** Returns the names of the tables that begin with the typed text, for completion. */
    public List<String> beginningWith(@Body String typed, @Header("database") String database) throws Exception {
        if (database == null || !lists.containsKey(database)) {
            return List.of();
        }
        String beginning = typed.toLowerCase(Locale.ROOT);
        return lists.get(database).get(ALL_TABLES).stream().map(TableSummary::name)
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(beginning)).limit(1_000).toList();
    }

    /** A database tells nobody when columns change, so clients can't subscribe to a table. */
    @Override
    public boolean mayBeRead(String uri) {
        return !uri.startsWith("db:///");
    }

    private Map<String, Object> view(String database, TableSummary table, boolean complete) {
        List<String> can = can(database).stream().filter(verb -> table.can() == null || table.can().contains(verb)).toList();
        return DatabaseValues.present("table", table.name(), "kind", complete || !table.kind().equals("table") ? table.kind() : null,
                "comment", table.comment() == null || table.comment().isBlank() ? null
                        : DatabaseValues.cut(table.comment(), TableDescription.LONGEST_COMMENT),
                "rows", table.rows(), "can", complete || !can.equals(can(database)) ? can : null);
    }

    private List<String> can(String database) {
        DatabaseProperties.Database settings = properties.databases().get(database);
        return ALL.stream().filter(
                verb -> !(settings.readOnly() && WRITING.contains(verb)) && (settings.type().aggregates() || !verb.equals("aggregate")))
                .toList();
    }

    private static boolean isSought(Map<String, Object> arguments, String name, String comment) {
        String part = ((String) arguments.getOrDefault("search", "")).toLowerCase(Locale.ROOT);
        return name.toLowerCase(Locale.ROOT).contains(part) || comment != null && comment.toLowerCase(Locale.ROOT).contains(part);
    }

    /**
     * Keeps what one database says of its tables for half a minute. Callers who ask for a name at the same time wait for one of them, who
     * reads. If that caller's call is cancelled, another one reads. A failure is not kept.
     *
     * @param <V> the description of a table
     * @param <X> what the database throws
     */
    public static final class Kept<V, X extends Exception> {

        private static final Duration LIFE = Duration.ofSeconds(30);

        /** For one reason, a description is not read again within this time. */
        private static final Duration PAUSE = Duration.ofSeconds(1);

        /** Maximum number of entries. Callers can invent names and vary their spelling. */
        private static final int MOST = 10_000;

        /** Maximum length of a name that is kept, in characters. Callers can invent longer ones. */
        private static final int LONGEST_NAME = 200;

        private final Reader<V, X> reader;
        /** Reasons for which a description was read again. */
        private final Cache<String, Boolean> looked = Caffeine.newBuilder().expireAfterWrite(PAUSE).maximumSize(MOST).build();
        private volatile AsyncCache<String, V> known = empty();

        /** Reads a description from the database. */
        public interface Reader<V, X extends Exception> {

            /** Returns the description; null if the database has nothing with that name. */
            V read(String name) throws X;
        }

        public Kept(Reader<V, X> reader) {
            this.reader = reader;
        }

        /** Returns the description of that name; null if the database has none. A name that is too long to be kept is read each time. */
        public V get(String name) throws X {
            if (name.length() > LONGEST_NAME) {
                return reader.read(name);
            }
            CompletableFuture<V> there = known.getIfPresent(name);
            return there != null ? awaited(name, there) : read(name);
        }

        /**
         * Returns a description that was read for this reason within the last second, otherwise a new one.
         *
         * @param reason what the caller looks for, such as the name of a column that the description lacks
         */
        public V again(String name, String reason) throws X {
            if (reason.length() > LONGEST_NAME || looked.getIfPresent(reason) != null) {
                return get(name);
            }
            known.asMap().computeIfPresent(name, (same, there) -> there.isDone() ? null : there);
            V value = get(name);
            looked.put(reason, true);
            return value;
        }

        /** Returns a new description. */
        public V now(String name) throws X {
            forget(name);
            return get(name);
        }

        /** Drops all descriptions, also those that are read at this moment. */
        public void forget() {
            known = empty();
        }

        /** Drops the description of that name, also if it is read at this moment. */
        public void forget(String name) {
            known.asMap().remove(name);
        }

        private static <V> AsyncCache<String, V> empty() {
            return Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(MOST).buildAsync();
        }

        private V read(String name) throws X {
            CompletableFuture<V> mine = new CompletableFuture<>();
            CompletableFuture<V> other = known.asMap().putIfAbsent(name, mine);
            if (other != null) {
                return awaited(name, other);
            }
            try {
                V value = reader.read(name);
                mine.complete(value); // the cache keeps no null and no failure
                return value;
            } catch (Throwable e) {
                mine.completeExceptionally(Thread.currentThread().isInterrupted() ? new CancellationException() : e);
                throw e;
            }
        }

        @SuppressWarnings("unchecked")
        private V awaited(String name, CompletableFuture<V> other) throws X {
            try {
                return other.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return reader.read(name); // fails like any statement of a cancelled call
            } catch (CancellationException e) {
                return read(name); // whoever was reading is interrupted
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw (X) e.getCause(); // a RuntimeException passes as well
            }
        }
    }
}
