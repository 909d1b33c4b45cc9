package dev.caravan.database.mongo;

import static org.bson.BsonBinarySubType.UUID_STANDARD;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.json.BoundedNumbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.bson.BSONException;
import org.bson.BsonBinary;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Converts between JSON and BSON. What is shown for a value is read as the same value. A value has its plain JSON form where that form is
 * read as this value: text, numbers, dates as RFC 3339 in UTC, an ObjectId under {@code _id} as text. Otherwise it is Extended
 * JSON, such as {@code {"$oid": …}} or {@code {"$uuid": …}}. Text that would be read as a date or an ObjectId is {@code {"$literal": …}}.
 *
 * <p>To BSON: an RFC 3339 time of whole milliseconds becomes a date. A fraction that no double represents exactly becomes a Decimal128. A
 * Decimal128 is shown as a number, and an update keeps the types of numbers. Inside of objects and lists, where a filter compares with one
 * value only, it is Extended JSON if the number would be another value.
 */
final class MongoValues {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final long LAST_SECOND = Long.MAX_VALUE / 1_001;

    private static final String KEY = "_id";
    private static final String VALUE = "v";
    private static final String LITERAL = "$literal";
    private static final String UUID_TYPE = "$uuid";
    /** First members of the objects that stand for one value. */
    private static final Set<String> TYPES = Set.of("$oid", UUID_TYPE, "$binary", "$type", "$date", "$numberDecimal", "$numberLong",
            "$numberInt", "$numberDouble", "$timestamp", "$regularExpression", "$symbol", "$undefined", "$minKey", "$maxKey", "$code",
            "$scope", "$dbPointer", LITERAL);
    private static final JsonWriterSettings EXTENDED = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final int UUID_LENGTH = 16;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private MongoValues() {
    }

    /** Returns a document to store. A name must not contain a dot or begin with {@code $}. */
    static Document document(Map<?, ?> data) throws DatabaseFailure {
        return (Document) stored("", data, null);
    }

    /** Returns a stored document as JSON. */
    static ObjectNode row(Document document) {
        ObjectNode row = NODES.objectNode();
        document.forEach((name, value) -> row.set(name, name.equals(KEY) ? id(document) : shown(value)));
        return row;
    }

    /** Returns the {@code _id} of a document as JSON. */
    static JsonNode id(Document document) {
        return document.get(KEY) instanceof ObjectId id ? NODES.textNode(id.toHexString()) : shown(document.get(KEY));
    }

    /** Returns an {@code _id} for a message. */
    static String text(JsonNode id) {
        return id.isValueNode() ? id.asText() : id.toString();
    }

    /** Returns a stored value as JSON. */
    private static JsonNode shown(Object value) {
        if (value instanceof Document document) {
            ObjectNode object = NODES.objectNode();
            document.forEach((member, inner) -> object.set(member, inner(inner)));
            return isTyped(document) ? NODES.objectNode().set(LITERAL, object) : object;
        }
        if (value instanceof List<?> list) {
            ArrayNode items = NODES.arrayNode(list.size());
            list.forEach(item -> items.add(inner(item)));
            return items;
        }
        return value == null ? NODES.nullNode() : plain(value).map(DatabaseValues::node).orElseGet(() -> extended(value));
    }

    private static JsonNode inner(Object value) {
        boolean between = value instanceof Decimal128 && plain(value).filter(decimal -> isBetween((BigDecimal) decimal)).isPresent();
        return between ? extended(value) : shown(value);
    }

    /** Returns the value in plain JSON; empty if that has no form for it, or a form that is read as another value. */
    private static Optional<Object> plain(Object value) {
        if (value instanceof Date date) {
            return Optional.<Object>of(date.toInstant().toString()).filter(text -> date.equals(date((String) text)));
        }
        if (value instanceof Decimal128 number && number.isFinite()) {
            BigDecimal decimal = new BigDecimal(number.toString());
            boolean negativeZero = decimal.signum() == 0 && number.isNegative();
            return Optional.<Object>of(decimal).filter(any -> !negativeZero && BoundedNumbers.isBounded(decimal));
        }
        return Optional.of(value).filter(any -> value instanceof Boolean || value instanceof Integer || value instanceof Long
                || value instanceof Double number && Double.isFinite(number) && !number.equals(-0.0)
                || value instanceof String text && date(text) == null && !ObjectId.isValid(text));
    }

    /** Returns the value in Extended JSON, which keeps its type. */
    static JsonNode extended(Object value) {
        if (value instanceof String text) {
            return NODES.objectNode().put(LITERAL, text);
        }
        if (value instanceof Binary bytes && bytes.getType() == UUID_STANDARD.getValue() && bytes.length() == UUID_LENGTH) {
            return NODES.objectNode().put(UUID_TYPE, new BsonBinary(bytes.getType(), bytes.getData()).asUuid().toString());
        }
        try {
            return DatabaseValues.JSON.readTree(new Document(VALUE, value).toBsonDocument().toJson(EXTENDED)).get(VALUE);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns whether an object begins like Extended JSON. */
    private static boolean isTyped(Map<?, ?> map) {
        return !map.isEmpty() && TYPES.contains(map.keySet().iterator().next());
    }

    /**
     * Reads Extended JSON. The codec keeps a UUID as bytes, which every client can write.
     *
     * @param refusal makes the failure for a reason
     */
    static Document parse(Map<?, ?> json, Function<String, DatabaseFailure> refusal) throws DatabaseFailure {
        try {
            return Document.parse(DatabaseValues.JSON.writeValueAsString(json), new DocumentCodec());
        } catch (JsonParseException | BSONException | IllegalArgumentException | JsonProcessingException wrong) {
            throw refusal.apply(String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** Returns the value that an object in Extended JSON stands for. */
    private static Object typed(String name, Map<?, ?> map) throws DatabaseFailure {
        if (map.size() == 1 && map.get(LITERAL) instanceof String text) {
            return new BsonString(text);
        }
        Function<String, DatabaseFailure> refusal = reason -> DatabaseFailure.query("database.extended", name,
                map.keySet().iterator().next(), reason);
        Object value = parse(Map.of(VALUE, map), refusal).get(VALUE);
        if (value instanceof Map || value instanceof List) {
            throw refusal.apply("it is not a value");
        }
        return value;
    }

    /** Returns filters in which each object in Extended JSON is its value. */
    static Map<String, Object> filters(Map<?, ?> filters) throws DatabaseFailure {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : filters == null ? Map.of().entrySet() : filters.entrySet()) {
            all.put((String) entry.getKey(), filter((String) entry.getKey(), entry.getValue()));
        }
        return all;
    }

    private static Object filter(String name, Object value) throws DatabaseFailure {
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(filter(name, item));
            }
            return items;
        }
        return value instanceof Map<?, ?> map ? isTyped(map) ? typed(name, map) : filters(map) : value;
    }

    /**
     * Returns a value to store.
     *
     * @param name   path of the field; for {@code _id}, the text of an ObjectId is an ObjectId. Empty for a document
     * @param before the value that it replaces: a number gets its type, where that holds the number; null for none
     * @throws DatabaseFailure query_error for a number that is too long, for a name that MongoDB does not accept, and for text elsewhere
     *                         that may be an ObjectId
     */
    static Object stored(String name, Object value, Object before) throws DatabaseFailure {
        if (value instanceof Map<?, ?> map && isTyped(map) && !name.isEmpty()) {
            return typed(name, map);
        }
        if (value instanceof Map<?, ?> map) {
            Document document = new Document();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String key = (String) entry.getKey();
                if (key.isEmpty() || key.startsWith("$") || key.indexOf('.') >= 0 || key.indexOf(0) >= 0) {
                    throw DatabaseFailure.query("database.fieldName", key);
                }
                document.append(key, stored(name.isEmpty() ? key : name + "." + key, entry.getValue(), at(before, key)));
            }
            return document;
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                String index = String.valueOf(items.size());
                items.add(stored(name + "." + index, item, at(before, index)));
            }
            return items;
        }
        if (value instanceof String text) {
            if (name.equals(KEY) && ObjectId.isValid(text)) {
                return new ObjectId(text);
            }
            if (ID.matcher(text).matches()) {
                throw DatabaseFailure.query("database.idOrText", name, text);
            }
            Date date = date(text);
            return date == null ? text : date;
        }
        return value instanceof Number number ? number(name, number, before) : value;
    }

    /** Returns a member of an object, or an item of a list; null if there is none. */
    static Object at(Object value, String name) {
        return value instanceof Document document ? document.get(name)
                : value instanceof List<?> list && name.matches("\\d{1,6}") && Integer.parseInt(name) < list.size()
                        ? list.get(Integer.parseInt(name)) : null;
    }

    /**
     * Returns all forms that a filter's value may have in the database. Text may also be stored as a date, an ObjectId or a UUID. Under
     * {@code _id}, the text of an ObjectId is just the ObjectId.
     */
    static List<Object> candidates(String name, Object value) throws DatabaseFailure {
        List<Object> candidates = new ArrayList<>();
        if (value instanceof String text && !(name.equals(KEY) && ObjectId.isValid(text))) {
            candidates.add(text);
            Instant time = time(text);
            if (time != null && time.getNano() % NANOS_OF_MILLI == 0) {
                candidates.add(Date.from(time));
            }
            if (ObjectId.isValid(text)) {
                candidates.add(new ObjectId(text));
            }
            if (UUID_TEXT.matcher(text).matches()) {
                candidates.add(new BsonBinary(UUID.fromString(text)));
            }
        } else if (value instanceof BigDecimal decimal && isBetween(decimal)) {
            candidates.add(decimal.doubleValue());
            candidates.add(new Decimal128(decimal));
        } else {
            Object stored = stored(name, value, null);
            if (stored instanceof BsonRegularExpression) { // servers would search for it
                throw DatabaseFailure.query("database.extended", name, "$regularExpression", "a filter does not compare patterns");
            }
            candidates.add(stored);
        }
        return candidates;
    }

    /**
     * Returns the forms that a bound may have in the database, one for each type. A bound between two stored values is rounded so that it
     * still divides the same values.
     *
     * @param above whether the bound itself belongs to the lower side: the operator is "greater" or "at most"
     */
    static List<Object> bounds(String name, Object value, boolean above) throws DatabaseFailure {
        List<Object> bounds = candidates(name, value);
        if (value instanceof BigDecimal decimal && bounds.size() == 2) {
            bounds.remove(new BigDecimal((Double) bounds.get(0)).compareTo(decimal) > 0 == above ? 1 : 0);
        }
        Instant time = value instanceof String text ? time(text) : null;
        if (time != null && time.getNano() % NANOS_OF_MILLI != 0) {
            bounds.add(new Date(time.toEpochMilli() + (above ? 0 : 1)));
        }
        return bounds;
    }

    /** Returns the time of a filter, as in other databases: also a day, and a time without a zone; null if the text is not a time. */
    private static Instant time(String text) {
        Instant time = CallerTimes.read(text.toUpperCase(Locale.ROOT)).map(read -> read.toInstant(ZoneOffset.UTC)).orElse(null);
        return time == null || Math.abs(time.getEpochSecond()) > LAST_SECOND ? null : time;
    }

    /** Returns the date; null if the text is not a time, or has a fraction of a millisecond. */
    private static Date date(String text) {
        Instant time = CallerTimes.isInstant(text) ? time(text) : null;
        return time == null || time.getNano() % NANOS_OF_MILLI != 0 ? null : Date.from(time);
    }

    private static Object number(String name, Number number, Object before) throws DatabaseFailure {
        boolean isLong = number instanceof BigInteger || number instanceof BigDecimal;
        if (before == null && !isLong) {
            return number;
        }
        BigDecimal exact = DatabaseValues.decimal(number);
        boolean isShown = number instanceof BigDecimal && !(before instanceof Decimal128) || before instanceof Double && !isBetween(exact);
        if (isShown && isDouble(exact)) {
            return exact.doubleValue();
        }
        try {
            return isLong || before instanceof Decimal128 ? new Decimal128(exact)
                    : before instanceof Long ? (Number) number.longValue() : number;
        } catch (NumberFormatException tooLong) {
            throw DatabaseFailure.query("database.tooLong", name);
        }
    }

    /** Returns whether a double has the number as its shortest form. */
    private static boolean isDouble(BigDecimal decimal) {
        double rounded = decimal.doubleValue();
        return Double.isFinite(rounded) && DatabaseValues.floating(rounded).decimalValue().compareTo(decimal) == 0;
    }

    /** Returns whether a double has the number as its shortest form, but not as its exact value, so that MongoDB compares another one. */
    private static boolean isBetween(BigDecimal decimal) {
        return isDouble(decimal) && new BigDecimal(decimal.doubleValue()).compareTo(decimal) != 0;
    }
}
