package dev.caravan.database.mongo;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.types.MinKey;

/** The place of a document in an order. A cursor keeps its values as Extended JSON, so that they keep their types. */
final class MongoPosition {

    private static final String VALUE = "v";
    /** The types that have a place. The server sorts a list by one of its items. */
    private static final Set<BsonType> PLACED = EnumSet.of(BsonType.NULL, BsonType.INT32, BsonType.INT64, BsonType.DOUBLE,
            BsonType.DECIMAL128, BsonType.STRING, BsonType.BINARY, BsonType.OBJECT_ID, BsonType.BOOLEAN, BsonType.DATE_TIME,
            BsonType.TIMESTAMP);

    private MongoPosition() {
    }

    /**
     * Returns the values of the document for a cursor.
     *
     * @throws DatabaseFailure query_error if a value is none of: ObjectId, number, date, timestamp, text, boolean, bytes, null
     */
    static List<String> of(Document document, List<PageSpec.Order> order) throws DatabaseFailure {
        List<String> values = new ArrayList<>();
        for (PageSpec.Order by : order) {
            BsonType type = type(document.get(by.column()));
            if (!PLACED.contains(type)) {
                throw DatabaseFailure.query("database.cursorColumn", by.column(),
                        "a value of type " + type.name().toLowerCase(Locale.ROOT));
            }
            values.add(MongoValues.extended(document.get(by.column())).toString());
        }
        return values;
    }

    /**
     * Returns the query for documents that come after the values: they are beyond in one column, and equal in all columns before.
     *
     * @param texts the values; null to begin with the first document
     * @throws DatabaseFailure query_error for an order by a path with dots
     */
    static Document after(List<?> texts, List<PageSpec.Order> order) throws DatabaseFailure {
        List<Document> choices = new ArrayList<>();
        List<Document> equal = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            String field = MongoFilters.field(order.get(i).column());
            if (field.indexOf('.') >= 0) {
                throw DatabaseFailure.query("database.cursorColumn", field, "a dot");
            }
            if (texts != null) {
                Object value = value(texts.get(i));
                List<Document> choice = new ArrayList<>(equal);
                choice.add(beyond(field, value, order.get(i).descending()));
                choices.add(new Document("$and", choice));
                equal.add(new Document(field, new Document("$eq", value)));
            }
        }
        return choices.isEmpty() ? new Document() : new Document("$or", choices);
    }

    /**
     * Returns the condition that a value comes after another one. Expressions compare values of all types in the server's order. They only
     * compare a list as a whole, so that all lists match, and a page refuses them.
     */
    private static Document beyond(String field, Object value, boolean descending) {
        // a missing field comes before null in expressions only
        Document beyond = descending && value == null ? new Document("$lte", List.of("$" + field, new MinKey()))
                : new Document(descending ? "$lt" : "$gt", Arrays.asList("$" + field, new Document("$literal", value)));
        return new Document("$or", List.of(new Document("$expr", beyond), new Document(field, new Document("$type", "array"))));
    }

    /** Reads a value of a cursor. Only values of the types that a cursor has are accepted, so none is read as an operator. */
    private static Object value(Object text) throws DatabaseFailure {
        try {
            Object value = MongoValues.stored(VALUE, DatabaseValues.JSON.readValue((String) text, Object.class), null);
            if (PLACED.contains(type(value))) {
                return value;
            }
        } catch (JsonProcessingException | ClassCastException | DatabaseFailure e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    private static BsonType type(Object value) {
        return new Document(VALUE, value).toBsonDocument().get(VALUE).getBsonType();
    }
}
