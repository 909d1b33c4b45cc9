package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.ReadLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Message;
import org.apache.camel.component.mongodb.MongoDbConstants;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.store.MongoReplies;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/** Between the arguments of MongoDB's tools and what camel-mongodb does: the collection is one that is there, values are values. */
@Component("mongo")
public class Mongo {

    /** Exchange property for the routes: whether matches are to be counted. */
    static final String COUNT = "mongoCount";

    /** Of one answer of the server, which it ends at 16 MB in any case: a page of the default limit and the document after it. */
    private static final int DOCUMENTS_AT_ONCE = 101;

    private final MongoDatabases databases;
    private final ObjectMapper mapper;
    private final MongoReplies replies;

    Mongo(MongoDatabases databases, ObjectMapper mapper, MongoReplies replies) {
        this.databases = databases;
        this.replies = replies;
        this.mapper = mapper;
    }

    /** What {@code findAll} looks for. */
    public Bson find(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        MongoCall call = MongoCall.open(databases.get(name), arguments, PageSpec.of(arguments), exchange);
        PageSpec page = call.page();
        Message message = exchange.getMessage();
        message.setHeader(MongoDbConstants.CRITERIA, call.query());
        message.setHeader(MongoDbConstants.LIMIT, call.asked());
        message.setHeader(MongoDbConstants.NUM_TO_SKIP, page.offset());
        Document order = new Document();
        for (PageSpec.Order by : page.order()) {
            order.append(MongoFilters.field(by.column()), by.descending() ? -1 : 1);
        }
        message.setHeader(MongoDbConstants.SORT_BY, order.isEmpty() ? null : order);
        message.setHeader(MongoDbConstants.FIELDS_PROJECTION, page.columns().isEmpty() ? null : projection(page.columns()));
        return call.query();
    }

    private static Document projection(List<String> columns) throws DatabaseFailure {
        Document fields = new Document();
        for (String column : columns) {
            fields.append(MongoFilters.field(column), 1);
        }
        return columns.contains("_id") ? fields : fields.append("_id", 0);
    }

    /** Takes what was found up to the limit; counting is only needed where it was asked for and the page does not tell. */
    public void found(@Body MongoIterable<Document> found, @ExchangeProperty(MongoCall.PROPERTY) MongoCall call, Exchange exchange) throws DatabaseFailure {
        PageSpec page = call.page();
        call.more(!rows(found, call, page.limit()));
        exchange.setProperty(COUNT, page.counted() && (call.more() || !page.tellsCount(call.rows().size(), call.asked())));
    }

    /**
     * Takes rows up to the limit of what may be read; whether these are all.
     *
     * @param most how many rows at most
     */
    private boolean rows(MongoIterable<Document> found, MongoCall call, int most) throws DatabaseFailure {
        return replies.read(call.database().settings().statementTimeout(), () -> read(found, call, most));
    }

    private boolean read(MongoIterable<Document> found, MongoCall call, int most) throws DatabaseFailure {
        ReadLimit limit = new ReadLimit(call.database().settings().maxRead().toBytes());
        List<ObjectNode> rows = new ArrayList<>();
        boolean all = true;
        try (MongoCursor<Document> cursor = found.batchSize(DOCUMENTS_AT_ONCE).cursor()) {
            while (all && cursor.hasNext()) {
                Document document = cursor.next();
                all = limit.isOpen() && rows.size() < most;
                if (all) {
                    ReadLimit ofDocument = new ReadLimit(call.database().settings().maxRead().toBytes());
                    ofDocument.add(document);
                    if (!ofDocument.isOpen()) {
                        throw DatabaseFailure.query("database.tooLargeRecord", MongoValues.json(document.get("_id")), call.database().settings().maxRead().toKilobytes());
                    }
                    limit.add(ofDocument);
                    rows.add(MongoValues.row(document, mapper));
                }
            }
        }
        call.rows(rows);
        return all;
    }

    /** What {@code count} counts. */
    public Bson matches(@ExchangeProperty(MongoCall.PROPERTY) MongoCall call) {
        return call.query();
    }

    /** {@code {data, count, has_more}}; the body is what was counted, where it was needed. */
    public Map<String, Object> page(@Body Object body, @ExchangeProperty(MongoCall.PROPERTY) MongoCall call, @ExchangeProperty(COUNT) boolean counted) {
        PageSpec page = call.page();
        if (!page.counted()) {
            return page.answer(call.rows(), call.more());
        }
        return page.answer(call.rows(), counted ? ((Number) body).longValue() : page.end(call.rows()));
    }

    /** {@code [filter, update]} for {@code update}; never without a filter. */
    public List<Bson> update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        Filters.require(arguments);
        MongoCall call = MongoCall.open(databases.get(name), arguments, null, exchange);
        exchange.getMessage().setHeader(MongoDbConstants.MULTIUPDATE, true);
        return List.of(call.query(), changes(arguments.get("data")));
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

    /** The filter for {@code remove}; never none. */
    public Bson delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        Filters.require(arguments);
        return MongoCall.open(databases.get(name), arguments, null, exchange).query();
    }

    /** What {@code aggregate} runs. */
    public List<Document> pipeline(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        MongoDatabase database = databases.get(name);
        List<Document> pipeline = new MongoPipeline(database, mapper).checked(Advanced.list(arguments, "pipeline", MongoPipeline.MOST_STAGES));
        MongoCall.open(database, Map.of("table", arguments.get("table")), null, exchange);
        return pipeline;
    }

    /** {@code {data, count}}, and whether there was more than may be answered. */
    public Map<String, Object> aggregated(@Body MongoIterable<Document> found, @ExchangeProperty(MongoCall.PROPERTY) MongoCall call) throws DatabaseFailure {
        boolean all = rows(found, call, MongoPipeline.MOST_RESULTS);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", call.rows());
        answer.put("count", call.rows().size());
        answer.put("has_more", !all);
        return answer;
    }

    public Map<String, Object> deleted(@Header(MongoDbConstants.RECORDS_AFFECTED) long affected) {
        return Map.of("deleted_count", affected);
    }
}
