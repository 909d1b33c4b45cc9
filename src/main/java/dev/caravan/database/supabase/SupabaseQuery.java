package dev.caravan.database.supabase;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.PageSpec;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.json.PercentCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.util.function.ThrowingFunction;

/**
 * Builds the parameters of a request in PostgREST's syntax, percent-encoded. Names are quoted, so that no name is read as a keyword, a JSON
 * path or an embedded table. A value ends with its parameter. In a list, values are quoted.
 */
final class SupabaseQuery {

    /** Types of whole numbers, each with the first number beyond. */
    private static final Map<String, BigDecimal> WHOLE = Map.of("smallint", new BigDecimal(1 << 15), "integer", new BigDecimal(1L << 31),
            "bigint", BigDecimal.valueOf(2).pow(63));
    /** Selects no row. */
    private static final String NONE = "in.()";
    private static final Set<String> TEXT = Set.of("text", "character varying", "character", "name", "citext");
    private static final Set<String> JSON = Set.of("json", "jsonb");
    private static final Map<Operator, String> WORDS = Map.of(Operator.EQUAL, "eq.", Operator.GREATER, "gt.", Operator.AT_LEAST, "gte.",
            Operator.LESS, "lt.", Operator.AT_MOST, "lte.");

    /** Characters to escape in PostgreSQL's regular expressions. A backslash before a letter or digit would have another meaning. */
    private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");

    private final StringBuilder text = new StringBuilder();

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

    /**
     * Adds the conditions.
     *
     * @param after   a further condition, in PostgREST's syntax; null for none
     * @param columns finds a column by the name that the caller wrote
     * @throws DatabaseFailure query_error for a value that its column cannot have
     */
    SupabaseQuery where(Filters filters, String after, ThrowingFunction<String, ColumnDescription, Exception> columns) throws Exception {
        List<String> terms = new ArrayList<>();
        for (Filter filter : filters.conditions()) {
            terms.add(term(filter, columns.apply(filter.column())));
        }
        terms.addAll(after == null ? List.of() : List.of(after));
        return terms.isEmpty() ? this : with("and", "(" + String.join(",", terms) + ")");
    }

    private static String term(Filter filter, ColumnDescription column) throws DatabaseFailure {
        String name = quoted(column.name());
        if (filter.operator() == Operator.IS_NULL) {
            return name + ((Boolean) filter.value() ? ".is.null" : ".not.is.null");
        }
        boolean isNot = filter.operator() == Operator.NOT_IN;
        if ((filter.operator() == Operator.IN || isNot) && ((List<?>) filter.value()).isEmpty()) {
            return (isNot ? "or(" : "and(") + name + ".is.null," + name + ".not.is.null)";
        }
        return name + (isNot ? ".not." : ".") + comparison(filter, column);
    }

    /** Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before. */
    static String after(PageSpec page, ThrowingFunction<String, ColumnDescription, Exception> columns) throws Exception {
        List<String> choices = new ArrayList<>();
        StringBuilder equal = new StringBuilder();
        for (int i = 0; i < page.order().size(); i++) {
            ColumnDescription column = columns.apply(page.order().get(i).column());
            boolean descending = page.order().get(i).descending();
            Object value = page.after().get(i);
            String name = quoted(column.name());
            if (value != null) {
                choices.add("and(" + equal + name + "." + compared(descending ? Operator.LESS : Operator.GREATER, column, value) + ")");
            }
            if ((value == null) == descending) { // null is greater than all values
                choices.add("and(" + equal + name + (descending ? ".not.is.null)" : ".is.null)"));
            }
            equal.append(name).append(value == null ? ".is.null" : "." + compared(Operator.EQUAL, column, value)).append(',');
        }
        return "or(" + String.join(",", choices) + ")";
    }

    private static String comparison(Filter filter, ColumnDescription column) throws DatabaseFailure {
        return switch (filter.operator()) {
            case EQUAL, GREATER, AT_LEAST, LESS, AT_MOST -> compared(filter.operator(), column, filter.value());
            case CONTAINS -> "match." + quoted(expression(filter, column));
            case STARTS_WITH -> "match." + quoted("^" + expression(filter, column));
            case ENDS_WITH -> "match." + quoted(expression(filter, column) + "$");
            default -> list(column, (List<?>) filter.value());
        };
    }

    private static String compared(Operator operator, ColumnDescription column, Object value) throws DatabaseFailure {
        return WHOLE.containsKey(column.stored()) && value instanceof Number number ? byValue(operator, column, number)
                : WORDS.get(operator) + quoted(literal(column, value));
    }

    /** PostgREST compares a column of whole numbers only with whole numbers of its type. Others lie between them or beyond. */
    private static String byValue(Operator operator, ColumnDescription column, Number number) {
        BigDecimal value = new BigDecimal(number.toString());
        if (fits(column, value)) {
            return WORDS.get(operator) + value.toBigIntegerExact();
        }
        BigDecimal end = WHOLE.get(column.stored());
        boolean isBelow = operator == Operator.LESS || operator == Operator.AT_MOST;
        if (operator == Operator.EQUAL || value.compareTo(end) >= 0 && !isBelow || value.compareTo(end.negate()) < 0 && isBelow) {
            return NONE;
        }
        BigDecimal near = value.min(end.subtract(BigDecimal.ONE)).max(end.negate()).setScale(0, isBelow ? RoundingMode.FLOOR
                : RoundingMode.CEILING);
        return WORDS.get(isBelow ? Operator.AT_MOST : Operator.AT_LEAST) + near;
    }

    private static boolean fits(ColumnDescription column, BigDecimal value) {
        BigDecimal end = WHOLE.get(column.stored());
        return value.compareTo(end) < 0 && value.compareTo(end.negate()) >= 0 && value.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isText(ColumnDescription column) {
        return TEXT.contains(column.stored());
    }

    /**
     * Returns a regular expression for the value. PostgREST's LIKE treats every asterisk as a wildcard; a regular expression can escape it.
     */
    private static String expression(Filter filter, ColumnDescription column) throws DatabaseFailure {
        if (!isText(column)) {
            throw DatabaseFailure.query("database.notText", filter.key(), column.name(), column.stored());
        }
        return PUNCTUATION.matcher(storable(column, (String) filter.value())).replaceAll("\\\\$0");
    }

    /** PostgREST reads a list of one empty text as an empty list, so one value is compared as such. */
    private static String list(ColumnDescription column, List<?> values) throws DatabaseFailure {
        if (values.size() == 1 && !(values.get(0) instanceof Number)) {
            return "eq." + quoted(literal(column, values.get(0)));
        }
        List<String> list = new ArrayList<>();
        for (Object value : values) {
            if (WHOLE.containsKey(column.stored()) && value instanceof Number number && !fits(column, new BigDecimal(number.toString()))) {
                continue; // no number of the column
            }
            list.add(quoted(literal(column, value)));
        }
        return "in.(" + String.join(",", list) + ")";
    }

    /** Returns the value in the text format of the column's type in PostgreSQL. A whole number may have a fraction of zeros: 5.0 is 5. */
    private static String literal(ColumnDescription column, Object value) throws DatabaseFailure {
        if (JSON.contains(column.stored())) {
            return DatabaseValues.json(value);
        }
        if (value instanceof List<?> list && column.stored().endsWith("[]")) {
            return storable(column, DatabaseValues.postgresArray(list, DatabaseValues::json));
        }
        if (!Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        if (value instanceof Number && WHOLE.containsKey(column.stored())) {
            BigDecimal number = new BigDecimal(value.toString()).stripTrailingZeros();
            return number.scale() <= 0 ? number.toPlainString() : value.toString();
        }
        return storable(column, String.valueOf(zoneless(column, value)));
    }

    /** Refuses NUL. PostgREST reads a value only up to its first NUL, and PostgreSQL's text cannot contain NUL. */
    private static String storable(ColumnDescription column, String text) throws DatabaseFailure {
        if (text.indexOf('\0') >= 0) {
            throw unfit(column, text);
        }
        return text;
    }

    /**
     * Returns a value to store.
     *
     * @throws DatabaseFailure query_error if the database would silently change the value
     */
    static Object stored(ColumnDescription column, Object value) throws DatabaseFailure {
        if (isText(column) && value != null && !Filters.isScalar(value)) {
            throw unfit(column, value);
        }
        return zoneless(column, value);
    }

    /** Returns the value, and a time in UTC for a column without zones: PostgreSQL would leave out the zone. */
    private static Object zoneless(ColumnDescription column, Object value) {
        return column.stored().equals("timestamp without time zone") && value instanceof String text
                ? CallerTimes.read(text).<Object>map(CallerTimes::written).orElse(text) : value;
    }

    private static DatabaseFailure unfit(ColumnDescription column, Object value) {
        return DatabaseFailure.unfit(column.name(), column.stored(), DatabaseValues.json(value));
    }

    static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Percent-encodes the text. Commas and colons stay as they are, because lists can be long; so do asterisks. */
    static String encoded(String text) {
        return PercentCode.of(text, ",:*");
    }

    DatabaseRequest get(String path) {
        return request("GET", path, null, null);
    }

    /**
     * @param path   path below the API's address, percent-encoded
     * @param prefer value of the header {@code Prefer}; null for none
     * @param body   what becomes JSON; null for none
     */
    DatabaseRequest request(String method, String path, String prefer, Object body) {
        return new DatabaseRequest(method, path, text.toString(), prefer,
                body == null ? null : DatabaseValues.json(body).getBytes(StandardCharsets.UTF_8));
    }
}
