package dev.caravan.database.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.AggregateSpec.Metric;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupRows;
import dev.caravan.database.PageCall;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.mongo.Mongo.MongoCall;
import dev.caravan.store.MongoReplies;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.bson.Document;
import org.springframework.stereotype.Component;

/**
 * Translates an aggregate into a pipeline. The server computes the groups; the gateway selects and sorts them, with nulls last as in SQL.
 */
@Component("mongoAggregates")
public class MongoAggregates {

    private static final int AT_ONCE = 1_000;
    /** Codes for an operator that works on numbers only. */
    private static final Set<Integer> TYPE_MISMATCH = Set.of(14, 16555);
    private static final String COUNTED = "n";

    private final MongoReplies replies;

    MongoAggregates(MongoReplies replies) {
        this.replies = replies;
    }

    /** Translates the aggregate into stages. Names of the result are numbered, because MongoDB accepts few characters in them. */
    public List<Document> pipeline(@Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        Document key = new Document();
        for (int i = 0; i < spec.groupBy().size(); i++) {
            key.append("g" + i, new Document("$ifNull", Arrays.asList(path(spec.groupBy().get(i)), null)));
        }
        Document group = new Document("_id", key.isEmpty() ? null : key);
        for (int i = 0; i < spec.metrics().size(); i++) {
            metric(group, spec.metrics().get(i), i);
        }
        call.address(exchange);
        return List.of(new Document("$match", call.query), new Document("$group", group),
                new Document("$limit", RouteLimit.of(exchange, "mostGroups") + 1));
    }

    private static void metric(Document group, Metric metric, int number) throws DatabaseFailure {
        String name = "m" + number;
        if (metric.column() == null) {
            group.append(name, new Document("$sum", 1));
            return;
        }
        String path = path(metric.column());
        Document present = new Document("$sum", new Document("$cond", List.of(new Document("$gt", Arrays.asList(path, null)), 1, 0)));
        // a product with 1 is an error for text, which a sum would leave out without a word
        Document number1 = new Document("$multiply", List.of(path, 1));
        switch (metric.function()) {
            case COUNT -> group.append(name, present);
            case COUNT_DISTINCT -> group.append(name, new Document("$addToSet", new Document("$ifNull", Arrays.asList(path, null))));
            case SUM -> group.append(name, new Document("$sum", number1)).append(COUNTED + number, present);
            case AVG -> group.append(name, new Document("$avg", number1));
            case MIN -> group.append(name, new Document("$min", path));
            case MAX -> group.append(name, new Document("$max", path));
        }
    }

    private static String path(String column) throws DatabaseFailure {
        return "$" + MongoFilters.field(column);
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Body MongoIterable<Document> found, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec,
            @Variable(PageCall.VARIABLE) MongoCall call,
            Exchange exchange) throws DatabaseFailure {
        GroupRows groups = new GroupRows(spec, RouteLimit.of(exchange, "mostGroups"), call.database.settings.maxRead());
        try {
            replies.read(call.database.settings.statementTimeout(), () -> {
                try (MongoCursor<Document> cursor = found.batchSize(AT_ONCE).cursor()) {
                    while (cursor.hasNext()) {
                        groups.add(row(spec, cursor.next()));
                    }
                }
                return groups;
            });
        } catch (MongoCommandException e) {
            if (!TYPE_MISMATCH.contains(e.getErrorCode())) {
                throw e;
            }
            List<Metric> numeric = spec.metrics().stream()
                    .filter(metric -> metric.function() == Metric.Function.SUM || metric.function() == Metric.Function.AVG).toList();
            throw DatabaseFailure.query("database.aggregate.value",
                    numeric.stream().map(metric -> metric.name() + ": " + metric.function().word()).collect(Collectors.joining(", ")),
                    numeric.stream().map(Metric::column).distinct().collect(Collectors.joining(", ")), AggregateSpec.NUMBERS);
        }
        return groups.answer();
    }

    private static Map<String, Object> row(AggregateSpec spec, Document group) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < spec.groupBy().size(); i++) {
            row.put(spec.groupBy().get(i), MongoValues.json(((Document) group.get("_id")).get("g" + i)));
        }
        for (int i = 0; i < spec.metrics().size(); i++) {
            Object value = group.get("m" + i);
            boolean none = group.get(COUNTED + i) instanceof Number counted && counted.longValue() == 0;
            row.put(spec.metrics().get(i).name(), none ? null
                    : value instanceof List<?> set ? (Object) set.stream().filter(item -> item != null).count() : MongoValues.json(value));
        }
        return row;
    }
}
