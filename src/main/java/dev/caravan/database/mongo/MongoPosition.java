package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonSerializationException;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonReader;
import org.bson.json.JsonWriterSettings;

/**
 * The place of a document in an order. A cursor keeps its values as extended JSON, so that they keep their types. Values of different types
 * have the server's order, though the server's filters compare only values of one type.
 */
final class MongoPosition {

    private static final JsonWriterSettings EXTENDED = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final String VALUE = "v";
    private static final Set<BsonType> NESTING = Set.of(BsonType.DOCUMENT, BsonType.ARRAY, BsonType.JAVASCRIPT_WITH_SCOPE);

    /** The types in the server's order. Types of one line are compared with each other. A missing value is null. */
    private static final List<List<String>> TYPES = List.of(List.of("minKey"), List.of("null"), List.of("int", "long", "double", "decimal"),
            List.of("string"),
            List.of("object"), List.of("binData"), List.of("objectId"), List.of("bool"), List.of("date"), List.of("timestamp"),
            List.of("regex"), List.of("maxKey"));
    private static final int NULL = 1;
    private static final int NUMBER = 2;

    private MongoPosition() {
    }

    /** @throws DatabaseFailure query_error for an order by a path with dots */
    static void check(List<PageSpec.Order> order) throws DatabaseFailure {
        for (PageSpec.Order by : order) {
            if (by.column().indexOf('.') >= 0) {
                throw DatabaseFailure.query("database.cursorColumn", by.column(), "a dot");
            }
        }
    }

    /**
     * Returns the values of the document for a cursor.
     *
     * @throws DatabaseFailure query_error if a value is none of: ObjectId, number, date, text, boolean, bytes, null
     */
    static List<String> of(Document document, List<PageSpec.Order> order) throws DatabaseFailure {
        List<String> values = new ArrayList<>();
        for (PageSpec.Order by : order) {
            BsonDocument value = new Document(VALUE, document.get(by.column())).toBsonDocument();
            if (rank(value.get(VALUE)) < 0) {
                throw DatabaseFailure.query("database.cursorColumn", by.column(),
                        "a value of type " + value.get(VALUE).getBsonType().name().toLowerCase(Locale.ROOT));
            }
            values.add(value.toJson(EXTENDED));
        }
        return values;
    }

    /** Returns the query for documents that come after the values: they are beyond in one column, and equal in all columns before. */
    static Document after(List<?> texts, List<PageSpec.Order> order) throws DatabaseFailure {
        List<Document> choices = new ArrayList<>();
        List<Document> equal = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            String field = MongoFilters.field(order.get(i).column());
            BsonValue value = value(texts.get(i));
            for (Document beyond : beyond(field, value, order.get(i).descending())) {
                List<Document> choice = new ArrayList<>(equal);
                choice.add(beyond);
                choices.add(new Document("$and", choice));
            }
            equal.add(where(field, "$eq", value));
        }
        return new Document("$or", choices);
    }

    private static List<Document> beyond(String field, BsonValue value, boolean descending) {
        int rank = rank(value);
        if (rank == NULL && !descending) {
            return List.of(where(field, "$ne", null));
        }
        List<Document> beyond = new ArrayList<>();
        if (rank != NULL) {
            beyond.add(where(field, descending ? "$lt" : "$gt", value));
        }
        List<List<String>> types = descending ? TYPES.subList(0, rank) : TYPES.subList(rank + 1, TYPES.size());
        beyond.add(where(field, "$type", types.stream().flatMap(List::stream).toList()));
        if (descending) {
            beyond.add(where(field, "$eq", List.of())); // an empty list comes before null
            if (rank > NULL) {
                beyond.add(where(field, "$eq", null)); // also without the field
            }
            if (rank == NUMBER) {
                beyond.add(where(field, "$eq", Double.NaN)); // comes before all numbers, but is not less
            }
        }
        return beyond;
    }

    private static Document where(String field, String operator, Object value) {
        return new Document(field, new Document(operator, value));
    }

    /** Reads a value of a cursor. Only values of the types that a cursor has are accepted, so none is read as an operator. */
    private static BsonValue value(Object text) throws DatabaseFailure {
        try {
            if (text instanceof String json) {
                JsonReader reader = new JsonReader(json);
                reader.readStartDocument();
                if (reader.readBsonType() != BsonType.END_OF_DOCUMENT && reader.readName().equals(VALUE)
                        && !NESTING.contains(reader.getCurrentBsonType())) {
                    BsonValue value = new BsonValueCodec().decode(reader, DecoderContext.builder().build());
                    if (rank(value) >= 0) {
                        return value;
                    }
                }
            }
        } catch (JsonParseException | BsonInvalidOperationException | BsonSerializationException | IllegalArgumentException e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    private static int rank(BsonValue value) {
        return switch (value.getBsonType()) {
            case NULL -> NULL;
            case INT32, INT64, DOUBLE, DECIMAL128 -> Double.isNaN(value.asNumber().doubleValue()) ? -1 : NUMBER;
            case STRING -> TYPES.indexOf(List.of("string"));
            case BINARY -> TYPES.indexOf(List.of("binData"));
            case OBJECT_ID -> TYPES.indexOf(List.of("objectId"));
            case BOOLEAN -> TYPES.indexOf(List.of("bool"));
            case DATE_TIME -> TYPES.indexOf(List.of("date"));
            default -> -1;
        };
    }
}
