package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts values to and from the types of a mapping's fields. */
final class OpenSearchValues {

    private static final int LONGEST_NUMBER = 1_000;
    private static final int LONGEST_SHOWN = 60;
    private static final Map<String, BigInteger[]> RANGES = Map.of("byte", range(7), "short", range(15), "integer", range(31), "long",
            range(63),
            "scaled_float", range(63), "unsigned_long", new BigInteger[]{BigInteger.ZERO, BigInteger.TWO.pow(64).subtract(BigInteger.ONE)});

    private OpenSearchValues() {
    }

    /**
     * Returns the document to store. Fields that are not in the mapping stay as they are.
     *
     * @throws DatabaseFailure query_error if a field cannot store its value
     */
    static Map<String, Object> stored(OpenSearchIndex index, Map<?, ?> document) throws DatabaseFailure {
        for (Object name : document.keySet()) {
            if (index.strict() && index.field((String) name).isEmpty()) {
                throw OpenSearchCatalogue.noColumn(index, (String) name);
            }
        }
        return stored(index, "", document);
    }

    private static Map<String, Object> stored(OpenSearchIndex index, String prefix, Map<?, ?> object) throws DatabaseFailure {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : object.entrySet()) {
            all.put((String) member.getKey(), value(index, prefix + member.getKey(), member.getValue()));
        }
        return all;
    }

    private static Object value(OpenSearchIndex index, String path, Object value) throws DatabaseFailure {
        OpenSearchField field = index.fields().get(path);
        if (value instanceof List<?> list) {
            Object[] items = new Object[list.size()];
            for (int i = 0; i < items.length; i++) {
                items[i] = value(index, path, list.get(i));
            }
            return items;
        }
        if (value instanceof Map<?, ?> object && (field == null || field.kind() == Kind.OBJECT)) {
            return stored(index, path + ".", object);
        }
        return value == null || field == null ? value : scalar(field, value);
    }

    private static Object scalar(OpenSearchField field, Object value) throws DatabaseFailure {
        if (field.kind() == Kind.OTHER || field.kind() == Kind.ID) {
            return value;
        }
        if (field.kind() == Kind.OBJECT || value instanceof Map) {
            throw unfit(field, value);
        }
        return switch (field.kind()) {
            case TEXT -> text(field, value);
            case BOOLEAN -> truth(field, value);
            case DATE -> field.custom() ? value : value instanceof Number ? value : instant(field, value).toString();
            default -> number(field, value);
        };
    }

    private static String text(OpenSearchField field, Object value) throws DatabaseFailure {
        String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        if (field.path().equals(field.exact()) && text.length() > field.longest()) {
            throw DatabaseFailure.query("database.search.tooLong", field.path(), field.longest());
        }
        return text;
    }

    private static Number number(OpenSearchField field, Object value) throws DatabaseFailure {
        BigDecimal number = decimal(field, value);
        boolean fits = field.kind() == Kind.FLOATING ? Double.isFinite(floating(field, number))
                : field.kind() == Kind.SCALED || isWhole(number) && number.toBigInteger().compareTo(least(field)) >= 0
                        && number.toBigInteger().compareTo(most(field)) <= 0;
        if (!fits) {
            throw unfit(field, value);
        }
        return value instanceof Number given ? given : number;
    }

    static boolean truth(OpenSearchField field, Object value) throws DatabaseFailure {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw unfit(field, value);
        }
        return value.equals("true");
    }

    /** Returns the number. Text may stand for a number. A number beyond the range of every type is replaced by another such number. */
    static BigDecimal decimal(OpenSearchField field, Object value) throws DatabaseFailure {
        try {
            if (value instanceof String text && text.length() > LONGEST_NUMBER) {
                throw unfit(field, value);
            }
            BigDecimal decimal = DatabaseValues.decimal(value);
            long magnitude = (long) decimal.precision() - decimal.scale();
            return Math.abs(magnitude) <= LONGEST_NUMBER ? decimal
                    : new BigDecimal(BigInteger.valueOf(decimal.signum()), magnitude > 0 ? -LONGEST_NUMBER : LONGEST_NUMBER);
        } catch (NumberFormatException e) {
            throw unfit(field, value);
        }
    }

    static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    /** Returns the number as the field rounds it. It is infinite beyond the field's range. A number other than 0 is never rounded to 0. */
    static double floating(OpenSearchField field, BigDecimal number) {
        double rounded = field.type().equals("double") ? number.doubleValue() : number.floatValue();
        double least = field.type().equals("double") ? Double.MIN_VALUE : Float.MIN_VALUE;
        return rounded == 0 ? number.signum() * least : rounded;
    }

    static BigInteger least(OpenSearchField field) {
        return RANGES.get(field.type())[0];
    }

    static BigInteger most(OpenSearchField field) {
        return RANGES.get(field.type())[1];
    }

    /** Returns the time of a caller's text with the field's precision. */
    static Instant instant(OpenSearchField field, Object value) throws DatabaseFailure {
        return resolved(field, time(field, value));
    }

    /** Returns the time of a caller's text. */
    static Instant time(OpenSearchField field, Object value) throws DatabaseFailure {
        if (value instanceof String text) {
            Optional<LocalDateTime> read = CallerTimes.read(text);
            if (read.isPresent()) {
                return read.get().toInstant(ZoneOffset.UTC);
            }
        }
        throw unfit(field, value);
    }

    /** Returns the time with the field's precision. A {@code date} has milliseconds. */
    static Instant resolved(OpenSearchField field, Instant time) {
        return field.type().equals("date") ? time.truncatedTo(ChronoUnit.MILLIS) : time;
    }

    /** Converts a document's times into RFC 3339 in UTC, if the mapping says clearly how they are stored. */
    static void show(OpenSearchIndex index, ObjectNode document) {
        show(index, "", document);
    }

    private static void show(OpenSearchIndex index, String prefix, ObjectNode object) {
        object.properties().forEach(member -> member.setValue(shown(index, prefix + member.getKey(), member.getValue())));
    }

    private static JsonNode shown(OpenSearchIndex index, String path, JsonNode value) {
        if (value instanceof ObjectNode object) {
            show(index, path + ".", object);
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, shown(index, path, array.get(i)));
            }
        } else {
            OpenSearchField field = index.fields().get(path);
            if (field != null && field.kind() == Kind.DATE && !field.custom()) {
                return time(value).map(time -> (JsonNode) TextNode.valueOf(time.toString())).orElse(value);
            }
        }
        return value;
    }

    private static Optional<Instant> time(JsonNode value) {
        try {
            return value.canConvertToLong() ? Optional.of(Instant.ofEpochMilli(value.longValue()))
                    : value.isTextual() ? CallerTimes.read(value.asText()).map(time -> time.toInstant(ZoneOffset.UTC)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static DatabaseFailure unfit(OpenSearchField field, Object value) {
        String shown = value instanceof Map || value instanceof List ? OpenSearchRequest.text(OpenSearchRequest.JSON.valueToTree(value))
                : String.valueOf(value);
        return DatabaseFailure.query("database.unfit", field.path(), field.type(),
                shown.codePointCount(0, shown.length()) <= LONGEST_SHOWN ? shown
                        : shown.substring(0, shown.offsetByCodePoints(0, LONGEST_SHOWN)) + "…");
    }

    private static BigInteger[] range(int bits) {
        return new BigInteger[] {BigInteger.TWO.pow(bits).negate(), BigInteger.TWO.pow(bits).subtract(BigInteger.ONE)};
    }
}
