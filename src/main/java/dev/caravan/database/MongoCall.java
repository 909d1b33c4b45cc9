package dev.caravan.database;

import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;

/** One call of a tool of MongoDB on its way through the routes; exchange property {@value #PROPERTY}. */
final class MongoCall {

    static final String PROPERTY = "mongoCall";

    private final MongoDatabase database;
    private final String collection;
    private final Document query;
    private final Page page;
    private List<Map<String, Object>> rows = List.of();

    /** @param page null where nothing is read */
    private MongoCall(MongoDatabase database, String collection, Document query, Page page) {
        this.database = database;
        this.collection = collection;
        this.query = query;
        this.page = page;
    }

    /** A call on a collection that is there; it is in the exchange from here on, and camel-mongodb is told of its collection. */
    static MongoCall open(MongoDatabase database, Map<String, Object> arguments, Page page, Exchange exchange) throws DatabaseFailure {
        MongoCall call = new MongoCall(database, database.existing((String) arguments.get("table")), MongoFilters.query(arguments.get("filters")), page);
        call.enter(exchange);
        return call;
    }

    /** A call that adds to a collection. */
    static MongoCall adding(MongoDatabase database, Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        MongoCall call = new MongoCall(database, database.writable((String) arguments.get("table")), null, null);
        call.enter(exchange);
        return call;
    }

    private void enter(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setHeader(MongoDbConstants.DATABASE, database.database());
        exchange.getMessage().setHeader(MongoDbConstants.COLLECTION, collection);
    }

    MongoDatabase database() {
        return database;
    }

    String collection() {
        return collection;
    }

    /** What its filters mean. */
    Document query() {
        return query;
    }

    Page page() {
        return page;
    }

    List<Map<String, Object>> rows() {
        return rows;
    }

    void rows(List<Map<String, Object>> found) {
        rows = found;
    }
}
