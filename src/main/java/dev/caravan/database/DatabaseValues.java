package dev.caravan.database;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;

/** Converts the values of rows into JSON. */
public final class DatabaseValues {

    /** Reads and writes numbers exactly. */
    public static final ObjectMapper JSON = JsonMappers.exact();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DatabaseValues() {
    }

    /** Returns the text of a file of this room. */
    public static String resource(String file) {
        try {
            return new ClassPathResource("dev/caravan/database/" + file).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file whose lines are the name of a list and its words. A line that begins with blanks continues the one before. */
    public static Map<String, Set<String>> words(String file) {
        return resource(file).replaceAll("\n +", " ").lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" +"))
                .collect(Collectors.toMap(words -> words[0], words -> Set.of(Arrays.copyOfRange(words, 1, words.length))));
    }

    /** Writes a value as JSON. */
    public static String json(Object value) {
        return JsonMappers.text(JSON, value);
    }

    /** Returns an object whose members keep their order. */
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** Returns the same without the members that are null. */
    public static Map<String, Object> present(Object... namesAndValues) {
        Map<String, Object> object = object(namesAndValues);
        object.values().removeIf(Objects::isNull);
        return object;
    }

    /** Returns the text, cut to so many characters; null for null. */
    public static String cut(String text, int longest) {
        return text == null || text.codePointCount(0, text.length()) <= longest ? text
                : text.substring(0, text.offsetByCodePoints(0, longest)) + "…";
    }

    /** Returns the rows of an argument that is one row or a list of rows. */
    public static List<?> list(Object data) {
        return data instanceof List<?> rows ? rows : List.of(data);
    }

    /** Returns the exact decimal of a number or of the text of a number. */
    public static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal decimal ? decimal
                : value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(value.toString());
    }

    /** Converts a text, a boolean or a number into JSON. */
    public static JsonNode node(Object value) {
        return value instanceof String text ? NODES.textNode(text) : value instanceof Boolean truth ? NODES.booleanNode(truth)
                : value instanceof Integer number ? NODES.numberNode(number) : value instanceof Long number ? NODES.numberNode(number)
                : value instanceof BigDecimal number ? DecimalNode.valueOf(number) // keeps trailing zeros
                : floating((Number) value);
    }

    /**
     * Returns the shortest number that reads back as the same value. Java 17 itself has more digits for 1e23, and for 0.1 of single
     * precision.
     */
    public static JsonNode floating(Number value) {
        double number = value.doubleValue();
        if (number == 0 || !Double.isFinite(number)) {
            return NODES.numberNode(number);
        }
        String text = value instanceof Float single ? NumberOutput.toString(single, true) : NumberOutput.toString(number, true);
        return DecimalNode.valueOf(new BigDecimal(text));
    }

    /** Returns an array in PostgreSQL's text format: {@code {"a","b",NULL}}. A nested list becomes a nested array. */
    public static String postgresArray(List<?> list, Function<Object, String> json) {
        return list.stream().map(item -> item == null ? "NULL" : item instanceof List<?> inner ? postgresArray(inner, json)
                : '"' + (item instanceof String text ? text : json.apply(item)).replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
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

        private static final Pattern INSTANT = Pattern.compile(
                "\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");

        private CallerTimes() {
        }

        /** Returns whether the text is written as RFC 3339: with seconds and a zone. */
        public static boolean isInstant(String text) {
            return INSTANT.matcher(text).matches();
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
