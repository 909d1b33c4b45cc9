package dev.caravan.database.redis;

import static dev.caravan.database.DatabaseValues.decimal;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.redis.RecordValues.SortKey.Kind;
import dev.caravan.json.BoundedNumbers;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Compares JSON values without a column type as {@link Operator} says: numbers by value, RFC 3339 times by instant, other text by code
 * point. A loose value is text because a Redis hash stores only text; it may stand for a number or boolean.
 */
final class RecordValues {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,999})(\\.[0-9]{1,999})?([eE][+-]?[0-9]{1,4})?");

    private RecordValues() {
    }

    /**
     * Returns whether a value satisfies the condition.
     *
     * @param is     null if it is missing
     * @param equals whether the value, which is not null, equals another one
     * @param loose  whether text may stand for a number or boolean
     */
    static boolean holds(Filter filter, Object is, Predicate<Object> equals, boolean loose) {
        Object value = filter.value();
        return switch (filter.operator()) {
            case EQUAL -> is != null && equals.test(value);
            case GREATER -> compare(is, value, loose).orElse(0) > 0;
            case AT_LEAST -> compare(is, value, loose).orElse(-1) >= 0;
            case LESS -> compare(is, value, loose).orElse(0) < 0;
            case AT_MOST -> compare(is, value, loose).orElse(1) <= 0;
            case CONTAINS -> is instanceof String text && text.contains((String) value);
            case STARTS_WITH -> is instanceof String text && text.startsWith((String) value);
            case ENDS_WITH -> is instanceof String text && text.endsWith((String) value);
            case IN -> is != null && ((List<?>) value).stream().anyMatch(equals);
            case NOT_IN -> ((List<?>) value).isEmpty() || is != null && ((List<?>) value).stream().noneMatch(equals);
            case IS_NULL -> (is == null) == (Boolean) value;
        };
    }

    /** Compares two values. Returns empty if they cannot be compared. */
    private static OptionalInt compare(Object value, Object with, boolean loose) {
        SortKey own = SortKey.of(value, loose);
        SortKey other = SortKey.of(with, false);
        if (value instanceof String && with instanceof String text) {
            Optional<LocalDateTime> time = own.kind() == Kind.TIME ? CallerTimes.read(text.toUpperCase(Locale.ROOT)) : Optional.empty();
            own = time.isPresent() ? own : SortKey.text((String) value);
            other = time.map(at -> new SortKey(Kind.TIME, at, text)).orElse(SortKey.text(text));
        }
        return own.kind() == other.kind() ? OptionalInt.of(own.compareTo(other)) : OptionalInt.empty();
    }

    static boolean equal(Object value, Object to, boolean loose) {
        return Filters.isScalar(to) ? compare(value, to, loose).orElse(1) == 0 : same(value, to);
    }

    /** Compares lists and objects. The order of members is ignored, and numbers are compared by value. */
    private static boolean same(Object one, Object other) {
        return DatabaseValues.JSON.<JsonNode>valueToTree(one).equals((first, second) -> first.equals(second)
                || first.isNumber() && second.isNumber() && first.decimalValue().compareTo(second.decimalValue()) == 0 ? 0 : 1,
                DatabaseValues.JSON.valueToTree(other));
    }

    /**
     * A value in comparable form: booleans, numbers, times, other text, lists and objects, null, in this order.
     *
     * @param shown what has this form, without being loose
     */
    record SortKey(Kind kind, Object value, Object shown) implements Comparable<SortKey> {

        /** The types in their order. */
        enum Kind { BOOLEAN, NUMBER, TIME, TEXT, COMPOSITE, NULL }

        /** @param loose whether text may stand for a number or boolean */
        static SortKey of(Object value, boolean loose) {
            if (value == null || value instanceof Collection || value instanceof Map) {
                return new SortKey(value == null ? Kind.NULL : Kind.COMPOSITE, 0, value == null ? null : List.of());
            }
            String text = value instanceof String own ? own : "";
            if (value instanceof Boolean || loose && (text.equals("true") || text.equals("false"))) {
                boolean truth = Boolean.parseBoolean(value.toString());
                return new SortKey(Kind.BOOLEAN, truth, truth);
            }
            if (value instanceof Number || loose && NUMBER.matcher(text).matches() && BoundedNumbers.isBounded(decimal(text))) {
                return new SortKey(Kind.NUMBER, decimal(value), decimal(value));
            }
            return Optional.of(text).filter(each -> CallerTimes.isInstant(each.replace(' ', 'T')))
                    .flatMap(each -> CallerTimes.read(each.toUpperCase(Locale.ROOT))).map(at -> new SortKey(Kind.TIME, at, text))
                    .orElse(text(text));
        }

        static SortKey text(String text) {
            return new SortKey(Kind.TEXT, text, text);
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public int compareTo(SortKey other) {
            if (kind != other.kind) {
                return kind.compareTo(other.kind);
            }
            return kind == Kind.TEXT // by code points, as bytes of UTF-8 are ordered: surrogates come after all other characters
                    ? Arrays.compareUnsigned(((String) value).getBytes(UTF_8), ((String) other.value).getBytes(UTF_8))
                    : ((Comparable) value).compareTo(other.value);
        }
    }
}
