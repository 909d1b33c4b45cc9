package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;

/** One call of a MongoDB tool in the flows. */
final class MongoCall extends PageCall {

    private static final List<String> KEY = List.of("_id");

    final MongoDatabase database;
    final String collection;
    private final Filters filters;
    final Document query;
    private boolean cursor;
    List<String> position;

    private MongoCall(MongoDatabase database, String collection, Filters filters) throws DatabaseFailure {
        this.database = database;
        this.collection = collection;
        this.filters = filters;
        this.query = MongoFilters.query(filters);
    }

    /** Opens a call on an existing collection. */
    static MongoCall on(MongoDatabase database, Map<String, Object> arguments) throws DatabaseFailure {
        String collection = database.existing((String) arguments.get("table"));
        Map<String, Object> typed = new HashMap<>(arguments);
        typed.replace("filters", MongoValues.filters(arguments.get("filters")));
        return new MongoCall(database, collection, Filters.ofPage(typed, name -> false));
    }

    /** Opens a call that adds to a collection. */
    static MongoCall adding(MongoDatabase database, Map<String, Object> arguments) throws DatabaseFailure {
        return new MongoCall(database, database.writable((String) arguments.get("table")), Filters.NONE);
    }

    /** Tells camel-mongodb the collection. Removes all other headers of the message. */
    Message address(Exchange exchange) {
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        message.setHeader(MongoDbConstants.DATABASE, database.database());
        message.setHeader(MongoDbConstants.COLLECTION, collection);
        return message;
    }

    /** Returns whether the filters name one id, so that at most one document matches. */
    boolean isOfOneId() {
        return filters.fix(KEY);
    }

    /**
     * Returns the query of a page that was asked for with {@code after}.
     *
     * @param values the position of the last row before the page; null for the first page
     */
    Document after(List<?> values) throws DatabaseFailure {
        cursor = true;
        MongoPosition.check(page().order());
        if (values == null) {
            return query;
        }
        Document after = MongoPosition.after(values, page().order());
        return query.isEmpty() ? after : new Document("$and", List.of(query, after));
    }

    boolean isCursor() {
        return cursor;
    }

    /** Remembers that the page has this document. Checks each, because the last one alone would not show values that cannot be compared. */
    void passed(Document document) throws DatabaseFailure {
        if (cursor) {
            position = MongoPosition.of(document, page().order());
        }
    }

}
