package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageCall;
import java.util.Map;

/** One call on an index in the OpenSearch flows. */
public final class OpenSearchCall extends PageCall {

    /** Name of the aggregation that counts documents which cannot be compared with the filters. */
    static final String UNSEEN = "caravan:unseen";

    private final OpenSearchDatabase database;
    private final OpenSearchIndex index;
    private final OpenSearchFilters filters;
    private boolean reading;
    private boolean cut;
    private boolean cursor;

    private OpenSearchCall(OpenSearchDatabase database, OpenSearchIndex index, OpenSearchFilters filters) {
        this.database = database;
        this.index = index;
        this.filters = filters;
    }

    /** Opens a call on the index of the arguments, with their filters. */
    static OpenSearchCall on(OpenSearchDatabase database, Map<String, Object> arguments) throws Exception {
        OpenSearchIndex index = database.catalogue().index((String) arguments.get("table"));
        return new OpenSearchCall(database, index, OpenSearchFilters.of(database, index, arguments));
    }

    /** Opens a call that writes documents, on the index as it is now. */
    static OpenSearchCall now(OpenSearchDatabase database, Map<String, Object> arguments) throws Exception {
        OpenSearchIndex index = database.catalogue().indexNow((String) arguments.get("table"));
        return new OpenSearchCall(database, index, OpenSearchFilters.of(database, index, arguments));
    }

    OpenSearchDatabase database() {
        return database;
    }

    OpenSearchIndex index() {
        return index;
    }

    /** Returns whether the call only reads, so that its answers may be cut. */
    boolean isReading() {
        return reading;
    }

    OpenSearchCall reading() {
        reading = true;
        return this;
    }

    /** Returns whether rows of the page were left out. */
    boolean isCut() {
        return cut;
    }

    void cut(boolean more) {
        cut |= more;
    }

    /** Returns whether the page begins after a row, so that its order must be complete. */
    boolean isCursor() {
        return cursor;
    }

    void cursor(boolean after) {
        cursor = after;
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
