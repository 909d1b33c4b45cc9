package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.RecordValues.CallerTimes;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import dev.caravan.json.BoundedNumbers;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Converts values to and from the types of a mapping's fields. OpenSearch itself refuses most values that a field can't store. */
final class OpenSearchValues {

    private static final int LONGEST_NUMBER = 1_000;

    private OpenSearchValues() {
    }

    /** Converts a value of a field. */
    private interface Conversion {

        JsonNode of(OpenSearchField field, JsonNode value) throws DatabaseFailure;
    }

    /**
     * Returns the document to store. Fields that are not in the mapping stay as they are.
     *
     * @throws DatabaseFailure query_error if OpenSearch would store another value than the given one
     */
    static ObjectNode stored(OpenSearchIndex index, Map<?, ?> document) throws DatabaseFailure {
        for (Object name : document.keySet()) {
            if (index.strict() && index.field((String) name).isEmpty()) {
                throw index.noColumn((String) name);
            }
        }
        return (ObjectNode) converted(index, "", OpenSearchRequest.JSON.valueToTree(document), OpenSearchValues::stored);
    }

    /** Converts the fields of a document or of a part of it, in place. */
    private static JsonNode converted(OpenSearchIndex index, String path, JsonNode value, Conversion conversion) throws DatabaseFailure {
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                String name = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
                member.setValue(converted(index, name, member.getValue(), conversion));
            }
        } else if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, converted(index, path, list.get(i), conversion));
            }
        } else if (!value.isNull() && index.fields().get(path) != null) {
            return conversion.of(index.fields().get(path), value);
        }
        return value;
    }

    /** OpenSearch would drop a fraction of a whole number, and keep text in place of a number or time. */
    private static JsonNode stored(OpenSearchField field, JsonNode value) throws DatabaseFailure {
        Object given = value.isNumber() ? value.decimalValue() : value.asText();
        return switch (field.kind()) {
            case TEXT -> {
                String text = plain(given);
                if (field.path().equals(field.exact()) && text.length() > field.longest()) {
                    throw DatabaseFailure.query("database.search.tooLong", field.path(), field.longest());
                }
                yield TextNode.valueOf(text);
            }
            case WHOLE, FLOATING -> {
                BigDecimal number = decimal(field, given);
                if (field.kind() == Kind.WHOLE && !isWhole(number)) {
                    throw unfit(field, given);
                }
                yield value.isNumber() ? value : DecimalNode.valueOf(number);
            }
            case BOOLEAN -> given.equals("true") || given.equals("false") ? BooleanNode.valueOf(given.equals("true")) : value;
            case DATE -> field.format() != null || value.isNumber() ? value
                    : TextNode.valueOf(resolved(field, time(field, given)).toString());
            default -> value;
        };
    }

    /** Converts a document's times into RFC 3339 in UTC. Times of a field with its own format stay as they are stored. */
    static void show(OpenSearchIndex index, ObjectNode document) throws DatabaseFailure {
        converted(index, "", document, (field, value) -> field.kind() != Kind.DATE || field.format() != null ? value
                : shown(value).<JsonNode>map(time -> TextNode.valueOf(time.toString())).orElse(value));
    }

    private static Optional<Instant> shown(JsonNode value) {
        try {
            return value.canConvertToLong() ? Optional.of(Instant.ofEpochMilli(value.longValue())) : read(null, value.textValue());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the text of a scalar, as OpenSearch writes and reads it. */
    static String plain(Object value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    /** Returns the number. Text may stand for a number. */
    static BigDecimal decimal(OpenSearchField field, Object value) throws DatabaseFailure {
        try {
            boolean isShort = Filters.isScalar(value) && value.toString().length() <= LONGEST_NUMBER;
            if (isShort && BoundedNumbers.isBounded(DatabaseValues.decimal(value))) {
                return DatabaseValues.decimal(value);
            }
        } catch (NumberFormatException e) {
            // no number
        }
        throw unfit(field, value);
    }

    static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    static Instant time(OpenSearchField field, Object value) throws DatabaseFailure {
        return read(field.format(), value).orElseThrow(() -> unfit(field, value));
    }

    /** Returns the time of a caller's text, in UTC if it has no zone, or of a number of a field with such a format. */
    static Optional<Instant> read(String format, Object value) {
        int unit = "epoch_millis".equals(format) ? 1 : "epoch_second".equals(format) ? 1_000 : 0;
        if (unit > 0 && value instanceof Number number && isWhole(DatabaseValues.decimal(number))) {
            return Optional.of(Instant.ofEpochMilli(number.longValue() * unit));
        }
        return value instanceof String text ? CallerTimes.read(text).map(time -> time.toInstant(ZoneOffset.UTC)) : Optional.empty();
    }

    /** Returns the time with the field's precision. A {@code date} has milliseconds. */
    static Instant resolved(OpenSearchField field, Instant time) {
        return field.type().equals("date") ? time.truncatedTo(ChronoUnit.MILLIS) : time;
    }

    static DatabaseFailure unfit(OpenSearchField field, Object value) {
        return DatabaseFailure.unfit(field.path(), field.type(),
                Filters.isScalar(value) ? value.toString() : OpenSearchRequest.text(value));
    }
}
