package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.database.Advanced;
import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.RouteLimit;
import dev.caravan.store.MongoReplies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Translates the arguments of MongoDB's tools for camel-mongodb, and shapes its answers. The collection must exist. Values are never read
 * as operators.
 */
@Component("mongoCalls")
public class Mongo {

    /** Documents of one reply: a page of the default limit and one more document. The server limits a reply to 16 MB. */
    private static final int DOCUMENTS_AT_ONCE = 101;

    private final MongoDriver databases;
    private final MongoReplies replies;

    Mongo(MongoDriver databases, MongoReplies replies) {
        this.databases = databases;
        this.replies = replies;
    }

    /** Looks up the collection of the arguments, and reads their filters. */
    public MongoCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return MongoCall.on(databases.get(name), arguments);
    }

    /** Translates the arguments of a query tool for {@code findAll}: the filter is the body, everything else is headers. */
    public Bson find(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        PageSpec page = PageSpec.of(arguments, exchange);
        call.page(page, page.asked(call.isOfOneId()));
        Document query = arguments.containsKey(Cursors.AFTER) ? call.after((List<?>) arguments.get(Cursors.AFTER)) : call.query;
        Message message = call.address(exchange);
        message.setHeader(MongoDbConstants.CRITERIA, query);
        message.setHeader(MongoDbConstants.LIMIT, call.asked());
        message.setHeader(MongoDbConstants.NUM_TO_SKIP, page.offset());
        Document order = new Document();
        for (PageSpec.Order by : page.order()) {
            order.append(MongoFilters.field(by.column()), by.descending() ? -1 : 1);
        }
        message.setHeader(MongoDbConstants.SORT_BY, order.isEmpty() ? null : order);
        message.setHeader(MongoDbConstants.FIELDS_PROJECTION, page.columns().isEmpty() ? null : projection(page.columns()));
        return query;
    }

    private static Document projection(List<String> columns) throws DatabaseFailure {
        Document fields = new Document();
        for (String column : columns) {
            fields.append(MongoFilters.field(column), 1);
        }
        return columns.contains("_id") ? fields : fields.append("_id", 0);
    }

    /**
     * Shapes the documents, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the
     * number of matches.
     */
    public Map<String, Object> page(@Body MongoIterable<Document> found, @Variable(PageCall.VARIABLE) MongoCall call)
            throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean more = !read(found, call, call.page().limit(), rows);
        Map<String, Object> answer = call.answer(rows, more, call.isKnown(more, rows.size()));
        if (call.isCursor()) {
            answer.put(Cursors.SORT, call.position);
        }
        return answer;
    }

    /**
     * Reads rows up to the read limit. Returns whether these are all rows.
     *
     * @param most maximum number of rows
     * @param rows receives the rows
     */
    private boolean read(MongoIterable<Document> found, MongoCall call, int most, List<ObjectNode> rows) throws DatabaseFailure {
        return replies.read(call.database.settings.statementTimeout(), () -> readAtOnce(found, call, most, rows));
    }

    private static boolean readAtOnce(MongoIterable<Document> found, MongoCall call, int most, List<ObjectNode> rows)
            throws DatabaseFailure {
        ReadLimit limit = new ReadLimit(call.database.settings.maxRead().toBytes());
        boolean all = true;
        try (MongoCursor<Document> cursor = found.batchSize(DOCUMENTS_AT_ONCE).cursor()) {
            while (all && cursor.hasNext()) {
                Document document = cursor.next();
                all = limit.isOpen() && rows.size() < most;
                if (all) {
                    ReadLimit ofDocument = new ReadLimit(call.database.settings.maxRead().toBytes());
                    ofDocument.add(document);
                    if (!ofDocument.isOpen()) {
                        throw DatabaseFailure.query("database.tooLargeRecord", MongoValues.json(document.get("_id")),
                                call.database.settings.maxRead().toKilobytes());
                    }
                    limit.add(ofDocument);
                    call.passed(document);
                    rows.add(MongoValues.row(document));
                }
            }
        }
        return all;
    }

    /** Returns the query whose matches {@code count} counts. */
    public Bson matches(@Variable(PageCall.VARIABLE) MongoCall call) {
        return call.query;
    }

    /** Shapes the page with its count. The body is the count. */
    public Map<String, Object> counted(@Body Number count, @Variable(PageCall.VARIABLE) MongoCall call) {
        return call.counted(count.longValue());
    }

    /** Translates the arguments of an update tool into {@code [filter, update]}. A filter is required. */
    public List<Bson> update(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        Filters.require(arguments);
        call.address(exchange).setHeader(MongoDbConstants.MULTIUPDATE, true);
        Document changes = changes(arguments.get("data"));
        MongoCollection<Document> collection = call.database.collection(call.collection);
        MongoValues.keepDecimals(changes, (Map<?, ?>) arguments.get("data"), call.query, query -> collection.find(query).first());
        return List.of(call.query, changes);
    }

    static Document changes(Object data) throws DatabaseFailure {
        Document changes = new Document();
        for (Map.Entry<?, ?> change : ((Map<?, ?>) data).entrySet()) {
            String field = MongoFilters.field((String) change.getKey());
            changes.append(field, MongoValues.stored(field, change.getValue()));
        }
        return new Document("$set", changes);
    }

    public Map<String, Object> updated(@Header(MongoDbConstants.RECORDS_MATCHED) long matched) {
        return Map.of("updated_count", matched);
    }

    /** Translates the arguments of a delete tool into the filter for {@code remove}. A filter is required. */
    public Bson delete(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        Filters.require(arguments);
        call.address(exchange);
        return call.query;
    }

    /** Translates the arguments of an aggregation into the stages that {@code aggregate} runs. */
    public List<Document> pipeline(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        int mostStages = RouteLimit.of(exchange, "mostStages");
        List<?> stages = Advanced.list(arguments, "pipeline", mostStages);
        List<Document> pipeline = new MongoPipeline(call.database, mostStages).checked(stages, mostRows(exchange));
        call.address(exchange);
        return pipeline;
    }

    private static int mostRows(Exchange exchange) throws DatabaseFailure {
        return RouteLimit.of(exchange, "mostRows");
    }

    /** Shapes the results as {@code {data, count, has_more}}. */
    public Map<String, Object> aggregated(@Body MongoIterable<Document> found, @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean all = read(found, call, mostRows(exchange), rows);
        return DatabaseValues.object("data", rows, "count", rows.size(), "has_more", !all);
    }

    public Map<String, Object> deleted(@Header(MongoDbConstants.RECORDS_AFFECTED) long affected) {
        return Map.of("deleted_count", affected);
    }

    /** One call of a MongoDB tool in the flows. */
    static final class MongoCall extends PageCall {

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
            message.setHeader(MongoDbConstants.DATABASE, database.database);
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

        /**
         * Remembers that the page has this document. Checks each, because the last one alone would not show values that cannot be compared.
         */
        void passed(Document document) throws DatabaseFailure {
            if (cursor) {
                position = MongoPosition.of(document, page().order());
            }
        }

    }
}
