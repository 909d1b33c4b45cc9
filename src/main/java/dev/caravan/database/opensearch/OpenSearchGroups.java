package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.AggregateSpec.Metric;
import dev.caravan.database.AggregateSpec.Metric.Function;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupRows;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates an aggregate into a composite aggregation, whose groups come in pages. The gateway selects and sorts all of them. Numbers are
 * computed as 64-bit floating point, and distinct values are counted exactly up to about 40,000.
 */
@Component("openSearchGroups")
public class OpenSearchGroups {

    private static final String NAME = "groups";
    /** Name of the aggregation that counts documents whose text is too long to be grouped. */
    private static final String LONG = "caravan:long";
    private static final int PAGE = 1_000;
    private static final int EXACT_COUNT = 40_000;

    private final OpenSearchDriver databases;

    OpenSearchGroups(OpenSearchDriver databases) {
        this.databases = databases;
    }

    /** Looks up the index, and checks the fields of the aggregate. */
    public Groups groups(@Body Map<String, Object> arguments, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec,
            @ExchangeProperty("database") String name, Exchange exchange)
            throws Exception {
        OpenSearchCall call = OpenSearchCall.on(databases.get(name), arguments, false);
        Groups groups = new Groups(call, spec, RouteLimit.of(exchange, "mostGroups"));
        for (String column : spec.groupBy()) {
            OpenSearchField field = groups.field(column);
            AggregateSpec.checkGroup(column, OpenSearchDriver.type(field), field.type());
            compared(field, column);
        }
        for (Metric metric : spec.metrics()) {
            if (metric.column() != null) {
                OpenSearchField field = groups.field(metric.column());
                AggregateSpec.check(metric, OpenSearchDriver.type(field), field.type());
                if (metric.function() != Metric.Function.COUNT) {
                    compared(field, metric.column());
                }
            }
        }
        return groups;
    }

    private static String compared(OpenSearchField field, String column) throws DatabaseFailure {
        if (field.kind() == OpenSearchField.Kind.ID || field.nested() != null) {
            throw DatabaseFailure.query("database.search.notSearchable", column, field.path(),
                    field.nested() == null ? field.type() : "nested");
        }
        if (field.compared() == null) {
            throw DatabaseFailure.query("database.search.noExactText", column, field.path());
        }
        return field.compared();
    }

    /** Makes the search for the next page of groups. */
    public OpenSearchRequest search(@Variable(NAME) Groups groups) throws Exception {
        AggregateSpec spec = groups.spec;
        ObjectNode request = groups.call.body(groups.call.database.limit()).put("size", 0).put("track_total_hits", true);
        ObjectNode aggregations = request.withObjectProperty("aggs");
        groups.addUnseen(aggregations);
        ObjectNode inner = aggregations;
        if (!spec.groupBy().isEmpty()) {
            ObjectNode outer = aggregations.putObject(NAME);
            ObjectNode composite = outer.putObject("composite").put("size", PAGE);
            if (groups.after != null) {
                composite.set("after", groups.after);
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
        return groups.call.search(request, "");
    }

    private static void add(ObjectNode aggregations, String name, Metric metric, Groups groups) throws Exception {
        if (metric.column() == null) {
            return; // each group has its number of documents
        }
        OpenSearchField field = groups.field(metric.column());
        ObjectNode aggregation = aggregations.putObject(name);
        boolean text = field.kind() == OpenSearchField.Kind.TEXT;
        switch (metric.function()) {
            case COUNT -> aggregation.putObject("filter").putObject("exists").put("field", field.path());
            case COUNT_DISTINCT ->
                    aggregation.putObject("cardinality").put("field", field.compared()).put("precision_threshold", EXACT_COUNT);
            case SUM, AVG -> aggregation.putObject("stats").put("field", field.path());
            case MIN, MAX -> {
                if (text) {
                    aggregation.putObject("terms").put("field", field.compared()).put("size", 1).putObject("order").put("_key",
                            metric.function() == Metric.Function.MIN ? "asc" : "desc");
                } else {
                    aggregation.putObject("stats").put("field", field.path());
                }
            }
        }
    }

    /** Takes the groups of one page. */
    public void take(@Body JsonNode answer, @Variable(NAME) Groups groups) throws Exception {
        groups.take(answer);
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Variable(NAME) Groups groups) {
        return groups.rows.answer();
    }

    /** The groups of one aggregate, as far as they have been read. */
    public static final class Groups {

        private final OpenSearchCall call;
        private final AggregateSpec spec;
        private final Map<String, OpenSearchField> fields = new LinkedHashMap<>();
        private final GroupRows rows;
        /** The key of the last group that was read; null before the first page. */
        private JsonNode after;
        private boolean open = true;

        Groups(OpenSearchCall call, AggregateSpec spec, int most) {
            this.call = call;
            this.spec = spec;
            this.rows = new GroupRows(spec, most, call.database.settings().maxRead());
        }

        OpenSearchField field(String column) throws Exception {
            OpenSearchField field = fields.get(column);
            if (field == null) {
                field = call.field(column);
                fields.put(column, field);
            }
            return field;
        }

        /** Returns whether more groups may follow. */
        public boolean isOpen() {
            return open;
        }

        private List<OpenSearchField> hiding() {
            return fields.values().stream().filter(OpenSearchField::hidesLongText).toList();
        }

        /** Adds the aggregation that finds documents whose text is not in the field that is grouped. */
        void addUnseen(ObjectNode aggregations) {
            if (!hiding().isEmpty()) {
                ArrayNode filters = aggregations.putObject(LONG).putObject("filters").putArray("filters");
                for (OpenSearchField field : hiding()) {
                    ObjectNode bool = filters.addObject().putObject("bool");
                    bool.putArray("filter").addObject().putObject("exists").put("field", field.path());
                    bool.putArray("must_not").addObject().putObject("exists").put("field", field.exact());
                }
            }
        }

        void take(JsonNode answer) throws DatabaseFailure {
            call.checkSeen(answer);
            for (int i = 0; i < hiding().size(); i++) {
                long count = answer.at("/aggregations/" + LONG + "/buckets/" + i + "/doc_count").asLong();
                if (count > 0) {
                    throw DatabaseFailure.query("database.search.unseenText", hiding().get(i).path(), count, hiding().get(i).longest());
                }
            }
            JsonNode aggregations = answer.path("aggregations");
            if (spec.groupBy().isEmpty()) {
                long total = answer.at("/hits/total/value").asLong();
                rows.add(row(null, aggregations, total));
                open = false;
                return;
            }
            JsonNode buckets = aggregations.at("/" + NAME + "/buckets");
            for (JsonNode bucket : buckets) {
                rows.add(row(bucket.get("key"), bucket, bucket.path("doc_count").asLong()));
            }
            after = aggregations.at("/" + NAME).get("after_key");
            open = after != null && !buckets.isEmpty();
        }

        private Map<String, Object> row(JsonNode key, JsonNode metrics, long count) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < spec.groupBy().size(); i++) {
                row.put(spec.groupBy().get(i), value(key.path("g" + i), fields.get(spec.groupBy().get(i))));
            }
            for (int i = 0; i < spec.metrics().size(); i++) {
                Metric metric = spec.metrics().get(i);
                row.put(metric.name(), metric.column() == null ? (Object) count : metric(metric, metrics.path("m" + i)));
            }
            return row;
        }

        private Object metric(Metric metric, JsonNode computed) {
            OpenSearchField field = fields.get(metric.column());
            if (metric.function() == Function.COUNT) {
                return computed.path("doc_count").asLong();
            }
            if (metric.function() == Function.COUNT_DISTINCT) {
                return computed.path("value").asLong();
            }
            if (computed.has("buckets")) {
                return computed.path("buckets").isEmpty() ? null : computed.at("/buckets/0/key").asText();
            }
            if (computed.path("count").asLong() == 0) {
                return null;
            }
            JsonNode value = computed.path(metric.function().word());
            return metric.function() == Function.AVG ? (Object) value.doubleValue() : value(value, field);
        }

        /** Returns a value of the field as JSON: times as RFC 3339, whole numbers without a fraction. */
        private static Object value(JsonNode value, OpenSearchField field) {
            if (value == null || value.isNull() || value.isMissingNode()) {
                return null;
            }
            JsonType type = OpenSearchDriver.type(field);
            if (type == JsonType.TIME) {
                return value.isNumber() ? Instant.ofEpochMilli(value.decimalValue().longValue()).toString() : value.asText();
            }
            if (type == JsonType.BOOLEAN) {
                return value.isBoolean() ? value.booleanValue() : value.asText().equals("true") || value.asText().equals("1");
            }
            if (type.isNumber()) {
                BigDecimal number = value.decimalValue();
                return type == JsonType.INTEGER ? (Object) number.toBigInteger() : number;
            }
            return value.asText();
        }
    }
}
