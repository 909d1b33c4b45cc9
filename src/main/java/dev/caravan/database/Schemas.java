package dev.caravan.database;

import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
public class Schemas {

    private static final String ALL_TABLES = "";
    private static final int MOST = 1_000;
    private static final int LONGEST_COMMENT = 300;
    private static final int LONGEST_DEFAULT = 200;
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
        return found.isEmpty() ? sought(lists.get(database).again(ALL_TABLES, reason(arguments)), arguments) : found;
    }

    private static String reason(Map<String, Object> arguments) {
        return arguments.get("search") instanceof String text ? text : ALL_TABLES;
    }

    private static List<TableSummary> sought(List<TableSummary> all, Map<String, Object> arguments) {
        return all.stream().filter(table -> isSought(arguments, table.name(), table.comment())).toList();
    }

    /** Shapes one page of tables as {@code {can, tables, count, has_more}}, with their estimated rows. */
    public Map<String, Object> listed(@Body List<TableSummary> found, @Variable("arguments") Map<String, Object> arguments,
            @ExchangeProperty("database") String database,
            Exchange exchange) throws Exception {
        List<TableSummary> page = page(found, arguments, exchange);
        Map<String, Long> rows = drivers.of(database).rows(database, page.stream().filter(table -> table.rows() == null)
                .map(TableSummary::name).toList());
        List<Map<String, Object>> tables = new ArrayList<>();
        for (TableSummary table : page) {
            tables.add(view(database, table.withRows(rows.get(table.name())), false));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("can", can(database));
        answer.put("tables", tables);
        return counted(answer, found, page, arguments);
    }

    /** Looks up the table of the arguments with its columns. */
    public TableDescription table(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        return drivers.of(database).table(database, (String) arguments.get("table"));
    }

    /** Shapes the table as {@code {table, kind, comment, rows, can, key, columns, count, has_more, sampled, example}}. */
    public Map<String, Object> described(@Body TableDescription found, @Variable("arguments") Map<String, Object> arguments,
            @ExchangeProperty("database") String database,
            Exchange exchange) throws Exception {
        TableSummary table = found.table();
        if (table.rows() == null) {
            table = table.withRows(drivers.of(database).rows(database, List.of(table.name())).get(table.name()));
        }
        Map<String, Object> answer = view(database, table, true);
        answer.put("key", found.key());
        List<ColumnDescription> sought = found.columns().stream().filter(column -> isSought(arguments, column.name(), column.comment()))
                .toList();
        List<ColumnDescription> page = page(sought, arguments, exchange);
        answer.put("columns", page.stream().map(Schemas::shortened).map(ColumnDescription::view).toList());
        counted(answer, sought, page, arguments);
        if (found.sampled() != null) {
            answer.put("sampled", found.sampled());
        }
        if (found.example() != null) {
            answer.put("example", found.example());
        }
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
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(beginning)).limit(MOST).toList();
    }

    private Map<String, Object> view(String database, TableSummary table, boolean complete) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("table", table.name());
        if (complete || !table.kind().equals("table")) {
            view.put("kind", table.kind());
        }
        if (table.comment() != null && !table.comment().isBlank()) {
            view.put("comment", cut(table.comment(), LONGEST_COMMENT));
        }
        if (table.rows() != null) {
            view.put("rows", table.rows());
        }
        List<String> can = table.can() == null ? can(database) : can(database).stream().filter(table.can()::contains).toList();
        if (complete || !can.equals(can(database))) {
            view.put("can", can);
        }
        return view;
    }

    private List<String> can(String database) {
        DatabaseProperties.Database settings = properties.databases().get(database);
        return ALL.stream().filter(
                verb -> !(settings.readOnly() && WRITING.contains(verb)) && (settings.type().aggregates() || !verb.equals("aggregate")))
                .toList();
    }

    private static boolean isSought(Map<String, Object> arguments, String name, String comment) {
        if (!(arguments.get("search") instanceof String text)) {
            return true;
        }
        String part = text.toLowerCase(Locale.ROOT);
        return name.toLowerCase(Locale.ROOT).contains(part) || comment != null && comment.toLowerCase(Locale.ROOT).contains(part);
    }

    private static <T> List<T> page(List<T> all, Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        int limit = RouteLimit.ofPage(arguments, exchange);
        return all.stream().skip(offset(arguments)).limit(limit).toList();
    }

    private static long offset(Map<String, Object> arguments) {
        return arguments.get("offset") instanceof Number offset ? offset.longValue() : 0;
    }

    private static Map<String, Object> counted(Map<String, Object> answer, List<?> all, List<?> page, Map<String, Object> arguments) {
        answer.put("count", all.size());
        answer.put("has_more", offset(arguments) + page.size() < all.size());
        return answer;
    }

    private static ColumnDescription shortened(ColumnDescription column) {
        return new ColumnDescription(column.name(), column.types(), column.format(), column.stored(), column.nullable(), column.key(),
                column.generated(),
                cut(column.byDefault(), LONGEST_DEFAULT), column.references(),
                column.values().size() <= MOST ? column.values() : column.values().subList(0, MOST),
                cut(column.comment(), LONGEST_COMMENT));
    }

    private static String cut(String text, int longest) {
        return text == null || text.length() <= longest ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.min(longest, text.codePointCount(0, text.length())))) + "…";
    }
}
