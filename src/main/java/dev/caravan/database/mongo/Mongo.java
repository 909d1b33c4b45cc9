package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.AggregateSpec.Advanced;
import dev.caravan.database.AggregateSpec.GroupRows;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final int GROUPS_AT_ONCE = 1_000;
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
        boolean more = !read(found, call, call.page().limit(), rows);
        return call.answer(rows, more, call.isKnown(more, rows.size()));
    }

    /**
     * Reads rows up to the read limit. Returns whether these are all rows.
     *
     * @param most maximum number of rows
     * @param rows receives the rows
     */
    private boolean read(MongoIterable<Document> found, MongoCall call, int most, List<ObjectNode> rows) throws DatabaseFailure {
        DataSize maxRead = call.database.settings.maxRead();
        ReadLimit limit = new ReadLimit(maxRead.toBytes());
        return replies.read(call.database.settings.statementTimeout(), () -> {
            try (MongoCursor<Document> cursor = found.batchSize(DOCUMENTS_AT_ONCE).cursor()) {
                while (limit.isOpen() && rows.size() < most && cursor.hasNext()) {
                    Document document = cursor.next();
                    ReadLimit ofDocument = new ReadLimit(maxRead.toBytes());
                    ofDocument.add(document);
                    if (!ofDocument.isOpen()) {
                        throw DatabaseFailure.query("database.tooLargeRecord", MongoValues.text(MongoValues.id(document)),
                                maxRead.toKilobytes());
                    }
                    limit.add(ofDocument);
                    call.passed(document);
                    rows.add(MongoValues.row(document));
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
        boolean all = read(found, call, RouteLimit.of(exchange, "mostRows"), rows);
        return DatabaseValues.object("data", rows, "count", rows.size(), "has_more", !all);
    }

    /** Translates an aggregate into stages. Names of the result are numbered, because MongoDB accepts few characters in them. */
    public List<Document> groups(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        Document key = new Document();
        for (int i = 0; i < spec.groupBy().size(); i++) {
            key.append("g" + i, orNull(path(spec.groupBy().get(i))));
        }
        Document group = new Document("_id", key.isEmpty() ? null : key);
        for (int i = 0; i < spec.metrics().size(); i++) {
            Metric metric = spec.metrics().get(i);
            String path = metric.column() == null ? null : path(metric.column());
            Document present = new Document("$sum", path == null ? 1
                    : new Document("$cond", List.of(new Document("$gt", Arrays.asList(path, null)), 1, 0)));
            // a product with 1 is an error for text, which a sum would leave out without a word
            Document product = new Document("$multiply", Arrays.asList(path, 1));
            group.append("m" + i, switch (metric.function()) {
                case COUNT -> present;
                case COUNT_DISTINCT -> new Document("$addToSet", orNull(path));
                case SUM -> new Document("$sum", product);
                case AVG -> new Document("$avg", product);
                case MIN -> new Document("$min", path);
                case MAX -> new Document("$max", path);
            });
            if (metric.function() == Function.SUM) {
                group.append(COUNTED + i, present);
            }
        }
        call.address(exchange);
        return List.of(new Document("$match", call.query), new Document("$group", group),
                new Document("$limit", RouteLimit.of(exchange, "mostGroups") + 1));
    }

    private static Document orNull(String path) {
        return new Document("$ifNull", Arrays.asList(path, null));
    }

    private static String path(String column) throws DatabaseFailure {
        return "$" + MongoFilters.field(column);
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}, with nulls last as in SQL. */
    public Map<String, Object> grouped(@Body MongoIterable<Document> found, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec,
            @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange) throws DatabaseFailure {
        GroupRows groups = new GroupRows(spec, RouteLimit.of(exchange, "mostGroups"), call.database.settings.maxRead());
        try {
            replies.read(call.database.settings.statementTimeout(), () -> {
                try (MongoCursor<Document> cursor = found.batchSize(GROUPS_AT_ONCE).cursor()) {
                    while (cursor.hasNext()) {
                        groups.add(row(spec, cursor.next()));
                    }
                    return groups;
                }
            });
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
        return groups.answer();
    }

    private static Map<String, Object> row(AggregateSpec spec, Document group) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < spec.groupBy().size(); i++) {
            row.put(spec.groupBy().get(i), MongoValues.computed(((Document) group.get("_id")).get("g" + i)));
        }
        for (int i = 0; i < spec.metrics().size(); i++) {
            Object value = group.get("m" + i);
            boolean none = group.get(COUNTED + i) instanceof Number counted && counted.longValue() == 0;
            boolean set = spec.metrics().get(i).function() == Function.COUNT_DISTINCT;
            row.put(spec.metrics().get(i).name(), none ? null
                    : set ? (Object) ((List<?>) value).stream().filter(Objects::nonNull).count() : MongoValues.computed(value));
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
            this.filters = Filters.of(MongoValues.filters(arguments.get("filters")), name -> false);
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
            MongoPosition.check(page().order());
            if (page().after() == null) {
                return query;
            }
            Document after = MongoPosition.after(page().after(), page().order());
            return query.isEmpty() ? after : new Document("$and", List.of(query, after));
        }

        @Override
        protected List<?> last(ObjectNode row) {
            return position;
        }

        /**
         * Remembers that the page has this document. Checks each, because the last one alone would not show values that cannot be compared.
         */
        void passed(Document document) throws DatabaseFailure {
            if (page() != null && page().hasPlace()) {
                position = MongoPosition.of(document, page().order());
            }
        }
    }
}
