package dev.caravan.database.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.AggregateSpec.Metric.Function;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Condition;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableDescription.JsonType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules of one SQL product: how values are bound, read and compared. */
abstract class SqlRules {

    /** The escape character in patterns. No product gives it a special meaning. */
    private static final char ESCAPE = '!';

    private final String quote;
    protected final ObjectMapper mapper;

    /** @param quote the quote around names; inside a name it is doubled */
    protected SqlRules(String quote, ObjectMapper mapper) {
        this.quote = quote;
        this.mapper = mapper;
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
        return quote + (name.contains(quote) ? name.replace(quote, quote + quote) : name) + quote;
    }

    /**
     * Returns the statement that begins a transaction of a caller's statements, if the product needs one.
     *
     * @param reads whether all statements only read; the database then refuses changes
     */
    Optional<SqlStatement> transaction(String schema, boolean reads) {
        return Optional.empty();
    }

    /** Returns the end of an INSERT for a row that consists only of defaults. */
    String defaults() {
        return " default values";
    }

    protected final String name(Column column) {
        return quoted(column.name());
    }

    /**
     * Binds a JSON value, as a non-null Java object, to the type of the column.
     *
     * @throws DatabaseFailure query_error if the column cannot store the value
     */
    abstract SqlStatement bound(Column column, Object value) throws DatabaseFailure;

    /** Returns the expression that selects the column, under the column's name, for {@link #json}. */
    abstract String selected(Column column);

    /** Converts a value of the database into a value for JSON. */
    abstract Object json(Column column, Object value);

    /** Converts a value of the database into JSON. */
    final JsonNode node(Column column, Object value) {
        return DatabaseValues.node(json(column, value), mapper);
    }

    /**
     * Returns the expression to compare the column. Text is compared by code points, whatever the collation.
     *
     * @param name the quoted name of the column
     */
    protected abstract String compared(Column column, String name);

    protected final String compared(Column column) {
        return compared(column, name(column));
    }

    /** Returns the expression to sort by the stored value. With its table, the name can't mean the value that is shown. */
    final String ordered(String table, Column column) {
        return compared(column, quoted(table) + "." + name(column));
    }

    /** Returns the expression that selects the value of {@link #compared} exactly, for {@link #placed}. */
    abstract String place(Column column);

    /**
     * Returns a value of {@link #place} to compare with {@link #compared}.
     *
     * @throws DatabaseFailure query_error if {@link #place} has no such value
     */
    protected abstract SqlStatement placed(Column column, String value) throws DatabaseFailure;

    /** Returns whether null sorts after all values. */
    boolean isNullLast() {
        return false;
    }

    /**
     * Returns whether a page can begin after a value of the column.
     *
     * @param key whether the column is part of the primary key, so that no two rows may compare as equal
     */
    boolean hasPlace(Column column, boolean key) {
        return true;
    }

    /** Returns the value to compare with the expression of {@link #compared}. */
    protected abstract SqlStatement comparedValue(Column column, Object value) throws DatabaseFailure;

    /** Returns the expression to group by the column, so that groups are as different as {@link #compared} says. */
    String grouped(Column column) {
        return compared(column);
    }

    /** Returns the expression that computes a metric of a column; the column is null to count rows. */
    final String metric(Function function, Column column) {
        return switch (function) {
            case COUNT -> column == null ? "count(*)" : "count(" + name(column) + ")";
            case COUNT_DISTINCT -> "count(distinct " + grouped(column) + ")";
            case SUM -> sum(column);
            case AVG -> average(column);
            case MIN -> extreme("min", column);
            case MAX -> extreme("max", column);
        };
    }

    /** Returns the column of a subquery that holds a metric. */
    final Column metricColumn(Function function, Column column, String alias) {
        return switch (function) {
            case COUNT, COUNT_DISTINCT -> new Column(alias, numberTypes()[0], Types.BIGINT, false);
            case SUM -> new Column(alias, numberTypes()[isFloating(column) ? 2 : 1], Types.NUMERIC, false);
            case AVG -> new Column(alias, numberTypes()[2], Types.DOUBLE, false);
            case MIN, MAX -> new Column(alias, column.type(), column.jdbcType(), false);
        };
    }

    /** Returns the product's types for whole numbers, decimals and floating point numbers. */
    protected abstract String[] numberTypes();

    protected abstract boolean isFloating(Column column);

    protected String sum(Column column) {
        return "sum(" + name(column) + ")";
    }

    /** Returns the average with the digits of a floating point number. */
    protected abstract String average(Column column);

    protected String extreme(String function, Column column) {
        return function + "(" + compared(column) + ")";
    }

    abstract boolean isText(Column column);

    /** Returns the type of the column's values in JSON. */
    abstract JsonType jsonType(Column column);

    final SqlStatement condition(Filter filter, Column column) throws DatabaseFailure {
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
            case IN -> in(column, " in (", "1 = 0", (List<?>) value);
            case NOT_IN -> in(column, " not in (", "1 = 1", (List<?>) value);
            case IS_NULL -> SqlStatement.of(name(column) + ((Boolean) value ? " is null" : " is not null"));
        };
    }

    protected SqlStatement equal(Column column, Object value) throws DatabaseFailure {
        return compare(column, " = ", value);
    }

    private SqlStatement compare(Column column, String operator, Object value) throws DatabaseFailure {
        return comparedValue(column, value).between(compared(column) + operator, "");
    }

    /** @param ofNone the condition for an empty list */
    private SqlStatement in(Column column, String operator, String ofNone, List<?> values) throws DatabaseFailure {
        if (values.isEmpty()) {
            return SqlStatement.of(ofNone);
        }
        SqlStatement.Writer all = new SqlStatement.Writer().add(compared(column)).add(operator);
        for (int i = 0; i < values.size(); i++) {
            all.add(i == 0 ? "" : ", ").add(comparedValue(column, values.get(i)));
        }
        return all.add(")").statement();
    }

    private SqlStatement like(Filter filter, Column column, String pattern) throws DatabaseFailure {
        if (!isText(column)) {
            throw DatabaseFailure.query("database.notText", filter.key(), column.name(), column.type());
        }
        return comparedText(pattern).between(compared(column) + " like ", " escape '" + ESCAPE + "'");
    }

    /** Returns the pattern to compare with the expression of {@link #compared}. */
    protected SqlStatement comparedText(String pattern) {
        return text(pattern);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '%' || c == '_' || c == ESCAPE) {
                escaped.append(ESCAPE);
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    protected static SqlStatement text(Object value) {
        return SqlStatement.value(String.valueOf(value));
    }

    protected final String jsonText(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("arguments came as JSON", e);
        }
    }

    /** Parses JSON from the database. Returns the text itself if it is not valid JSON. */
    protected final Object parsed(String json) {
        try {
            JsonNode node = mapper.readTree(json);
            return node == null ? json : node;
        } catch (JsonProcessingException e) {
            return json;
        }
    }

    /** Returns the nearest floating point number: the nearest of single precision, unless it can't hold the number. */
    protected static double nearest(Object value, boolean single) {
        BigDecimal exact = DatabaseValues.decimal(value);
        float rounded = exact.floatValue();
        return single && Float.isFinite(rounded) && (rounded != 0 || exact.signum() == 0) ? rounded : exact.doubleValue();
    }

    /** @throws DatabaseFailure query_error if the number is beyond the range of the column, or too close to zero */
    protected final double floating(Column column, Object value, boolean single) throws DatabaseFailure {
        double nearest = nearest(value, single);
        boolean lost = nearest == 0 && DatabaseValues.decimal(value).signum() != 0;
        if (lost || Double.isInfinite(nearest) || single && nearest != (float) nearest) {
            throw unfit(column, value);
        }
        return nearest;
    }

    protected static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    protected static byte[] bytes(Column column, Object value) throws DatabaseFailure {
        try {
            return Base64.getDecoder().decode(value.toString());
        } catch (IllegalArgumentException e) {
            throw DatabaseFailure.query("database.needsBase64", column.name());
        }
    }

    protected static boolean isComposite(Object value) {
        return value instanceof Map || value instanceof Collection;
    }

    protected final DatabaseFailure unfit(Column column, Object value) {
        String shown = isComposite(value) ? jsonText(value) : String.valueOf(value);
        return DatabaseFailure.query("database.unfit", column.name(), column.type(),
                shown.length() <= 60 ? shown : shown.substring(0, 60) + "…");
    }

    /** Translates filters into a condition of SQL. */
    static final class SqlConditions {

        /** Finds a column by the name that the caller wrote. */
        interface Columns {

            Column column(String name) throws DatabaseFailure, SQLException;
        }

        private final SqlRules rules;
        private final Columns columns;

        SqlConditions(SqlRules rules, Columns columns) {
            this.rules = rules;
            this.columns = columns;
        }

        /** Returns the conditions, joined by AND. There must be one. */
        SqlStatement all(Filters filters) throws DatabaseFailure, SQLException {
            SqlStatement.Writer all = new SqlStatement.Writer();
            String before = "";
            for (Condition condition : filters.conditions()) {
                all.add(before).add(one(condition));
                before = " and ";
            }
            return all.statement();
        }

        private SqlStatement one(Condition condition) throws DatabaseFailure, SQLException {
            if (condition instanceof Filter filter) {
                return rules.condition(filter, columns.column(filter.column()));
            }
            if (condition instanceof Condition.AnyOf any) {
                SqlStatement.Writer choices = new SqlStatement.Writer();
                String before = "((";
                for (Filters choice : any.choices()) {
                    choices.add(before).add(all(choice));
                    before = ") or (";
                }
                return choices.add("))").statement();
            }
            // a comparison with null is neither true nor false
            return all(((Condition.Not) condition).filters()).between("((", ") is not true)");
        }
    }
}
