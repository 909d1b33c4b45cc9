package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;

/** One call of a tool of MongoDB on its way through the routes; exchange property {@value #PROPERTY}. */
final class MongoCall extends PageCall {

    static final String PROPERTY = "mongoCall";

    private static final List<String> KEY = List.of("_id");

    private final MongoDatabase database;
    private final String collection;
    private final Document query;

    /**
     * @param page  null where nothing is read
     * @param asked how many documents the database is asked for
     */
    private MongoCall(MongoDatabase database, String collection, Document query, PageSpec page, int asked) {
        this.database = database;
        this.collection = collection;
        this.query = query;
        page(page);
        asked(asked);
    }

    /** A call on a collection that is there; it is in the exchange from here on, and camel-mongodb is told of its collection. */
    static MongoCall open(MongoDatabase database, Map<String, Object> arguments, PageSpec page, Exchange exchange) throws DatabaseFailure {
        String collection = database.existing((String) arguments.get("table"));
        Filters filters = MongoFilters.of(arguments.get("filters"));
        MongoCall call = new MongoCall(database, collection, MongoFilters.query(filters), page, page == null ? 0 : page.asked(filters.fix(KEY)));
        call.enter(exchange);
        return call;
    }

    /** A call that adds to a collection. */
    static MongoCall adding(MongoDatabase database, Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        MongoCall call = new MongoCall(database, database.writable((String) arguments.get("table")), null, null, 0);
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
}
