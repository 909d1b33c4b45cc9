package dev.caravan.database;

import static dev.caravan.database.DatabaseValues.decimal;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.RecordValues.SortKey.Kind;
import dev.caravan.json.BoundedNumbers;
import dev.caravan.json.JsonMappers;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Compares JSON values without a column type as {@link Operator} says: numbers by value, RFC 3339 times by instant, other text by code
 * point. A loose value is text because a Redis hash stores only text; it may stand for a number or boolean.
 */
public final class RecordValues {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,999})(\\.[0-9]{1,999})?([eE][+-]?[0-9]{1,4})?");
    private static final Pattern TIME = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");
    private static final ObjectMapper JSON = JsonMappers.exact();

    private RecordValues() {
    }

    /** Compares two values. Returns empty if they cannot be compared. */
    public static OptionalInt compare(Object value, Object with, boolean loose) {
        SortKey own = SortKey.of(value, loose);
        SortKey other = SortKey.of(with, false);
        if (value instanceof String && with instanceof String text) {
            Optional<LocalDateTime> time = own.kind() == Kind.TIME ? CallerTimes.read(text.toUpperCase(Locale.ROOT)) : Optional.empty();
            own = time.isPresent() ? own : new SortKey(Kind.TEXT, value);
            other = time.map(at -> new SortKey(Kind.TIME, at)).orElse(new SortKey(Kind.TEXT, text));
        }
        return own.kind() == other.kind() ? OptionalInt.of(own.compareTo(other)) : OptionalInt.empty();
    }

    public static boolean equal(Object value, Object to, boolean loose) {
        return Filters.isScalar(to) ? compare(value, to, loose).orElse(1) == 0 : same(value, to);
    }

    /** Compares lists and objects. The order of members is ignored, and numbers are compared by value. */
    private static boolean same(Object one, Object other) {
        return JSON.<JsonNode>valueToTree(one).equals((first, second) -> first.equals(second)
                || first.isNumber() && second.isNumber() && first.decimalValue().compareTo(second.decimalValue()) == 0 ? 0 : 1,
                JSON.valueToTree(other));
    }

    /** A value in comparable form: booleans, numbers, times, other text, lists and objects, null, in this order. */
    public record SortKey(Kind kind, Object value) implements Comparable<SortKey> {

        /** The types in their order. */
        public enum Kind { BOOLEAN, NUMBER, TIME, TEXT, COMPOSITE, NULL }

        /** @param loose whether text may stand for a number or boolean */
        public static SortKey of(Object value, boolean loose) {
            if (value == null || value instanceof Collection || value instanceof Map) {
                return new SortKey(value == null ? Kind.NULL : Kind.COMPOSITE, 0);
            }
            String text = value instanceof String own ? own : "";
            if (value instanceof Boolean || loose && (text.equals("true") || text.equals("false"))) {
                return new SortKey(Kind.BOOLEAN, Boolean.valueOf(value.toString()));
            }
            if (value instanceof Number || loose && NUMBER.matcher(text).matches() && BoundedNumbers.isBounded(decimal(text))) {
                return new SortKey(Kind.NUMBER, decimal(value));
            }
            return Optional.of(text).filter(each -> TIME.matcher(each).matches())
                    .flatMap(each -> CallerTimes.read(each.toUpperCase(Locale.ROOT))).map(at -> new SortKey(Kind.TIME, at))
                    .orElse(new SortKey(Kind.TEXT, value));
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

        /** Returns the key as text for a cursor, such as {@code NUMBER:10}. */
        public String text() {
            return kind + ":" + value;
        }

        /** @throws IllegalArgumentException or DateTimeException if the text is not a key */
        public static SortKey ofText(String text) {
            Kind kind = Kind.valueOf(text.substring(0, Math.max(0, text.indexOf(':'))));
            String value = text.substring(text.indexOf(':') + 1);
            SortKey key = switch (kind) {
                case BOOLEAN, NUMBER -> of(value, true);
                case TIME -> new SortKey(kind, LocalDateTime.parse(value));
                case TEXT -> new SortKey(kind, value);
                case COMPOSITE, NULL -> new SortKey(kind, 0);
            };
            if (key.kind != kind) {
                throw new IllegalArgumentException(text);
            }
            return key;
        }
    }

    /** Reads and writes times of callers for databases without a type for times. A time is RFC 3339, or has no zone. */
    public static final class CallerTimes {

        private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
                .append(DateTimeFormatter.ISO_LOCAL_DATE)
                .optionalStart()
                .optionalStart().appendLiteral('T').optionalEnd().optionalStart().appendLiteral(' ').optionalEnd()
                .append(DateTimeFormatter.ISO_LOCAL_TIME)
                .optionalStart().appendOffsetId().optionalEnd()
                .optionalEnd()
                .toFormatter().withResolverStyle(ResolverStyle.STRICT); // 30 February is no time
        private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd HH:mm:ss")
                .optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true).optionalEnd().toFormatter();

        private CallerTimes() {
        }

        /** Returns the time, in UTC if the text has a zone. Returns empty if the text is not a time. */
        public static Optional<LocalDateTime> read(String text) {
            try {
                TemporalAccessor read = READ.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
                if (read instanceof OffsetDateTime zoned) {
                    return Optional.of(zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
                }
                return Optional.of(read instanceof LocalDateTime time ? time : ((LocalDate) read).atStartOfDay());
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }

        /** Returns the time as {@code 2026-01-02 03:04:05.678}. */
        public static String written(LocalDateTime time) {
            return WRITTEN.format(time);
        }
    }
}
