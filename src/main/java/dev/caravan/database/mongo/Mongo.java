package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.AggregateSpec.Advanced;
import dev.caravan.database.AggregateSpec.Metric;
import dev.caravan.database.AggregateSpec.Metric.Function;
import dev.caravan.database.BoundedJson.ReadLimit;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.store.MongoReplies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.MaxKey;
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
    /** Codes for an operator that works on numbers only. */
    private static final Set<Integer> TYPE_MISMATCH = Set.of(14, 16555);
    private static final String COUNTED = "n";

    /** Looks up the collection of the arguments, and reads their filters. */
    public MongoCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return new MongoCall(databases.get(name), arguments);
    }

    /** Translates the arguments of a query tool for {@code findAll}: the filter is the body, everything else is headers. */
    public Bson find(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws Exception {
        PageSpec page = PageSpec.of(arguments, exchange, MongoCall.KEY, name -> name);
        call.page(page, page.asked(call.isOfOneId()));
        Document query = page.hasPlace() ? call.after() : call.query;
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
        message.setHeader(MongoDbConstants.LIMIT, call.asked());
        message.setHeader(MongoDbConstants.NUM_TO_SKIP, page.offset());
        message.setHeader(MongoDbConstants.SORT_BY, order.isEmpty() ? null : order);
        message.setHeader(MongoDbConstants.FIELDS_PROJECTION, fields.isEmpty() ? null : fields);
        return query;
    }

    /**
     * Shapes the documents, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the
     * number of matches.
     */
    public Map<String, Object> page(@Body MongoIterable<Document> found, @Variable(PageCall.VARIABLE) MongoCall call)
            throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean more = !read(found, call, call.page().limit(), document -> rows.add(call.shown(document)));
        return call.answer(rows, more, call.isKnown(more, rows.size()));
    }

    /** Work on each document of a result. */
    private interface Reader {

        void add(Document document) throws DatabaseFailure;
    }

    /** Reads documents up to {@code most} and to the read limit. Returns whether these are all. */
    private boolean read(MongoIterable<Document> found, MongoCall call, int most, Reader rows) throws DatabaseFailure {
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
                    rows.add(document);
                }
                return !cursor.hasNext();
            }
        });
    }

    /** Returns the query whose matches {@code count} counts. */
    public Bson matches(@Variable(PageCall.VARIABLE) MongoCall call) {
        return call.query;
    }

    /** Shapes the page with its count. The body is the count. */
    public Map<String, Object> counted(@Body Number count, @Variable(PageCall.VARIABLE) MongoCall call) {
        return call.counted(count.longValue());
    }

    /** Translates the pipeline of a caller into the stages that {@code aggregate} runs. */
    public List<Document> pipeline(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        int mostStages = RouteLimit.of(exchange, "mostStages");
        List<?> stages = Advanced.list(arguments, "pipeline", mostStages);
        List<Document> pipeline = new MongoPipeline(call.database, mostStages).checked(stages, RouteLimit.of(exchange, "mostRows"));
        call.address(exchange);
        return pipeline;
    }

    /** Shapes the results of a pipeline as {@code {data, count, has_more}}. */
    public Map<String, Object> aggregated(@Body MongoIterable<Document> found, @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        List<ObjectNode> rows = new ArrayList<>();
        boolean all = read(found, call, RouteLimit.of(exchange, "mostRows"), document -> rows.add(MongoValues.row(document)));
        return DatabaseValues.object("data", rows, "count", rows.size(), "has_more", !all);
    }

    /**
     * Translates an aggregate into stages: MongoDB computes, selects, sorts and cuts the groups, with nulls last as in SQL. Names of the
     * result are numbered, because MongoDB accepts few characters in them.
     */
    public List<Document> groups(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        Map<String, String> places = new HashMap<>();
        Document key = new Document();
        for (String column : spec.groupBy()) {
            places.put(column, "_id.g" + key.size());
            key.append("g" + key.size(), operator("$ifNull", path(column), null));
        }
        Document group = new Document("_id", key.isEmpty() ? null : key);
        Document computed = new Document();
        Document none = new Document();
        for (Metric metric : spec.metrics()) {
            String name = "m" + places.size();
            places.put(metric.name(), name);
            String path = metric.column() == null ? null : path(metric.column());
            none.append(name, metric.isCount() ? 0 : null);
            Object present = path == null ? 1 : operator("$cond", operator("$gt", path, null), 1, 0);
            // a product with 1 is an error for text, which a sum would leave out without a word
            Document product = operator("$multiply", path, 1);
            group.append(name, switch (metric.function()) {
                case COUNT -> new Document("$sum", present);
                case COUNT_DISTINCT -> new Document("$addToSet", operator("$ifNull", path, null));
                case SUM -> new Document("$sum", product);
                case AVG -> new Document("$avg", product);
                case MIN -> new Document("$min", path);
                case MAX -> new Document("$max", path);
            });
            if (metric.function() == Function.SUM) {
                group.append(COUNTED + name, new Document("$sum", present));
                computed.append(name, operator("$cond", operator("$gt", "$" + COUNTED + name, 0), "$" + name, null));
            } else if (metric.function() == Function.COUNT_DISTINCT) {
                computed.append(name, operator("$size", operator("$setDifference", "$" + name, Collections.singletonList(null))));
            }
        }
        List<Document> grouping = new ArrayList<>(List.of(new Document("$group", group)));
        if (!computed.isEmpty()) {
            grouping.add(new Document("$addFields", computed));
        }
        List<Document> stages = new ArrayList<>(List.of(new Document("$match", call.query)));
        if (key.isEmpty()) { // one group, also of no documents
            stages.add(new Document("$facet", new Document("groups", grouping)));
            stages.add(new Document("$replaceRoot", new Document("newRoot",
                    operator("$ifNull", operator("$arrayElemAt", "$groups", 0), none))));
        } else {
            stages.addAll(grouping);
        }
        stages.add(new Document("$match", MongoFilters.query(spec.having(), places)));
        stages.addAll(spec.order().isEmpty() ? List.of() : sorted(spec, places));
        stages.add(new Document("$limit", spec.limit() + 1));
        call.address(exchange);
        return stages;
    }

    /** Returns the stages that sort groups. A null is sorted as the value that comes after all others. */
    private static List<Document> sorted(AggregateSpec spec, Map<String, String> places) {
        Document keys = new Document();
        Document sort = new Document();
        for (PageSpec.Order by : spec.order()) {
            sort.append("sort.k" + keys.size(), by.descending() ? -1 : 1);
            keys.append("k" + keys.size(), operator("$ifNull", "$" + places.get(by.column()), new MaxKey()));
        }
        return List.of(new Document("$addFields", new Document("sort", keys)), new Document("$sort", sort),
                new Document("$project", new Document("sort", 0)));
    }

    private static Document operator(String name, Object... values) {
        return new Document(name, Arrays.asList(values));
    }

    private static String path(String column) throws DatabaseFailure {
        return "$" + MongoFilters.field(column);
    }

    /** Shapes the groups as {@code {data, has_more}}. Without group_by there is one group, which {@code having} may leave out. */
    public Map<String, Object> grouped(@Body MongoIterable<Document> found, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec,
            @Variable(PageCall.VARIABLE) MongoCall call) throws DatabaseFailure {
        List<Map<String, Object>> rows = new ArrayList<>();
        boolean more;
        try {
            more = !read(found, call, spec.limit(), group -> rows.add(row(spec, group)));
        } catch (MongoCommandException e) {
            if (!TYPE_MISMATCH.contains(e.getErrorCode())) {
                throw e;
            }
            List<Metric> numeric = spec.metrics().stream()
                    .filter(metric -> metric.function() == Function.SUM || metric.function() == Function.AVG).toList();
            throw DatabaseFailure.query("database.aggregate.value",
                    numeric.stream().map(metric -> metric.name() + ": " + metric.function().word()).collect(Collectors.joining(", ")),
                    numeric.stream().map(Metric::column).distinct().collect(Collectors.joining(", ")), AggregateSpec.NUMBERS);
        }
        if (more && rows.size() < spec.limit()) {
            throw DatabaseFailure.query("database.aggregate.tooLarge", call.database.settings.maxRead().toKilobytes());
        }
        return DatabaseValues.object("data", rows, "has_more", more);
    }

    private static Map<String, Object> row(AggregateSpec spec, Document group) {
        Map<String, Object> row = new LinkedHashMap<>();
        spec.groupBy().forEach(column -> row.put(column, MongoValues.computed(group.get("_id", Document.class).get("g" + row.size()))));
        for (Metric metric : spec.metrics()) {
            row.put(metric.name(), MongoValues.computed(group.get("m" + row.size())));
        }
        return row;
    }

    /** One call of a MongoDB tool in the flows. */
    static final class MongoCall extends PageCall {

        private static final List<String> KEY = List.of("_id");

        final MongoDatabase database;
        final String collection;
        private final Filters filters;
        final Document query;
        private List<String> position;

        MongoCall(MongoDatabase database, Map<String, Object> arguments) throws DatabaseFailure {
            this.database = database;
            this.collection = database.allowed((String) arguments.get("table"));
            this.filters = Filters.of(MongoValues.filters((Map<?, ?>) arguments.get("filters")), name -> false);
            this.query = MongoFilters.query(filters);
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

        /** Returns the query of a page that was asked for with {@code after}. */
        Document after() throws DatabaseFailure {
            return new Document("$and", List.of(query, MongoPosition.after(page().after(), page().order())));
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
