package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.AggregateSpec.Metric;
import dev.caravan.database.AggregateSpec.Metric.Function;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupRows;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates an aggregate into a composite aggregation. The gateway selects and sorts its groups. Numbers are computed as 64-bit floating
 * point, and distinct values are counted exactly up to about 40,000.
 */
@Component("openSearchGroups")
public record OpenSearchGroups(OpenSearchDriver databases) {

    private static final String NAME = "groups";
    private static final String MOST = "mostGroups";
    private static final int EXACT_COUNT = 40_000;

    /** Looks up the index, and checks the fields of the aggregate. */
    public Groups groups(@Body Map<String, Object> arguments, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec,
            @ExchangeProperty("database") String name) throws Exception {
        OpenSearchDatabase database = databases.get(name);
        OpenSearchIndex index = database.index((String) arguments.get("table"));
        Groups groups = new Groups(new OpenSearchCall(database, index, arguments, false), spec, new HashMap<>());
        for (String column : spec.groupBy()) {
            OpenSearchField field = groups.field(column);
            AggregateSpec.checkGroup(column, field.kind().json, field.type());
            checkComputable(field, column);
        }
        for (Metric metric : spec.metrics()) {
            if (metric.column() != null) {
                OpenSearchField field = groups.field(metric.column());
                AggregateSpec.check(metric, field.kind().json, field.type());
                if (metric.function() != Function.COUNT) {
                    checkComputable(field, metric.column());
                }
            }
        }
        groups.call.checkSeen();
        return groups;
    }

    private static void checkComputable(OpenSearchField field, String column) throws DatabaseFailure {
        if (field.kind() == Kind.ID || field.nested() != null) {
            throw DatabaseFailure.query("database.search.notSearchable", column, field.path(),
                    field.nested() == null ? field.type() : "nested");
        }
        OpenSearchFilters.checkComparable(field, column);
    }

    /** Makes the search for the groups: one more than are allowed. */
    public OpenSearchRequest search(@Variable(NAME) Groups groups, Exchange exchange) throws DatabaseFailure {
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (int i = 0; i < groups.spec.metrics().size(); i++) {
            Metric metric = groups.spec.metrics().get(i);
            if (metric.column() != null) { // each group has its number of documents
                metrics.put("m" + i, aggregation(metric.function(), groups.fields.get(metric.column())));
            }
        }
        List<Object> sources = new ArrayList<>();
        for (String column : groups.spec.groupBy()) {
            sources.add(Map.of("g" + sources.size(),
                    Map.of("terms", Map.of("field", groups.fields.get(column).compared(), "missing_bucket", true))));
        }
        Object composite = Map.of("size", RouteLimit.of(exchange, MOST) + 1, "sources", sources);
        Object aggregations = sources.isEmpty() ? metrics : Map.of(NAME, Map.of("composite", composite, "aggs", metrics));
        return groups.call.search(groups.call.body(aggregations), "");
    }

    private static Object aggregation(Function function, OpenSearchField field) {
        return switch (function) {
            case COUNT -> Map.of("filter", Map.of("exists", Map.of("field", field.path())));
            case COUNT_DISTINCT -> Map.of("cardinality", Map.of("field", field.compared(), "precision_threshold", EXACT_COUNT));
            default -> field.kind() != Kind.TEXT ? Map.of("stats", Map.of("field", field.path()))
                    : Map.of("terms", Map.of("field", field.compared(), "size", 1,
                            "order", Map.of("_key", function == Function.MIN ? "asc" : "desc")));
        };
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Body JsonNode answer, @Variable(NAME) Groups groups, Exchange exchange) throws DatabaseFailure {
        GroupRows rows = new GroupRows(groups.spec, RouteLimit.of(exchange, MOST), groups.call.database.settings.maxRead());
        for (JsonNode bucket : answer.at("/aggregations/" + NAME + "/buckets")) {
            rows.add(groups.row(bucket.get("key"), bucket, bucket.path("doc_count").asLong()));
        }
        if (groups.spec.groupBy().isEmpty()) {
            rows.add(groups.row(null, answer.path("aggregations"), answer.at("/hits/total/value").asLong()));
        }
        return rows.answer();
    }

    /** An aggregate of an index, with its fields by the caller's names. */
    record Groups(OpenSearchCall call, AggregateSpec spec, Map<String, OpenSearchField> fields) {

        private OpenSearchField field(String column) throws Exception {
            OpenSearchField field = call.field(column);
            if (fields.put(column, field) == null && field.hidesLongText()) {
                call.filters.unseen().add(field);
            }
            return field;
        }

        private Map<String, Object> row(JsonNode key, JsonNode metrics, long count) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (String column : spec.groupBy()) {
                row.put(column, value(key.path("g" + row.size()), fields.get(column)));
            }
            for (int i = 0; i < spec.metrics().size(); i++) {
                Metric metric = spec.metrics().get(i);
                row.put(metric.name(), metric.column() == null ? (Object) count : metric(metric, metrics.path("m" + i)));
            }
            return row;
        }

        private Object metric(Metric metric, JsonNode computed) {
            return switch (metric.function()) {
                case COUNT -> computed.path("doc_count").asLong();
                case COUNT_DISTINCT -> computed.path("value").asLong();
                case AVG -> computed.path("count").asLong() == 0 ? null : (Object) computed.path("avg").doubleValue();
                default -> value(computed.has("buckets") ? computed.at("/buckets/0/key")
                        : computed.path(computed.path("count").asLong() == 0 ? "none" : metric.function().word()),
                        fields.get(metric.column()));
            };
        }

        /** Returns a value of the field as JSON: times as RFC 3339, whole numbers without a fraction. */
        private static Object value(JsonNode value, OpenSearchField field) {
            if (value.isNull() || value.isMissingNode()) {
                return null;
            }
            BigDecimal number = value.decimalValue();
            return switch (field.kind()) {
                case DATE -> value.isNumber() ? Instant.ofEpochMilli(number.longValue()).toString() : value.asText();
                case BOOLEAN -> value.asBoolean() || value.asText().equals("1");
                case WHOLE -> number.toBigInteger();
                case FLOATING -> number;
                default -> value.asText();
            };
        }
    }
}
