package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.json.BoundedJson.ReadLimit;
import dev.caravan.store.MongoReplies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.apache.camel.util.function.ThrowingFunction;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Translates the arguments of MongoDB's reading tools for camel-mongodb, and shapes its answers. The collection must exist. Values are
 * never read as operators.
 */
@Component("mongoCalls")
public record Mongo(MongoDriver databases, MongoReplies replies) {

    /** Documents of one reply: a page of the default limit and one more document. The server limits a reply to 16 MB. */
    private static final int DOCUMENTS_AT_ONCE = 101;

    /** Looks up the collection of the arguments, and reads their filters. */
    public MongoCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return new MongoCall(databases.get(name), arguments);
    }

    /** Translates the arguments of a query tool for {@code findAll}: the filter is the body, everything else is headers. */
    public Bson find(@Body Map<String, Object> arguments, @Variable("call") MongoCall call, Exchange exchange) throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange, MongoCall.KEY, name -> name);
        call.page(page);
        Document query = !page.hasPlace() ? call.query
                : new Document("$and", List.of(call.query, MongoPosition.after(page.after(), page.order())));
        Document order = new Document();
        for (PageSpec.Order by : page.order()) {
            order.append(MongoFilters.field(by.column()), by.descending() ? -1 : 1);
        }
        Document fields = new Document();
        for (String column : page.read()) {
            fields.append(MongoFilters.field(column), 1);
        }
        if (!fields.isEmpty()) {
            fields.putIfAbsent("_id", 0);
        }
        Message message = call.address(exchange);
        message.setHeader(MongoDbConstants.CRITERIA, query);
        message.setHeader(MongoDbConstants.LIMIT, page.asked());
        message.setHeader(MongoDbConstants.NUM_TO_SKIP, page.offset());
        message.setHeader(MongoDbConstants.SORT_BY, order.isEmpty() ? null : order);
        message.setHeader(MongoDbConstants.FIELDS_PROJECTION, fields.isEmpty() ? null : fields);
        return query;
    }

    /**
     * Shapes the documents, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the
     * number of matches.
     */
    public Map<String, Object> page(@Body MongoIterable<Document> found, @Variable("call") MongoCall call) throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean more = !read(found, call, call.page().limit(), document -> rows.add(call.shown(document)));
        return call.answer(rows, more, call.isKnown(more, rows.size()));
    }

    /** Reads documents up to {@code most} and to the read limit. Returns whether these are all. */
    private boolean read(MongoIterable<Document> found, MongoCall call, int most,
            ThrowingFunction<Document, Boolean, DatabaseFailure> rows) throws DatabaseFailure {
        DataSize maxRead = call.database.settings.maxRead();
        ReadLimit limit = new ReadLimit(maxRead.toBytes());
        return replies.read(call.database.settings.statementTimeout(), () -> {
            try (MongoCursor<Document> cursor = found.batchSize(DOCUMENTS_AT_ONCE).cursor()) {
                for (int read = 0; limit.isOpen() && read < most && cursor.hasNext(); read++) {
                    Document document = cursor.next();
                    ReadLimit ofDocument = new ReadLimit(maxRead.toBytes());
                    ofDocument.add(document);
                    if (!ofDocument.isOpen()) {
                        throw DatabaseFailure.query("database.tooLargeRecord", MongoValues.text(MongoValues.id(document)),
                                maxRead.toKilobytes());
                    }
                    limit.add(ofDocument);
                    rows.apply(document);
                }
                return !cursor.hasNext();
            }
        });
    }

    /** Shapes the page with its count. The body is the count. */
    public Map<String, Object> counted(@Body Number count, @Variable("call") MongoCall call) {
        return call.counted(count.longValue());
    }

    /** Translates the pipeline of a caller into the stages that {@code aggregate} runs. */
    public List<Document> pipeline(@Body Map<String, Object> arguments, @Variable("call") MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        List<Document> pipeline = new MongoPipeline(call.database, RouteLimit.of(exchange, "mostStages"))
                .checked(Advanced.list(arguments, "pipeline", exchange, "mostStages"), RouteLimit.of(exchange, "mostRows"));
        call.address(exchange);
        return pipeline;
    }

    /** Shapes the results of a pipeline as {@code {data, count, has_more}}. */
    public Map<String, Object> aggregated(@Body MongoIterable<Document> found, @Variable("call") MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean all = read(found, call, RouteLimit.of(exchange, "mostRows"), document -> rows.add(MongoValues.row(document)));
        return DatabaseValues.object("data", rows, "count", rows.size(), "has_more", !all);
    }

    /** One call of a MongoDB tool in the flows. */
    static final class MongoCall extends PageCall {

        private static final List<String> KEY = List.of("_id");

        final MongoDatabase database;
        final String collection;
        final Document query;
        private List<String> position;

        MongoCall(MongoDatabase database, Map<String, Object> arguments) throws DatabaseFailure {
            this.database = database;
            this.collection = database.allowed((String) arguments.get("table"));
            this.query = MongoFilters.query(Filters.of(MongoValues.filters((Map<?, ?>) arguments.get("filters")), name -> false));
        }

        /** Tells camel-mongodb the collection. Removes all other headers of the message. */
        Message address(Exchange exchange) {
            Message message = exchange.getMessage();
            message.removeHeaders("*");
            message.setHeader(MongoDbConstants.DATABASE, database.database);
            message.setHeader(MongoDbConstants.COLLECTION, collection);
            return message;
        }

        @Override
        protected List<?> last(ObjectNode row) {
            return position;
        }

        /** Shows a document of the page. Checks the place of each, because the last one alone would not show that others have none. */
        ObjectNode shown(Document document) throws DatabaseFailure {
            if (page() != null && page().hasPlace()) {
                position = MongoPosition.of(document, page().order());
            }
            return MongoValues.row(document);
        }
    }
}
