package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageCall;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates {@code db_advanced} into OpenSearch aggregations. Only aggregations that count and compute with fields of the searched index
 * are allowed. Scripts and queries that read other indexes are refused.
 */
@Component("openSearchAggregations")
public class OpenSearchAggregations {

    private static final Set<String> KINDS = new TreeSet<>(
            Set.of("terms", "rare_terms", "multi_terms", "histogram", "date_histogram", "auto_date_histogram", "variable_width_histogram",
                    "range", "date_range", "ip_range", "filter", "filters", "missing", "global", "nested", "reverse_nested", "composite",
                    "sampler", "diversified_sampler", "geohash_grid",
                    "geotile_grid", "geo_distance", "avg", "sum", "min", "max", "stats", "extended_stats", "value_count", "cardinality",
                    "percentiles", "percentile_ranks",
                    "median_absolute_deviation", "weighted_avg", "matrix_stats", "geo_bounds", "geo_centroid", "avg_bucket", "sum_bucket",
                    "min_bucket", "max_bucket", "stats_bucket",
            "extended_stats_bucket", "percentiles_bucket", "derivative", "cumulative_sum", "serial_diff", "bucket_sort"));
    private static final Set<String> QUERIES = new TreeSet<>(
            Set.of("term", "terms", "range", "exists", "prefix", "wildcard", "match", "match_phrase", "match_all", "match_none", "ids"));
    private static final Set<String> CLAUSES = Set.of("must", "should", "filter", "must_not");
    private static final Set<String> BOUNDS = Set.of("size", "shard_size", "buckets", "max_doc_count", "precision_threshold",
            "number_of_significant_value_digits", "compression", "initial_buffer");
    private static final String AGGREGATIONS = "aggregations";
    private static final String LEAST_DOCUMENTS = "min_doc_count";
    private static final String SHORT = "aggs";
    private static final int DEEPEST = 5;
    private static final int DEEPEST_VALUE = 20;

    /** Checks the aggregations, and makes the search that computes them. */
    public OpenSearchRequest search(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) OpenSearchCall call,
            Exchange exchange) throws DatabaseFailure {
        if (!(arguments.get(SHORT) instanceof Map<?, ?> given) || given.isEmpty()) {
            throw DatabaseFailure.query("database.search.aggsNeeded");
        }
        JsonNode checked = OpenSearchRequest.JSON.valueToTree(given);
        new AggregationLimits(RouteLimit.of(exchange, "mostAggregations"), RouteLimit.of(exchange, "mostBuckets")).check(checked, 1, 0);
        return call.search(call.body(checked), "");
    }

    /** Shapes the results as {@code {data, count}}: the aggregations by name, and the number of documents they cover. */
    public Map<String, Object> answer(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call) throws DatabaseFailure {
        call.checkSeen(answer);
        return DatabaseValues.object("data", ((ObjectNode) answer.path(AGGREGATIONS)).without(OpenSearchCall.UNSEEN),
                "count", answer.at("/hits/total/value").asLong());
    }

    private static DatabaseFailure unknown(String kind) {
        return DatabaseFailure.query("database.search.noAggregation", kind, String.join(", ", KINDS));
    }

    private static DatabaseFailure badQuery(String kind) {
        return DatabaseFailure.query("database.search.noAggregationQuery", kind.length() <= 60 ? kind : kind.substring(0, 60) + "…",
                "bool, " + String.join(", ", QUERIES));
    }

    /**
     * The limits of one request.
     *
     * @param most        maximum number of aggregations
     * @param mostBuckets maximum size of an aggregation
     */
    private record AggregationLimits(int most, int mostBuckets) {

        /**
         * Checks aggregations and their inner aggregations.
         *
         * @param before number of aggregations that were checked before
         * @return number of aggregations that are checked now, with those before
         */
        int check(JsonNode aggregations, int depth, int before) throws DatabaseFailure {
            int count = before + aggregations.size();
            if (depth > DEEPEST || count > most) {
                throw DatabaseFailure.query("database.search.tooManyAggregations", most, DEEPEST);
            }
            for (Map.Entry<String, JsonNode> aggregation : aggregations.properties()) {
                if (!aggregation.getValue().isObject()) {
                    throw unknown(aggregation.getKey());
                }
                for (Map.Entry<String, JsonNode> part : aggregation.getValue().properties()) {
                    String kind = part.getKey();
                    if (kind.equals(SHORT) || kind.equals(AGGREGATIONS)) {
                        count = check(part.getValue(), depth + 1, count);
                    } else if (!kind.equals("meta")) {
                        checkKind(kind, part.getValue());
                    }
                }
            }
            return count;
        }

        private void checkKind(String kind, JsonNode body) throws DatabaseFailure {
            if (!KINDS.contains(kind)) {
                throw unknown(kind);
            }
            switch (kind) {
                case "filter" -> checkQuery(body, 1);
                case "filters" -> {
                    for (JsonNode query : body.path("filters")) {
                        checkQuery(query, 1);
                    }
                    checkValues(((ObjectNode) body.deepCopy()).without("filters"), 1);
                }
                case "histogram", "date_histogram" -> {
                    checkValues(body, 1);
                    // OpenSearch creates empty buckets until its memory is full, whatever limits it has
                    if (body instanceof ObjectNode histogram && histogram.path(LEAST_DOCUMENTS).asInt(1) > 0) {
                        histogram.putIfAbsent(LEAST_DOCUMENTS, histogram.numberNode(1));
                    } else {
                        throw DatabaseFailure.query("database.search.emptyBuckets", kind);
                    }
                }
                default -> checkValues(body, 1);
            }
        }

        /** Refuses scripts and too large sizes, at any depth. */
        private void checkValues(JsonNode value, int depth) throws DatabaseFailure {
            if (depth > DEEPEST_VALUE) {
                throw DatabaseFailure.query("database.search.tooManyAggregations", most, DEEPEST);
            }
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                if (member.getKey().toLowerCase(Locale.ROOT).contains("script")) {
                    throw DatabaseFailure.query("database.search.aggregationScript", member.getKey());
                }
                if (BOUNDS.contains(member.getKey())
                        && (!member.getValue().canConvertToInt() || member.getValue().intValue() > mostBuckets)) {
                    throw DatabaseFailure.query("database.search.aggregationSize", member.getKey(), mostBuckets);
                }
            }
            for (JsonNode inner : value) {
                checkValues(inner, depth + 1);
            }
        }

        private void checkQuery(JsonNode query, int depth) throws DatabaseFailure {
            if (depth > DEEPEST_VALUE || !query.isObject() || query.size() != 1) {
                throw badQuery(query.toString());
            }
            Map.Entry<String, JsonNode> only = query.properties().iterator().next();
            if (only.getKey().equals("bool")) {
                for (Map.Entry<String, JsonNode> clause : only.getValue().properties()) {
                    if (CLAUSES.contains(clause.getKey())) {
                        for (JsonNode inner : clause.getValue() instanceof ArrayNode array ? array
                                : OpenSearchRequest.JSON.createArrayNode().add(clause.getValue())) {
                            checkQuery(inner, depth + 1);
                        }
                    } else if (!clause.getValue().isValueNode()) {
                        throw badQuery(clause.getKey());
                    }
                }
                return;
            }
            boolean readsElsewhere = only.getKey().equals("terms")
                    && only.getValue().properties().stream().anyMatch(field -> field.getValue().isObject());
            if (!QUERIES.contains(only.getKey()) || readsElsewhere) {
                throw badQuery(only.getKey());
            }
            checkValues(only.getValue(), 1);
        }
    }
}
