package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Converts between JSON and BSON. To BSON: an RFC 3339 time of whole milliseconds becomes a date. A fraction that no double represents exactly
 * becomes a Decimal128. To JSON: dates become RFC 3339 in UTC, and ids and bytes become text.
 */
final class MongoValues {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");
    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final int DEEPEST = 90;

    private MongoValues() {
    }

    /** Returns a document to store. {@code _id} may be the text of an ObjectId. A name must not contain a dot or begin with {@code $}. */
    static Document document(Map<?, ?> data) throws DatabaseFailure {
        Document document = (Document) stored("", data, 0);
        if (document.get("_id") instanceof String id && ObjectId.isValid(id)) {
            document.put("_id", new ObjectId(id));
        }
        return document;
    }

    /** Returns a stored document as JSON. */
    static ObjectNode row(Document document, ObjectMapper mapper) {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        document.forEach((name, value) -> row.set(name, node(value, mapper)));
        return row;
    }

    private static JsonNode node(Object value, ObjectMapper mapper) {
        if (value instanceof Document document) {
            return row(document, mapper);
        }
        if (value instanceof List<?> list) {
            ArrayNode items = JsonNodeFactory.instance.arrayNode(list.size());
            list.forEach(item -> items.add(node(item, mapper)));
            return items;
        }
        return DatabaseValues.node(json(value), mapper);
    }

    /**
     * Returns a value to store.
     *
     * @param name name of the field, for messages
     * @throws DatabaseFailure query_error for a number that is too long, and for a name that MongoDB does not accept
     */
    static Object stored(String name, Object value) throws DatabaseFailure {
        return stored(name, value, 0);
    }

    private static Object stored(String name, Object value, int depth) throws DatabaseFailure {
        if (depth > DEEPEST) {
            throw DatabaseFailure.query("database.tooDeep", name, DEEPEST);
        }
        if (value instanceof Map<?, ?> map) {
            Document document = new Document();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String key = (String) entry.getKey();
                if (key.isEmpty() || key.startsWith("$") || key.indexOf('.') >= 0 || key.indexOf(0) >= 0) {
                    throw DatabaseFailure.query("database.fieldName", key);
                }
                document.append(key, stored(key, entry.getValue(), depth + 1));
            }
            return document;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(stored(name, item, depth + 1));
            }
            return items;
        }
        if (value instanceof String text) {
            Date date = date(text);
            return date == null ? text : date;
        }
        return value instanceof Number number ? number(name, number) : value;
    }

    /** Returns all forms that a filter's value may have in the database. Text may also be stored as a date or an ObjectId. */
    static List<Object> candidates(String name, Object value) throws DatabaseFailure {
        List<Object> candidates = new ArrayList<>();
        if (value instanceof String text) {
            candidates.add(text);
            Date date = date(text);
            if (date != null) {
                candidates.add(date);
            }
            if (ObjectId.isValid(text)) {
                candidates.add(new ObjectId(text));
            }
        } else {
            candidates.add(stored(name, value));
        }
        return candidates;
    }

    /** Returns the date; null if the text is not a time, or has a fraction of a millisecond. */
    private static Date date(String text) {
        if (!TIME.matcher(text).matches()) {
            return null;
        }
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return instant.getNano() % NANOS_OF_MILLI == 0 ? Date.from(instant) : null;
        } catch (DateTimeException | IllegalArgumentException noTime) {
            return null;
        }
    }

    private static Object number(String name, Number number) throws DatabaseFailure {
        if (number instanceof BigInteger || number instanceof BigDecimal) {
            BigDecimal exact = new BigDecimal(number.toString());
            double rounded = exact.doubleValue();
            if (number instanceof BigDecimal && Double.isFinite(rounded) && new BigDecimal(Double.toString(rounded)).compareTo(exact) == 0) {
                return rounded;
            }
            try {
                return new Decimal128(exact);
            } catch (NumberFormatException tooLong) {
                throw DatabaseFailure.query("database.tooLong", name);
            }
        }
        return number;
    }

    /** Returns a stored value as JSON. */
    static Object json(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> view = new LinkedHashMap<>();
            map.forEach((name, member) -> view.put((String) name, json(member)));
            return view;
        }
        if (value instanceof Iterable<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(json(item)));
            return items;
        }
        if (value == null || value instanceof BsonUndefined) {
            return null;
        }
        if (value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            return value;
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number : number.toString();
        }
        if (value instanceof Decimal128 number) {
            return decimal(number);
        }
        if (value instanceof Date date) {
            return date.toInstant().toString();
        }
        if (value instanceof BsonTimestamp timestamp) {
            return Instant.ofEpochSecond(timestamp.getTime()).toString();
        }
        if (value instanceof Binary bytes) {
            return bytes.getType() == 4 && bytes.length() == 16 ? uuid(bytes.getData()) : Base64.getEncoder().encodeToString(bytes.getData());
        }
        return value instanceof BsonRegularExpression pattern ? "/" + pattern.getPattern() + "/" + pattern.getOptions() : value.toString();
    }

    private static Object decimal(Decimal128 number) {
        try {
            return number.bigDecimalValue();
        } catch (ArithmeticException notFinite) { // or a negative zero
            return number.toString();
        }
    }

    private static String uuid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong()).toString();
    }
}
