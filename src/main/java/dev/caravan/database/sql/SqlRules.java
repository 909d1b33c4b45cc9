package dev.caravan.database.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filter;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jooq.SQLDialect;

/** Says how values go into the SQL of one product and come out of it, and how the product compares. */
abstract class SqlRules {

    /** In patterns; a character that no product treats in a way of its own. */
    private static final char ESCAPE = '!';

    private final SQLDialect dialect;
    private final String quote;
    protected final ObjectMapper mapper;

    /** @param quote around names; in a name it stands twice */
    protected SqlRules(SQLDialect dialect, String quote, ObjectMapper mapper) {
        this.dialect = dialect;
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

    /** As jOOQ names it, which parses what callers write. */
    final SQLDialect dialect() {
        return dialect;
    }

    /** Quotes a name of the catalogue for a statement. */
    final String quoted(String name) {
        return quote + (name.contains(quote) ? name.replace(quote, quote + quote) : name) + quote;
    }

    /** The end of an INSERT of a row that has defaults alone. */
    String defaults() {
        return " default values";
    }

    protected final String name(Column column) {
        return quoted(column.name());
    }

    /**
     * The value as the column's type has it; a JSON value as Java has it, never null.
     *
     * @throws DatabaseFailure query_error for what can't be such a value
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

    /** The column as it is compared: text by code points, whatever the collation. */
    protected abstract String compared(Column column);

    /** A value as {@link #compared} compares it. */
    protected abstract SqlStatement comparedValue(Column column, Object value) throws DatabaseFailure;

    abstract boolean isText(Column column);

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

    /** @param ofNone what it is if the list is empty */
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

    /** A pattern as {@link #compared} compares it. */
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

    /** JSON that the database has; text where it is none. */
    protected final Object parsed(String json) {
        try {
            JsonNode node = mapper.readTree(json);
            return node == null ? json : node;
        } catch (JsonProcessingException e) {
            return json;
        }
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
        return DatabaseFailure.query("database.unfit", column.name(), column.type(), shown.length() <= 60 ? shown : shown.substring(0, 60) + "…");
    }
}
