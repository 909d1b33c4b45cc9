package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupRows;
import dev.caravan.database.Metric;
import dev.caravan.database.RouteLimit;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates an aggregate into a composite aggregation, whose groups come in pages. The gateway selects and sorts all of them. Numbers are computed as
 * 64-bit floating point, and distinct values are counted exactly up to about 40,000.
 */
@Component("openSearchAggregates")
public class OpenSearchAggregates {

    private static final int PAGE = 1_000;
    private static final int MOST_GROUPS = 10_000;
    private static final int EXACT_COUNT = 40_000;

    private final OpenSearchDatabases databases;

    OpenSearchAggregates(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** Looks up the index, and checks the fields of the aggregate. */
    public OpenSearchGroups groups(@Body Map<String, Object> arguments, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchCall call = OpenSearchCall.on(databases.get(name), arguments);
        OpenSearchGroups groups = new OpenSearchGroups(call, spec);
        for (String column : spec.groupBy()) {
            OpenSearchField field = groups.field(column);
            AggregateSpec.checkGroup(column, OpenSearchSchemas.type(field), field.type());
            compared(field, column);
        }
        for (Metric metric : spec.metrics()) {
            if (metric.column() != null) {
                OpenSearchField field = groups.field(metric.column());
                AggregateSpec.check(metric, OpenSearchSchemas.type(field), field.type());
                if (metric.function() != Metric.Function.COUNT) {
                    compared(field, metric.column());
                }
            }
        }
        return groups;
    }

    private static String compared(OpenSearchField field, String column) throws DatabaseFailure {
        if (field.kind() == OpenSearchField.Kind.ID || field.nested() != null) {
            throw DatabaseFailure.query("database.search.notSearchable", column, field.path(), field.nested() == null ? field.type() : "nested");
        }
        if (field.compared() == null) {
            throw DatabaseFailure.query("database.search.noExactText", column, field.path());
        }
        return field.compared();
    }

    /** Makes the search for the next page of groups. */
    public OpenSearchRequest search(@Variable(OpenSearchGroups.NAME) OpenSearchGroups groups) throws Exception {
        AggregateSpec spec = groups.spec();
        ObjectNode request = groups.call().body(groups.call().database().limit()).put("size", 0).put("track_total_hits", true);
        ObjectNode aggregations = request.withObjectProperty("aggs");
        groups.addUnseen(aggregations);
        ObjectNode inner = aggregations;
        if (!spec.groupBy().isEmpty()) {
            ObjectNode outer = aggregations.putObject(OpenSearchGroups.NAME);
            ObjectNode composite = outer.putObject("composite").put("size", PAGE);
            if (groups.after() != null) {
                composite.set("after", groups.after());
            }
            ArrayNode sources = composite.putArray("sources");
            for (int i = 0; i < spec.groupBy().size(); i++) {
                OpenSearchField field = groups.field(spec.groupBy().get(i));
                sources.addObject().putObject("g" + i).putObject("terms").put("field", field.compared()).put("missing_bucket", true);
            }
            inner = outer.putObject("aggs");
        }
        for (int i = 0; i < spec.metrics().size(); i++) {
            add(inner, "m" + i, spec.metrics().get(i), groups);
        }
        return groups.call().search(request, "");
    }

    private static void add(ObjectNode aggregations, String name, Metric metric, OpenSearchGroups groups) throws Exception {
        if (metric.column() == null) {
            return; // each group has its number of documents
        }
        OpenSearchField field = groups.field(metric.column());
        ObjectNode aggregation = aggregations.putObject(name);
        boolean text = field.kind() == OpenSearchField.Kind.TEXT;
        switch (metric.function()) {
            case COUNT -> aggregation.putObject("filter").putObject("exists").put("field", field.path());
            case COUNT_DISTINCT -> aggregation.putObject("cardinality").put("field", field.compared()).put("precision_threshold", EXACT_COUNT);
            case SUM, AVG -> aggregation.putObject("stats").put("field", field.path());
            case MIN, MAX -> {
                if (text) {
                    aggregation.putObject("terms").put("field", field.compared()).put("size", 1).putObject("order").put("_key", metric.function() == Metric.Function.MIN ? "asc" : "desc");
                } else {
                    aggregation.putObject("stats").put("field", field.path());
                }
            }
        }
    }

    /** Takes the groups of one page. */
    public void take(@Body JsonNode answer, @Variable(OpenSearchGroups.NAME) OpenSearchGroups groups, Exchange exchange) throws Exception {
        groups.take(answer, RouteLimit.of(exchange, "mostGroups", MOST_GROUPS));
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Variable(OpenSearchGroups.NAME) OpenSearchGroups groups) {
        return GroupRows.answer(groups.spec(), groups.rows());
    }
}
