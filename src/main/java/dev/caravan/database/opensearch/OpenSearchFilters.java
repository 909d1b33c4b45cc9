package dev.caravan.database.opensearch;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Condition;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Translates the conditions of a call into an OpenSearch query. Text longer than {@code ignore_above} is not in the field that is compared:
 * {@link #unseen} finds documents with such text, and a caller that finds one must report it.
 */
final class OpenSearchFilters {

    private static final Object NONE = Map.of("match_none", Map.of());
    private static final Instant LAST_NANO = Instant.ofEpochSecond(0, Long.MAX_VALUE);
    /** All digits are written, because OpenSearch fills missing digits with the latest time. */
    private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
            .withZone(ZoneOffset.UTC);
    /** Lucene's automata have at most 1,000 states in a row. */
    private static final int LONGEST_PATTERN = 900;
    private static final Map<Operator, List<String>> BOUNDS = Map.of(Operator.EQUAL, List.of("gte", "lte"), Operator.GREATER, List.of("gt"),
            Operator.AT_LEAST, List.of("gte"), Operator.LESS, List.of("lt"), Operator.AT_MOST, List.of("lte"));
    private static final Map<String, BigDecimal> MOST = Map.of("byte", whole(7), "short", whole(15), "integer", whole(31),
            "long", whole(63), "unsigned_long", whole(64), "half_float", BigDecimal.valueOf(65_504),
            "float", new BigDecimal(Float.MAX_VALUE), "double", new BigDecimal(Double.MAX_VALUE),
            "scaled_float", new BigDecimal(Double.MAX_VALUE));

    private final Fields fields;
    private final List<Object> clauses = new ArrayList<>();
    /** The clauses that do not depend on long text. */
    private final List<Object> decided = new ArrayList<>();
    private final List<OpenSearchField> unseen = new ArrayList<>();

    /** Finds a field by the name that the caller wrote. */
    interface Fields {

        OpenSearchField field(String path) throws Exception;
    }

    OpenSearchFilters(Filters filters, Fields fields) throws Exception {
        this.fields = fields;
        for (Condition condition : filters.conditions()) {
            int before = unseen.size();
            clauses.add(clause(condition));
            if (unseen.size() == before) {
                decided.add(clauses.get(clauses.size() - 1));
            }
        }
    }

    Object query() {
        return all(clauses);
    }

    /** Returns the fields whose text may be too long to compare. */
    List<OpenSearchField> unseen() {
        return unseen;
    }

    /** Returns the query for documents with too long text in the field. */
    Object tooLong(OpenSearchField field) {
        return all(List.of(all(decided), nested(field, all(List.of(exists(field.path()), not(exists(field.exact())))))));
    }

    private Object clause(Condition condition) throws Exception {
        if (condition instanceof Filter filter) {
            return comparison(filter, fields.field(filter.column()));
        }
        if (condition instanceof Condition.Not not) {
            return not(clause(not.filters()));
        }
        List<Object> choices = new ArrayList<>();
        for (Filters choice : ((Condition.AnyOf) condition).choices()) {
            choices.add(clause(choice));
        }
        return any(choices);
    }

    private Object clause(Filters filters) throws Exception {
        List<Object> all = new ArrayList<>();
        for (Condition condition : filters.conditions()) {
            all.add(clause(condition));
        }
        return all(all);
    }

    private Object comparison(Filter filter, OpenSearchField field) throws DatabaseFailure {
        if (field.hidesLongText() && isAboutLongText(filter, field)) {
            unseen.add(field);
        }
        // a missing nested object has no fields, so the condition must be outside of the nested query
        return filter.operator() == Operator.IS_NULL && (Boolean) filter.value() ? not(nested(field, exists(field.path())))
                : nested(field, clause(filter, field));
    }

    private static boolean isAboutLongText(Filter filter, OpenSearchField field) {
        return switch (filter.operator()) {
            case EQUAL, IN, NOT_IN ->
                    DatabaseValues.list(filter.value()).stream().anyMatch(value -> String.valueOf(value).length() > field.longest());
            case IS_NULL -> false;
            default -> true;
        };
    }

    private static Object clause(Filter filter, OpenSearchField field) throws DatabaseFailure {
        Operator operator = filter.operator();
        if (operator == Operator.IS_NULL) {
            return exists(field.path());
        }
        if (operator == Operator.NOT_IN && ((List<?>) filter.value()).isEmpty()) {
            return all(List.of());
        }
        checkComparable(field, filter.key());
        return switch (operator) {
            case EQUAL -> in(field, List.of(filter.value()));
            case IN -> in(field, (List<?>) filter.value());
            case NOT_IN -> all(List.of(exists(field.path()), not(in(field, (List<?>) filter.value()))));
            case CONTAINS -> text(filter, field, "wildcard", "*" + escaped(filter) + "*");
            case STARTS_WITH -> text(filter, field, "prefix", (String) filter.value());
            case ENDS_WITH -> text(filter, field, "wildcard", "*" + escaped(filter));
            default -> ordered(filter, field);
        };
    }

    /** @throws DatabaseFailure query_error for a field whose values OpenSearch can't compare as a whole */
    static void checkComparable(OpenSearchField field, String name) throws DatabaseFailure {
        if (field.kind() == Kind.OBJECT) {
            throw DatabaseFailure.query("database.search.notSearchable", name, field.path(), field.type());
        }
        if (field.compared() == null) {
            throw DatabaseFailure.query("database.search.noExactText", name, field.path());
        }
    }

    private static Object in(OpenSearchField field, List<?> values) throws DatabaseFailure {
        List<Object> terms = new ArrayList<>();
        List<Object> times = new ArrayList<>();
        for (Object value : values) {
            if (!Filters.isScalar(value)) {
                throw OpenSearchValues.unfit(field, value);
            }
            switch (field.kind()) {
                case DATE -> times.add(time(field, Operator.EQUAL, value));
                case WHOLE, FLOATING -> {
                    BigDecimal number = OpenSearchValues.decimal(field, value);
                    if (side(field, number) == 0 && (field.kind() == Kind.FLOATING || OpenSearchValues.isWhole(number))) {
                        terms.add(kept(field, number));
                    }
                }
                default -> terms.add(OpenSearchValues.plain(value));
            }
        }
        return !times.isEmpty() ? any(times) : terms.isEmpty() ? NONE : Map.of("terms", Map.of(field.compared(), terms));
    }

    private static Object ordered(Filter filter, OpenSearchField field) throws DatabaseFailure {
        return switch (field.kind()) {
            case WHOLE, FLOATING -> number(field, filter.operator(), OpenSearchValues.decimal(field, filter.value()));
            case DATE -> time(field, filter.operator(), filter.value());
            default -> {
                checkLength(filter);
                yield range(field.compared(), filter.operator(), filter.value().toString(), null);
            }
        };
    }

    private static Object number(OpenSearchField field, Operator operator, BigDecimal number) {
        boolean isLower = operator == Operator.GREATER || operator == Operator.AT_LEAST;
        if (field.kind() == Kind.FLOATING) {
            return bounded(field, operator, isLower, number);
        }
        // OpenSearch computes with other bounds than inclusive ones
        BigDecimal whole = switch (operator) {
            case GREATER -> number.setScale(0, RoundingMode.FLOOR).add(BigDecimal.ONE);
            case LESS -> number.setScale(0, RoundingMode.CEILING).subtract(BigDecimal.ONE);
            default -> number.setScale(0, isLower ? RoundingMode.CEILING : RoundingMode.FLOOR);
        };
        return bounded(field, isLower ? Operator.AT_LEAST : Operator.AT_MOST, isLower, whole);
    }

    private static Object bounded(OpenSearchField field, Operator operator, boolean isLower, BigDecimal bound) {
        int side = side(field, bound);
        return side == 0 ? range(field.path(), operator, kept(field, bound), null) : side < 0 == isLower ? exists(field.path()) : NONE;
    }

    /** Returns -1 for a number below all values of the field, 1 for one above all. */
    private static int side(OpenSearchField field, BigDecimal number) {
        BigDecimal most = MOST.get(field.type());
        BigDecimal least = field.kind() == Kind.FLOATING ? most.negate()
                : field.type().equals("unsigned_long") ? BigDecimal.ZERO : most.negate().subtract(BigDecimal.ONE);
        return number.compareTo(least) < 0 ? -1 : number.compareTo(most) > 0 ? 1 : 0;
    }

    /** Returns the number as the field rounds it. A number other than 0 is never rounded to 0. */
    private static Number kept(OpenSearchField field, BigDecimal number) {
        if (field.kind() == Kind.WHOLE) {
            return number.toBigInteger();
        }
        boolean isDouble = field.type().equals("double") || field.type().equals("scaled_float");
        double rounded = isDouble ? number.doubleValue() : number.floatValue();
        return rounded == 0 ? number.signum() * (isDouble ? Double.MIN_VALUE : Float.MIN_VALUE) : rounded;
    }

    /**
     * Compares times with the field's precision. A field with its own format takes the text and numbers of that format too. OpenSearch
     * would compute with {@code now} and {@code ||}.
     */
    private static Object time(OpenSearchField field, Operator operator, Object value) throws DatabaseFailure {
        String text = OpenSearchValues.plain(value);
        boolean isFormatted = field.format() != null && !text.startsWith("now") && !text.contains("||");
        if (isFormatted && OpenSearchValues.read(field.format(), value).isEmpty()) {
            return range(field.path(), operator, text, null);
        }
        Instant time = OpenSearchValues.time(field, value);
        Instant kept = OpenSearchValues.resolved(field, time);
        boolean isLower = operator == Operator.GREATER || operator == Operator.AT_LEAST;
        if (operator == Operator.EQUAL && !kept.equals(time)) {
            return NONE;
        }
        if (field.type().equals("date_nanos") && (time.isBefore(Instant.EPOCH) || time.isAfter(LAST_NANO))) {
            return operator != Operator.EQUAL && time.isBefore(Instant.EPOCH) == isLower ? exists(field.path()) : NONE;
        }
        boolean isNext = !kept.equals(time) && (operator == Operator.LESS || operator == Operator.AT_LEAST);
        return range(field.path(), operator, WRITTEN.format(isNext ? kept.plusMillis(1) : kept), "strict_date_optional_time_nanos");
    }

    private static Object text(Filter filter, OpenSearchField field, String kind, String value) throws DatabaseFailure {
        if (field.kind() != Kind.TEXT) {
            throw DatabaseFailure.query("database.notText", filter.key(), field.path(), field.type());
        }
        checkLength(filter);
        return Map.of(kind, Map.of(field.exact(), Map.of("value", value)));
    }

    private static void checkLength(Filter filter) throws DatabaseFailure {
        if (filter.value().toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATTERN) {
            throw DatabaseFailure.query("database.search.longPattern", filter.key(), LONGEST_PATTERN);
        }
    }

    private static String escaped(Filter filter) {
        return ((String) filter.value()).replace("\\", "\\\\").replace("*", "\\*").replace("?", "\\?");
    }

    /** @param format how the value is written; null for the field's own format */
    private static Object range(String path, Operator operator, Object value, String format) {
        Map<String, Object> bounds = DatabaseValues.object();
        BOUNDS.get(operator).forEach(bound -> bounds.put(bound, value));
        if (format != null) {
            bounds.put("format", format);
        }
        return Map.of("range", Map.of(path, bounds));
    }

    private static Object nested(OpenSearchField field, Object clause) {
        return field.nested() == null ? clause : Map.of("nested", Map.of("path", field.nested(), "query", clause));
    }

    private static Object exists(String path) {
        return Map.of("exists", Map.of("field", path));
    }

    private static Object not(Object clause) {
        return Map.of("bool", Map.of("must_not", List.of(clause)));
    }

    static Object all(List<?> clauses) {
        return Map.of("bool", Map.of("filter", clauses));
    }

    private static Object any(List<?> clauses) {
        return Map.of("bool", Map.of("minimum_should_match", 1, "should", clauses));
    }

    /** Returns the largest whole number with so many bits. */
    private static BigDecimal whole(int bits) {
        return new BigDecimal(2).pow(bits).subtract(BigDecimal.ONE);
    }
}
