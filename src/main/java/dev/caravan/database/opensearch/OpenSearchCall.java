package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageCall;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import java.util.Map;

/** One call on an index in the OpenSearch flows. */
public final class OpenSearchCall extends PageCall {

    /** Name of the aggregation that counts documents which cannot be compared with the filters. */
    static final String UNSEEN = "caravan:unseen";

    final OpenSearchDatabase database;
    final OpenSearchIndex index;
    /** Whether the call only reads, so that its answers may be cut. */
    final boolean reading;
    /** Whether rows of the page were left out. */
    boolean cut;
    /** Whether the page begins after a row, so that its order must be complete. */
    boolean cursor;
    private final OpenSearchFilters filters;

    /** Opens a call on an index, with the filters of the arguments. */
    OpenSearchCall(OpenSearchDatabase database, OpenSearchIndex index, Map<String, Object> arguments, boolean reading) throws Exception {
        this.database = database;
        this.index = index;
        this.filters = OpenSearchFilters.of(database, index, arguments);
        this.reading = reading;
    }

    /** Opens a call on the index of the arguments. */
    static OpenSearchCall on(OpenSearchDatabase database, Map<String, Object> arguments, boolean reading) throws Exception {
        return new OpenSearchCall(database, database.catalogue().index((String) arguments.get("table")), arguments, reading);
    }

    /** Returns whether the filters name one id, so that counting costs nothing. */
    boolean isOfOneId() {
        return filters.ofOneId();
    }

    /** Returns whether documents may exist that cannot be compared with the filters. */
    public boolean isUndecided() {
        return !filters.unseen().isEmpty();
    }

    ObjectNode query() {
        return filters.query();
    }

    OpenSearchField field(String path) throws Exception {
        return database.catalogue().field(index, path);
    }

    /** Makes the body of a search with the filters. The server ends the search after {@code millis}. */
    ObjectNode body(long millis) {
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        body.set("query", filters.query());
        body.put("timeout", millis + "ms");
        if (!filters.unseen().isEmpty()) {
            ArrayNode unseen = body.putObject("aggs").putObject(UNSEEN).putObject("filters").putArray("filters");
            filters.unseen().values().forEach(unseen::add);
        }
        return body;
    }

    OpenSearchRequest search(ObjectNode body, String query) {
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(index.name()) + "/_search",
                "allow_partial_search_results=false&cancel_after_time_interval=" + body.get("timeout").asText() + query, body);
    }

    /** @throws DatabaseFailure query_error if documents exist that cannot be compared with the filters */
    void checkSeen(JsonNode answer) throws DatabaseFailure {
        int i = 0;
        for (OpenSearchField field : filters.unseen().keySet()) {
            long count = answer.at("/aggregations/" + UNSEEN + "/buckets/" + i++ + "/doc_count").asLong();
            if (count > 0) {
                throw DatabaseFailure.query("database.search.unseenText", field.path(), count, field.longest());
            }
        }
    }
}
