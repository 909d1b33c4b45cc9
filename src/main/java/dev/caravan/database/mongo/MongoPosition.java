package dev.caravan.database.mongo;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonNumber;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;

/**
 * The place of a document in an order. A cursor keeps its values as Extended JSON, so that they keep their types. Values of different types
 * have the server's order, though the server's filters compare only values of one type.
 */
final class MongoPosition {

    private static final String VALUE = "v";
    /** The names of types in a query, in the server's order. All numbers are compared with each other. A missing value is null. */
    private static final List<String> TYPES = List.of("minKey", "null", "number", "string", "object", "binData", "objectId", "bool", "date",
            "timestamp", "regex", "maxKey");
    /** The types that have a place, beside numbers. Values of others are not compared with each other, or not by this order. */
    private static final Map<BsonType, String> PLACED = Map.of(BsonType.NULL, "null", BsonType.STRING, "string", BsonType.BINARY, "binData",
            BsonType.OBJECT_ID, "objectId", BsonType.BOOLEAN, "bool", BsonType.DATE_TIME, "date", BsonType.TIMESTAMP, "timestamp");
    private static final int NULL = TYPES.indexOf("null");
    private static final int NUMBER = TYPES.indexOf("number");

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
            BsonValue value = bson(document.get(by.column()));
            if (rank(value) < 0) {
                throw DatabaseFailure.query("database.cursorColumn", by.column(),
                        "a value of type " + value.getBsonType().name().toLowerCase(Locale.ROOT));
            }
            values.add(MongoValues.extended(document.get(by.column())).toString());
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
        beyond.add(where(field, "$type", descending ? TYPES.subList(0, rank) : TYPES.subList(rank + 1, TYPES.size())));
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
            BsonValue value = bson(MongoValues.stored("", MongoValues.JSON.readValue((String) text, Object.class)));
            if (rank(value) >= 0) {
                return value;
            }
        } catch (JsonProcessingException | ClassCastException | DatabaseFailure e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    private static BsonValue bson(Object value) {
        return new Document(VALUE, value).toBsonDocument().get(VALUE);
    }

    /** Returns the place of a value's type in the order; -1 if it has none. */
    private static int rank(BsonValue value) {
        boolean isNumber = value instanceof BsonNumber number && !Double.isNaN(number.doubleValue());
        return isNumber ? NUMBER : TYPES.indexOf(PLACED.getOrDefault(value.getBsonType(), ""));
    }
}
