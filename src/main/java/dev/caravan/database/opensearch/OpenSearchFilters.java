package dev.caravan.database.opensearch;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.util.function.ThrowingFunction;

/**
 * Translates the conditions of a call into an OpenSearch query. Text longer than {@code ignore_above} is not in the field that is compared:
 * {@link #unseen} finds documents with such text, and a caller that finds one must report it.
 */
final class OpenSearchFilters {

    private static final Object NONE = Map.of("match_none", Map.of());
    /** Lucene's automata have at most 1,000 states in a row. */
    private static final int LONGEST_PATTERN = 900;
    private static final int NANOS = 1_000_000;
    /** After this come computations. Without any, OpenSearch takes the time as it is, and adds no rest of a day. */
    private static final String END = "||";
    private static final Map<Operator, List<String>> BOUNDS = Map.of(Operator.EQUAL, List.of("gte", "lte"), Operator.GREATER, List.of("gt"),
            Operator.AT_LEAST, List.of("gte"), Operator.LESS, List.of("lt"), Operator.AT_MOST, List.of("lte"));
    /** The largest value of each type; of times in milliseconds. OpenSearch refuses to compare with larger values. */
    private static final Map<String, BigDecimal> MOST = Map.ofEntries(Map.entry("byte", whole(7)), Map.entry("short", whole(15)),
            Map.entry("integer", whole(31)), Map.entry("long", whole(63)), Map.entry("unsigned_long", whole(64)),
            Map.entry("half_float", BigDecimal.valueOf(65_504)), Map.entry("float", new BigDecimal(Float.MAX_VALUE)),
            Map.entry("double", new BigDecimal(Double.MAX_VALUE)), Map.entry("scaled_float", new BigDecimal(Double.MAX_VALUE)),
            Map.entry("date", whole(63)), Map.entry("date_nanos", whole(63).movePointLeft(6)));

    private final List<Object> clauses = new ArrayList<>();
    /** The clauses that do not depend on long text. */
    private final List<Object> decided = new ArrayList<>();
    /** The fields whose text may be too long to compare. */
    final List<OpenSearchField> unseen = new ArrayList<>();

    /** @param fields finds a field by the name that the caller wrote */
    OpenSearchFilters(Filters filters, ThrowingFunction<String, OpenSearchField, Exception> fields) throws Exception {
        for (Filter filter : filters.conditions()) {
            int before = unseen.size();
            clauses.add(clause(filter, fields.apply(filter.column())));
            if (unseen.size() == before) {
                decided.add(clauses.get(clauses.size() - 1));
            }
        }
    }

    Object query() {
        return all(clauses);
    }

    /** Returns the query for documents with too long text in the field. */
    Object tooLong(OpenSearchField field) {
        return all(List.of(all(decided), nested(field, all(List.of(exists(field.path()), not(exists(field.exact())))))));
    }

    private Object clause(Filter filter, OpenSearchField field) throws DatabaseFailure {
        boolean isNull = filter.operator() == Operator.IS_NULL;
        if (isNull ? field.hidden() : field.exact() == null) {
            throw incomparable(field, filter.key());
        }
        boolean isCopy = field.exact() != null && !field.exact().equals(field.path());
        if (isCopy && field.longest() != OpenSearchField.UNLIMITED && isAboutLongText(filter, field)) {
            unseen.add(field);
        }
        Object exists = nested(field, exists(field.path()));
        return switch (filter.operator()) {
            case IS_NULL -> (Boolean) filter.value() ? not(exists) : exists;
            case EQUAL -> in(field, List.of(filter.value()));
            case IN -> in(field, (List<?>) filter.value());
            // a nested object with another value must not hide one with this value
            case NOT_IN -> ((List<?>) filter.value()).isEmpty() ? all(List.of())
                    : all(List.of(exists, not(in(field, (List<?>) filter.value()))));
            case CONTAINS -> text(filter, field, "wildcard", "*" + escaped(filter) + "*");
            case STARTS_WITH -> text(filter, field, "prefix", (String) filter.value());
            case ENDS_WITH -> text(filter, field, "wildcard", "*" + escaped(filter));
            default -> ordered(filter, field);
        };
    }

    private static boolean isAboutLongText(Filter filter, OpenSearchField field) {
        boolean isWhole = List.of(Operator.EQUAL, Operator.IN, Operator.NOT_IN).contains(filter.operator());
        return isWhole ? DatabaseValues.list(filter.value()).stream().anyMatch(value -> String.valueOf(value).length() > field.longest())
                : filter.operator() != Operator.IS_NULL;
    }

    static DatabaseFailure incomparable(OpenSearchField field, String name) {
        return DatabaseFailure.query("database.search.incomparable", name, field.path(), field.type());
    }

    private static Object in(OpenSearchField field, List<?> values) throws DatabaseFailure {
        List<Object> terms = new ArrayList<>();
        List<Object> times = new ArrayList<>();
        for (Object value : values) {
            switch (field.kind()) {
                case DATE -> times.add(time(field, Operator.EQUAL, value));
                case WHOLE, FLOATING -> number(field, Operator.EQUAL, field.decimal(value)).ifPresent(terms::add);
                default -> terms.add(field.text(value));
            }
        }
        return nested(field, !times.isEmpty() ? Map.of("bool", Map.of("minimum_should_match", 1, "should", times))
                : terms.isEmpty() ? NONE : Map.of("terms", Map.of(field.exact(), terms)));
    }

    private static Object ordered(Filter filter, OpenSearchField field) throws DatabaseFailure {
        return nested(field, switch (field.kind()) {
            case WHOLE, FLOATING -> compared(field, filter.operator(), field.decimal(filter.value()), null);
            case DATE -> time(field, filter.operator(), filter.value());
            default -> {
                checkLength(filter);
                yield range(field, filter.operator(), filter.value().toString(), null);
            }
        });
    }

    /** @param format how OpenSearch reads the number; null for the field's own type */
    private static Object compared(OpenSearchField field, Operator operator, BigDecimal number, String format) {
        boolean isLower = operator == Operator.GREATER || operator == Operator.AT_LEAST;
        Operator bounded = field.kind() == Kind.FLOATING || operator == Operator.EQUAL ? operator
                : isLower ? Operator.AT_LEAST : Operator.AT_MOST;
        return number(field, operator, number).map(bound -> range(field, bounded, format == null ? bound : bound + END, format))
                .orElse(operator != Operator.EQUAL && number.signum() > 0 != isLower ? exists(field.path()) : NONE);
    }

    /**
     * Returns the number that OpenSearch compares with, as the field rounds it. Whole numbers and times become an inclusive bound, because
     * OpenSearch computes with others. Returns empty for a number beyond all values of the field, and for a number that equals none.
     */
    private static Optional<Number> number(OpenSearchField field, Operator operator, BigDecimal given) {
        BigDecimal most = MOST.get(field.type());
        boolean isFloating = field.kind() == Kind.FLOATING;
        BigDecimal below = isFloating ? given : given.setScale(most.scale(), RoundingMode.FLOOR);
        BigDecimal above = isFloating ? given : given.setScale(most.scale(), RoundingMode.CEILING);
        BigDecimal step = isFloating ? BigDecimal.ZERO : below.ulp();
        BigDecimal number = switch (operator) {
            case GREATER -> below.add(step);
            case LESS -> above.subtract(step);
            case AT_MOST -> below;
            default -> above;
        };
        BigDecimal least = isFloating ? most.negate() : List.of("unsigned_long", "date_nanos").contains(field.type()) ? BigDecimal.ZERO
                : most.negate().subtract(BigDecimal.ONE);
        boolean isBetween = operator == Operator.EQUAL && !below.equals(above);
        if (isBetween || number.compareTo(least) < 0 || number.compareTo(most) > 0) {
            return Optional.empty();
        }
        if (isFloating && number.signum() != 0 && number.doubleValue() == 0) { // OpenSearch would compare with 0
            return Optional.of(number.signum() * (field.type().equals("float") ? Float.MIN_VALUE : Double.MIN_VALUE));
        }
        return Optional.of(field.kind() == Kind.WHOLE ? number.toBigInteger() : number);
    }

    /**
     * Compares times with the field's precision. A field with its own format takes the text and numbers of that format too. OpenSearch
     * would compute with {@code now} and {@code ||}.
     */
    private static Object time(OpenSearchField field, Operator operator, Object value) throws DatabaseFailure {
        String text = field.text(value);
        Optional<LocalDateTime> time = CallerTimes.read(text).filter(read -> field.format() == null || read.getNano() % NANOS > 0);
        if (time.isPresent()) {
            BigDecimal millis = BigDecimal.valueOf(time.get().toEpochSecond(ZoneOffset.UTC)).movePointRight(3)
                    .add(BigDecimal.valueOf(time.get().getNano(), 6));
            return compared(field, operator, millis, "epoch_millis");
        }
        if (text.startsWith("now") || text.contains(END)) {
            throw field.unfit(value);
        }
        return range(field, operator, text + END, field.format() == null ? null : field.format() + "||strict_date_optional_time_nanos");
    }

    private static Object text(Filter filter, OpenSearchField field, String kind, String value) throws DatabaseFailure {
        if (field.kind() != Kind.TEXT) {
            throw DatabaseFailure.query("database.notText", filter.key(), field.path(), field.type());
        }
        checkLength(filter);
        return nested(field, Map.of(kind, Map.of(field.exact(), Map.of("value", value))));
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
    private static Object range(OpenSearchField field, Operator operator, Object value, String format) {
        Map<String, Object> bounds = DatabaseValues.present("format", format);
        BOUNDS.get(operator).forEach(bound -> bounds.put(bound, value));
        return Map.of("range", Map.of(field.exact(), bounds));
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

    /** Returns the largest whole number with so many bits. */
    private static BigDecimal whole(int bits) {
        return new BigDecimal(2).pow(bits).subtract(BigDecimal.ONE);
    }
}
