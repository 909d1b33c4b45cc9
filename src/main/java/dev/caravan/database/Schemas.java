package dev.caravan.database;

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
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.util.function.ThrowingFunction;
import org.springframework.stereotype.Component;

/**
 * Describes the tables that a caller may use. {@link Kept} caches the list of tables; the description of one table is read for each call.
 * Both come in pages, because a database may have thousands of tables and a table may have a thousand columns.
 */
@Component("schemas")
public class Schemas implements ListenSubscription.ListenableResources.Check {

    private static final String ALL_TABLES = "";

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
     * Looks up the tables whose name or comment contains {@code search}. If there are none, the list is read again.
     */
    public List<TableSummary> tables(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        List<TableSummary> found = sought(lists.get(database).get(ALL_TABLES), arguments);
        return found.isEmpty() ? sought(lists.get(database).now(ALL_TABLES), arguments) : found;
    }

    private static List<TableSummary> sought(List<TableSummary> all, Map<String, Object> arguments) {
        return all.stream().filter(table -> isSought(arguments, table.name(), table.comment())).toList();
    }

    /** Shapes one page of tables as {@code {tables, count, has_more}}. */
    public Map<String, Object> listed(@Body List<TableSummary> found, @Variable("arguments") Map<String, Object> arguments,
            Exchange exchange) throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange, List.of(), name -> name);
        List<TableSummary> shown = page.cut(found);
        return DatabaseValues.object("tables", shown.stream().map(table -> view(table, false)).toList(),
                "count", found.size(), "has_more", page.end(shown) < found.size());
    }

    /** Looks up the table of the arguments with its columns. */
    public TableDescription table(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        return drivers.of(database).table(database, (String) arguments.get("table"));
    }

    /** Shapes the table as {@code {table, kind, comment, key, columns, count, has_more}}. */
    public Map<String, Object> described(@Body TableDescription found, @Variable("arguments") Map<String, Object> arguments,
            Exchange exchange) throws Exception {
        List<ColumnDescription> sought = found.columns().stream().filter(column -> isSought(arguments, column.name(), column.comment()))
                .toList();
        PageSpec page = PageSpec.of(arguments, exchange, List.of(), name -> name);
        List<ColumnDescription> shown = page.cut(sought);
        Map<String, Object> answer = view(found.table(), true);
        answer.putAll(DatabaseValues.present("key", found.key(), "columns", shown.stream().map(ColumnDescription::view).toList(),
                "count", sought.size(), "has_more", page.end(shown) < sought.size()));
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

    private static Map<String, Object> view(TableSummary table, boolean complete) {
        return DatabaseValues.present("table", table.name(), "kind", complete || !table.kind().equals("table") ? table.kind() : null,
                "comment", table.comment() == null || table.comment().isBlank() ? null
                        : DatabaseValues.cut(table.comment(), TableDescription.LONGEST_COMMENT));
    }

    private static boolean isSought(Map<String, Object> arguments, String name, String comment) {
        String part = ((String) arguments.getOrDefault("search", "")).toLowerCase(Locale.ROOT);
        return name.toLowerCase(Locale.ROOT).contains(part) || comment != null && comment.toLowerCase(Locale.ROOT).contains(part);
    }

    /**
     * Keeps what one database says of its tables for half a minute. Neither a failure nor a missing table is kept.
     *
     * @param <V> the description of a table
     * @param <X> what the database throws
     */
    public static final class Kept<V, X extends Exception> {

        private static final Duration LIFE = Duration.ofSeconds(30);

        /** Maximum number of entries. Callers can vary the spelling of names. */
        private static final int MOST = 10_000;

        private final ThrowingFunction<String, V, X> reader;
        private final Cache<String, V> known = Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(MOST).build();

        /** @param reader reads a description from the database; fails if the database has nothing with that name */
        public Kept(ThrowingFunction<String, V, X> reader) {
            this.reader = reader;
        }

        /** Returns the description of that name. */
        public V get(String name) throws X {
            V there = known.getIfPresent(name);
            return there != null ? there : now(name);
        }

        /** Returns a new description. */
        public V now(String name) throws X {
            known.invalidate(name);
            V value = reader.apply(name);
            known.put(name, value);
            return value;
        }

        /** Drops all descriptions. */
        public void forget() {
            known.invalidateAll();
        }
    }
}
