package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
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

    /** Aggregations that read only fields of the searched index. */
    private static final Set<String> KINDS = DatabaseValues.words("operators.txt").get("opensearch-aggregations");
    private static final Set<String> BOUNDS = Set.of("size", "shard_size", "buckets", "max_doc_count", "precision_threshold",
            "number_of_significant_value_digits", "compression", "initial_buffer");
    private static final Set<String> INNER = Set.of("aggs", "aggregations");
    private static final Set<String> HISTOGRAMS = Set.of("histogram", "date_histogram");
    private static final String LEAST_DOCUMENTS = "min_doc_count";
    private static final int DEEPEST = 5;

    /** Checks the aggregations, and makes the search that computes them. */
    public DatabaseRequest search(@Body Map<String, Object> arguments, @Variable("call") OpenSearchCall call,
            Exchange exchange) throws DatabaseFailure {
        JsonNode given = DatabaseValues.JSON.valueToTree(arguments.get("aggs"));
        if (given.isEmpty()) {
            throw DatabaseFailure.query("database.search.aggsNeeded");
        }
        new AggregationLimits(RouteLimit.of(exchange, "mostAggregations"), RouteLimit.of(exchange, "mostBuckets")).check(given, 1, 0);
        return call.search(call.body(given), "");
    }

    /** Shapes the results as {@code {data, count}}: the aggregations by name, and the number of documents they cover. */
    public Map<String, Object> answer(@Body JsonNode answer) {
        return DatabaseValues.object("data", answer.path("aggregations"), "count", answer.at("/hits/total/value").asLong());
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
            for (JsonNode aggregation : aggregations) {
                for (Map.Entry<String, JsonNode> part : aggregation.properties()) {
                    if (INNER.contains(part.getKey())) {
                        count = check(part.getValue(), depth + 1, count);
                    } else if (!part.getKey().equals("meta")) {
                        checkBody(part.getKey(), part.getValue());
                    }
                }
            }
            return count;
        }

        private void checkBody(String kind, JsonNode body) throws DatabaseFailure {
            if (!KINDS.contains(kind)) {
                throw DatabaseFailure.query("database.search.noAggregation", kind, String.join(", ", new TreeSet<>(KINDS)));
            }
            checkValues(body);
            if (HISTOGRAMS.contains(kind)) {
                // OpenSearch creates empty buckets until its memory is full, whatever limits it has
                if (body.path(LEAST_DOCUMENTS).asInt(1) <= 0) {
                    throw DatabaseFailure.query("database.search.emptyBuckets", kind);
                }
                if (body instanceof ObjectNode histogram) {
                    histogram.putIfAbsent(LEAST_DOCUMENTS, histogram.numberNode(1));
                }
            }
        }

        /** Refuses scripts and too large sizes, at any depth. */
        private void checkValues(JsonNode value) throws DatabaseFailure {
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                if (member.getKey().equals("script")) {
                    throw DatabaseFailure.query("database.search.aggregationScript", member.getKey());
                }
                if (BOUNDS.contains(member.getKey())
                        && (!member.getValue().canConvertToInt() || member.getValue().intValue() > mostBuckets)) {
                    throw DatabaseFailure.query("database.search.aggregationSize", member.getKey(), mostBuckets);
                }
            }
            for (JsonNode inner : value) {
                checkValues(inner);
            }
        }
    }
}
