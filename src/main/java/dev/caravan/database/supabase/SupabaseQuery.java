package dev.caravan.database.supabase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filter;
import dev.caravan.database.Operator;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PostgresText;
import dev.caravan.json.PercentCode;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Builds the parameters of a request in PostgREST's syntax, percent-encoded. Names are quoted, so that no name is read as a keyword, a JSON path or
 * an embedded table. A value ends with its parameter. In a list, values are quoted.
 */
final class SupabaseQuery {

    static final Set<String> WHOLE = Set.of("smallint", "integer", "bigint");
    private static final Set<String> TEXT = Set.of("text", "character varying", "character", "name", "citext");
    static final Set<String> JSON = Set.of("json", "jsonb");
    private static final int MOST_DIGITS = 40;
    private static final Pattern NEEDS_NO_QUOTES = Pattern.compile("[A-Za-z0-9_.:+-]+");

    /** Characters to escape in PostgreSQL's regular expressions. A backslash before a letter or digit would have another meaning. */
    private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");

    private final ObjectMapper mapper;
    private final StringBuilder text = new StringBuilder();

    SupabaseQuery(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    SupabaseQuery with(String name, String value) {
        text.append(text.isEmpty() ? "" : "&").append(encoded(name)).append('=').append(encoded(value));
        return this;
    }

    SupabaseQuery columns(String parameter, Collection<String> columns) {
        return columns.isEmpty() ? this : with(parameter, columns.stream().map(SupabaseQuery::quoted).collect(Collectors.joining(",")));
    }

    SupabaseQuery order(List<PageSpec.Order> order) {
        return order.isEmpty() ? this : with("order", order.stream().map(by -> quoted(by.column()) + (by.descending() ? ".desc" : ".asc"))
                .collect(Collectors.joining(",")));
    }

    SupabaseQuery with(SupabaseQuery other) {
        text.append(text.isEmpty() || other.text.isEmpty() ? "" : "&").append(other.text);
        return this;
    }

    /**
     * Adds one condition.
     *
     * @throws DatabaseFailure query_error for a value that the column cannot have
     */
    SupabaseQuery where(Filter filter, Column column) throws DatabaseFailure {
        String name = quoted(column.name());
        Object value = filter.value();
        return switch (filter.operator()) {
            case EQUAL -> with(name, "eq." + literal(column, value));
            case GREATER -> with(name, "gt." + literal(column, value));
            case AT_LEAST -> with(name, "gte." + literal(column, value));
            case LESS -> with(name, "lt." + literal(column, value));
            case AT_MOST -> with(name, "lte." + literal(column, value));
            case CONTAINS -> with(name, "match." + expression(filter, column));
            case STARTS_WITH -> with(name, "match.^" + expression(filter, column));
            case ENDS_WITH -> with(name, "match." + expression(filter, column) + "$");
            case IN -> ((List<?>) value).isEmpty() ? with(name, "is.null").with(name, "not.is.null") : with(name, "in." + list(column, (List<?>) value));
            case NOT_IN -> ((List<?>) value).isEmpty() ? with("or", "(" + name + ".is.null," + name + ".not.is.null)")
                    : with(name, "not.in." + list(column, (List<?>) value));
            case IS_NULL -> with(name, (Boolean) value ? "is.null" : "not.is.null");
        };
    }

    /**
     * Returns the condition as a part of a logical expression.
     *
     * @param holds false for rows that the condition does not match, also those where the column is null
     */
    String term(Filter filter, Column column, boolean holds) throws DatabaseFailure {
        String name = quoted(column.name());
        Object value = filter.value();
        if (filter.operator() == Operator.IS_NULL) {
            return name + ((Boolean) value == holds ? ".is.null" : ".not.is.null");
        }
        if (value instanceof List<?> list && list.isEmpty() && (filter.operator() == Operator.IN || filter.operator() == Operator.NOT_IN)) {
            return (holds == (filter.operator() == Operator.NOT_IN) ? "or(" : "and(") + name + ".is.null," + name + ".not.is.null)";
        }
        String comparison = switch (filter.operator()) {
            case EQUAL -> "eq." + quoted(literal(column, value));
            case GREATER -> "gt." + quoted(literal(column, value));
            case AT_LEAST -> "gte." + quoted(literal(column, value));
            case LESS -> "lt." + quoted(literal(column, value));
            case AT_MOST -> "lte." + quoted(literal(column, value));
            case CONTAINS -> "match." + quoted(expression(filter, column));
            case STARTS_WITH -> "match." + quoted("^" + expression(filter, column));
            case ENDS_WITH -> "match." + quoted(expression(filter, column) + "$");
            default -> "in." + list(column, (List<?>) value);
        };
        boolean positive = holds == (filter.operator() != Operator.NOT_IN);
        String term = name + (positive ? "." : ".not.") + comparison;
        return holds ? term : "or(" + term + "," + name + ".is.null)";
    }

    static boolean isText(Column column) {
        return TEXT.contains(column.type());
    }

    static boolean isComposite(Object value) {
        return value instanceof Map || value instanceof Collection;
    }

    /** Returns a regular expression for the value. PostgREST's LIKE treats every asterisk as a wildcard; a regular expression can escape it. */
    private static String expression(Filter filter, Column column) throws DatabaseFailure {
        if (!isText(column)) {
            throw DatabaseFailure.query("database.notText", filter.key(), column.name(), column.type());
        }
        return PUNCTUATION.matcher(storable(column, (String) filter.value())).replaceAll("\\\\$0");
    }

    private String list(Column column, List<?> values) throws DatabaseFailure {
        StringBuilder list = new StringBuilder("(");
        for (Object value : values) {
            String literal = literal(column, value);
            list.append(list.length() > 1 ? "," : "").append(NEEDS_NO_QUOTES.matcher(literal).matches() ? literal : quoted(literal));
        }
        return list.append(')').toString();
    }

    /** Returns the value in the text format of the column's type in PostgreSQL. */
    private String literal(Column column, Object value) throws DatabaseFailure {
        if (JSON.contains(column.type())) {
            return json(value);
        }
        if (value instanceof List<?> list && column.type().endsWith("[]")) {
            return storable(column, array(list));
        }
        if (isComposite(value)) {
            throw unfit(column, value);
        }
        return WHOLE.contains(column.type()) && value instanceof Number number ? whole(number) : storable(column, value.toString());
    }

    /** Returns 5.0 as 5. A fraction stays as it is, and the database refuses it. */
    private static String whole(Number number) {
        BigDecimal value = new BigDecimal(number.toString()).stripTrailingZeros();
        return value.scale() <= 0 && (long) value.precision() - value.scale() <= MOST_DIGITS ? value.toPlainString() : number.toString();
    }

    /** Refuses NUL. PostgREST reads a value only up to its first NUL, and PostgreSQL's text cannot contain NUL. */
    private static String storable(Column column, String text) throws DatabaseFailure {
        if (text.indexOf('\0') >= 0) {
            throw DatabaseFailure.query("database.unfit", column.name(), column.type(), text.replace("\0", "\\u0000"));
        }
        return text;
    }

    /**
     * Checks a value to be stored.
     *
     * @throws DatabaseFailure query_error if the database would silently change the value
     */
    void check(Column column, Object value) throws DatabaseFailure {
        if (isText(column) && isComposite(value)) {
            throw unfit(column, value);
        }
    }

    private DatabaseFailure unfit(Column column, Object value) {
        String shown = json(value);
        return DatabaseFailure.query("database.unfit", column.name(), column.type(), shown.length() <= 60 ? shown : shown.substring(0, 60) + "…");
    }

    private String array(List<?> list) {
        return PostgresText.array(list, this::json);
    }

    private String json(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("arguments came as JSON", e);
        }
    }

    static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Percent-encodes the text. Commas and colons stay as they are, because lists can be long; so do asterisks. */
    static String encoded(String text) {
        return PercentCode.of(text, ",:*");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
