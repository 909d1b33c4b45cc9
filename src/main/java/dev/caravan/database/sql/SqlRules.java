package dev.caravan.database.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.sql.AggregateSpec.Metric.Function;
import dev.caravan.json.JsonMappers;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.util.function.ThrowingFunction;

/**
 * The rules of one SQL product: how values are bound, read and compared. A value that a {@link Reader} shows can be bound again and means
 * the same value.
 */
abstract class SqlRules {

    protected static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The escape character in patterns. No product gives it a special meaning. */
    private static final char ESCAPE = '!';

    /** Digits that a long always holds. */
    private static final int SAFE_DIGITS = 18;

    /** What the values of a type are. The types of each product are in {@code types.txt}. */
    protected enum Kind {
        WHOLE(JsonType.INTEGER), FLOAT(JsonType.NUMBER), DOUBLE(JsonType.NUMBER), DECIMAL(JsonType.NUMBER), BOOLEAN(JsonType.BOOLEAN),
        TEXT(JsonType.STRING), STAMP(JsonType.TIME), DATE(JsonType.DATE), BYTES(JsonType.BYTES), JSON(JsonType.ANY), ARRAY(JsonType.ARRAY),
        ROW(JsonType.STRING), SPATIAL(JsonType.STRING), ANY(JsonType.ANY), OTHER(JsonType.STRING);

        final JsonType json;

        Kind(JsonType json) {
            this.json = json;
        }
    }

    /** Callers of SQLite can invent types. */
    private static final int MOST_KINDS = 1_000;

    final Words words;
    private final ObjectMapper mapper;
    private final Map<Pattern, Kind> types = new LinkedHashMap<>();
    private final Cache<String, Kind> kinds = Caffeine.newBuilder().maximumSize(MOST_KINDS).build();

    /**
     * How a product writes what the others write otherwise.
     *
     * @param product    its letter in {@code types.txt}
     * @param quote      the quote around names; inside a name it is doubled
     * @param numberType type of all metrics but extremes, by which values are bound to compare with them
     * @param defaults   the end of an INSERT for a row that consists only of defaults
     * @param average    the average with the digits of a floating point number
     * @param nullLast   whether null comes after all other values in ascending order
     */
    protected record Words(String product, String quote, String numberType, String defaults, String average, boolean nullLast) {
    }

    protected SqlRules(Words words, ObjectMapper mapper) {
        this.words = words;
        this.mapper = mapper;
        DatabaseValues.resource("types.txt").lines().map(line -> line.split(" +", 3)).filter(line -> line[0].contains(words.product()))
                .forEach(line -> types.put(Pattern.compile(line[2], Pattern.CASE_INSENSITIVE | Pattern.DOTALL), Kind.valueOf(line[1])));
    }

    static SqlRules of(DatabaseKind kind, ObjectMapper mapper) {
        return switch (kind) {
            case POSTGRESQL -> new PostgresRules(mapper);
            case MYSQL -> new MySqlRules(mapper);
            case SQLITE -> new SqliteRules(mapper);
            default -> throw new IllegalArgumentException(kind + " has no SQL");
        };
    }

    /** Quotes a name of the catalogue for a statement. */
    final String quoted(String name) {
        return words.quote() + name.replace(words.quote(), words.quote() + words.quote()) + words.quote();
    }

    protected final String name(ColumnDescription column) {
        return quoted(column.name());
    }

    /**
     * Returns the statement that begins a transaction of a caller's statements, if the product needs one.
     *
     * @param reads whether all statements only read; the database then refuses changes
     */
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return Optional.empty();
    }

    protected final Kind kind(String type) {
        return kinds.get(type, name -> types.entrySet().stream().filter(each -> each.getKey().matcher(name).matches()).findFirst()
                .orElseThrow().getValue());
    }

    protected final Kind kind(ColumnDescription column) {
        return kind(column.stored());
    }

    /** Returns whether the column takes filters on parts of text. */
    final boolean isText(ColumnDescription column) {
        Kind kind = kind(column);
        return kind == Kind.TEXT || kind == Kind.ANY || kind == Kind.OTHER && !column.values().isEmpty();
    }

    /** Returns the expression that selects the column, under the column's name, for a {@link Reader}. */
    String selected(ColumnDescription column) {
        return name(column);
    }

    final String selected(Collection<ColumnDescription> columns) {
        return columns.stream().map(this::selected).collect(Collectors.joining(", "));
    }

    /** Reads the values of a column of a result. */
    interface Reader {

        JsonNode read(ResultSet rows, int place) throws SQLException;
    }

    /** Returns what reads a column of a result. With {@link #shown}, a value of a column is the one that is stored. */
    abstract Reader reader(ResultSetMetaData columns, int place) throws SQLException;

    /** Returns the value of a selected column as callers see it. */
    JsonNode shown(ColumnDescription column, JsonNode value) {
        return value;
    }

    /**
     * Binds a JSON value, as a non-null Java object, as data for the column.
     *
     * @throws DatabaseFailure query_error if the column cannot store the value
     */
    abstract SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure;

    /** Binds a value to compare with {@link #compared}. */
    protected SqlStatement comparedValue(ColumnDescription column, Object value) throws DatabaseFailure {
        return bound(column, value);
    }

    /**
     * Returns the expression to compare and to sort the column. Text is compared by the column's collation.
     *
     * @param name the quoted name of the column
     */
    protected String compared(ColumnDescription column, String name) {
        return name;
    }

    protected final String compared(ColumnDescription column) {
        return compared(column, name(column));
    }

    /** Returns the expression to sort by the stored value. With its table, the name can't mean the value that is shown. */
    final String ordered(String table, ColumnDescription column) {
        return compared(column, quoted(table) + "." + name(column));
    }

    /**
     * Returns whether a page can begin after a value of the column. In PostgreSQL a row of nulls is null and is not, and null in JSON is
     * shown like no value. SQLite compares JSON by its text, which is not the one shown.
     */
    boolean hasPlace(ColumnDescription column) {
        Kind kind = kind(column);
        return kind != Kind.JSON && kind != Kind.ROW && kind != Kind.SPATIAL;
    }

    /** Returns the expression that orders the rows of a page, to compare with {@link #placeValue}. */
    String place(ColumnDescription column) {
        return compared(column);
    }

    SqlStatement placeValue(ColumnDescription column, Object value) throws DatabaseFailure {
        return comparedValue(column, value);
    }

    /** Returns the expression that is equal for the same value alone, whatever the collation. */
    protected String exact(ColumnDescription column) {
        return compared(column);
    }

    /** Binds a value to compare with {@link #exact}. */
    protected SqlStatement exactValue(ColumnDescription column, Object value) throws DatabaseFailure {
        return comparedValue(column, value);
    }

    /** Returns the expression that computes the metric; {@code column} is null to count rows. */
    final String metric(Function function, ColumnDescription column) {
        return switch (function) {
            case COUNT -> column == null ? "count(*)" : "count(" + name(column) + ")";
            case COUNT_DISTINCT -> "count(distinct " + exact(column) + ")";
            case SUM -> sum(column);
            case AVG -> words.average().formatted(name(column));
            case MIN -> extreme("min", column);
            case MAX -> extreme("max", column);
        };
    }

    /** Describes the computed metric as a column. */
    final ColumnDescription metricColumn(Function function, ColumnDescription column, String alias) {
        boolean extreme = function == Function.MIN || function == Function.MAX;
        return ColumnDescription.of(alias, JsonType.NUMBER, extreme ? column.stored() : words.numberType(), false);
    }

    protected String sum(ColumnDescription column) {
        return "sum(" + name(column) + ")";
    }

    protected String extreme(String function, ColumnDescription column) {
        return function + "(" + compared(column) + ")";
    }

    /**
     * Returns the end of a statement: {@code where …}, or nothing if there are no filters.
     *
     * @param columns finds the columns that filters name
     */
    final SqlStatement where(Filters filters, ThrowingFunction<String, ColumnDescription, Exception> columns) throws Exception {
        List<SqlStatement> all = new ArrayList<>();
        for (Filter filter : filters.conditions()) {
            all.add(condition(filter, columns.apply(filter.column())));
        }
        return all.isEmpty() ? SqlStatement.NOTHING : SqlStatement.join(" and ", all).between(" where ", "");
    }

    /** Returns the condition that the column satisfies the filter. */
    private SqlStatement condition(Filter filter, ColumnDescription column) throws DatabaseFailure {
        Object value = filter.value();
        return switch (filter.operator()) {
            case EQUAL -> equal(column, value);
            case GREATER -> compare(column, " > ", value);
            case AT_LEAST -> compare(column, " >= ", value);
            case LESS -> compare(column, " < ", value);
            case AT_MOST -> compare(column, " <= ", value);
            case CONTAINS -> like(filter, column, "%" + escaped((String) value) + "%");
            case STARTS_WITH -> like(filter, column, escaped((String) value) + "%");
            case ENDS_WITH -> like(filter, column, "%" + escaped((String) value));
            case IN -> ((List<?>) value).isEmpty() ? SqlStatement.of("1 = 0") : in(column, (List<?>) value);
            case NOT_IN -> ((List<?>) value).isEmpty() ? SqlStatement.of("1 = 1")
                    : list((List<?>) value, each -> exactValue(column, each)).between(exact(column) + " not in (", ")");
            case IS_NULL -> SqlStatement.of(name(column) + ((Boolean) value ? " is null" : " is not null"));
        };
    }

    protected SqlStatement equal(ColumnDescription column, Object value) throws DatabaseFailure {
        return exactValue(column, value).between(exact(column) + " = ", "");
    }

    protected SqlStatement in(ColumnDescription column, List<?> values) throws DatabaseFailure {
        return list(values, value -> exactValue(column, value)).between(exact(column) + " in (", ")");
    }

    private SqlStatement compare(ColumnDescription column, String operator, Object value) throws DatabaseFailure {
        return comparedValue(column, value).between(compared(column) + operator, "");
    }

    static SqlStatement list(Collection<?> values, ThrowingFunction<Object, SqlStatement, DatabaseFailure> bound) throws DatabaseFailure {
        List<SqlStatement> all = new ArrayList<>();
        for (Object value : values) {
            all.add(bound.apply(value));
        }
        return SqlStatement.join(", ", all);
    }

    private SqlStatement like(Filter filter, ColumnDescription column, String pattern) throws DatabaseFailure {
        if (!isText(column)) {
            throw DatabaseFailure.query("database.notText", filter.key(), column.name(), column.stored());
        }
        return exactValue(column, pattern).between(pattern(column) + " like ", " escape '" + ESCAPE + "'");
    }

    /** Returns the expression to look for parts of text, which are case-sensitive. */
    protected String pattern(ColumnDescription column) {
        return exact(column);
    }

    private static String escaped(String text) {
        return text.replaceAll("[%_" + ESCAPE + "]", ESCAPE + "$0");
    }

    protected static SqlStatement text(Object value) {
        return SqlStatement.value(String.valueOf(value));
    }

    protected final String jsonText(Object value) {
        return JsonMappers.text(mapper, value);
    }

    /** Returns stored JSON as a value of the answer. */
    protected final JsonNode parsed(String json) {
        try {
            JsonNode node = mapper.readTree(json);
            return node.isMissingNode() ? NODES.textNode(json) : node;
        } catch (JsonProcessingException e) {
            return NODES.textNode(json);
        }
    }

    /** Returns the number that a text is; the text itself for {@code NaN} and others that JSON has no number for. */
    protected static JsonNode number(String text) {
        boolean whole = text.length() <= SAFE_DIGITS;
        for (int i = 0; whole && i < text.length(); i++) {
            whole = text.charAt(i) >= '0' && text.charAt(i) <= '9' || i == 0 && text.charAt(i) == '-';
        }
        try {
            return whole ? LongNode.valueOf(Long.parseLong(text)) : DecimalNode.valueOf(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return TextNode.valueOf(text);
        }
    }

    protected static JsonNode base64(byte[] bytes) {
        return NODES.textNode(Base64.getEncoder().encodeToString(bytes));
    }

    /** @throws DatabaseFailure query_error for a number that no floating point number is near */
    protected final double floating(ColumnDescription column, Object value, boolean single) throws DatabaseFailure {
        BigDecimal exact = DatabaseValues.decimal(value);
        double nearest = single ? exact.floatValue() : exact.doubleValue();
        if (nearest == 0 && exact.signum() != 0 || Double.isInfinite(nearest)) {
            throw unfit(column, value);
        }
        return nearest;
    }

    protected static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    protected static byte[] bytes(ColumnDescription column, Object value) throws DatabaseFailure {
        try {
            return Base64.getDecoder().decode(value.toString());
        } catch (IllegalArgumentException e) {
            throw DatabaseFailure.query("database.needsBase64", column.name());
        }
    }

    protected final DatabaseFailure unfit(ColumnDescription column, Object value) {
        return DatabaseFailure.unfit(column.name(), column.stored(), Filters.isScalar(value) ? String.valueOf(value) : jsonText(value));
    }
}
