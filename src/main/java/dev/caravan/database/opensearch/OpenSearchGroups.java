package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.AggregateSpec;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupLimit;
import dev.caravan.database.JsonType;
import dev.caravan.database.Metric.Function;
import dev.caravan.database.Metric;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The groups of one aggregate, as far as they have been read. */
final class OpenSearchGroups {

    static final String NAME = "groups";

    /** Name of the aggregation that counts documents whose text is too long to be grouped. */
    private static final String LONG = "caravan:long";

    private final OpenSearchCall call;
    private final AggregateSpec spec;
    private final Map<String, OpenSearchField> fields = new LinkedHashMap<>();
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private final GroupLimit limit;
    private JsonNode after;
    private boolean open = true;

    OpenSearchGroups(OpenSearchCall call, AggregateSpec spec) {
        this.call = call;
        this.spec = spec;
        this.limit = new GroupLimit(call.database().maxRead());
    }

    OpenSearchCall call() {
        return call;
    }

    AggregateSpec spec() {
        return spec;
    }

    OpenSearchField field(String column) throws Exception {
        OpenSearchField field = fields.get(column);
        if (field == null) {
            field = call.field(column);
            fields.put(column, field);
        }
        return field;
    }

    /** Returns the key of the last group that was read; null before the first page. */
    JsonNode after() {
        return after;
    }

    /** Returns whether more groups may follow. */
    public boolean isOpen() {
        return open;
    }

    List<Map<String, Object>> rows() {
        return rows;
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

    void take(JsonNode answer, int most) throws DatabaseFailure {
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
            Map<String, Object> row = row(bucket.get("key"), bucket, bucket.path("doc_count").asLong());
            limit.keep(row.values());
            rows.add(row);
        }
        if (rows.size() > most) {
            throw DatabaseFailure.query("database.aggregate.tooManyGroups", most);
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
        JsonType type = OpenSearchSchemas.type(field);
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
