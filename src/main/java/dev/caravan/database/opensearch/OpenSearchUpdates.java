package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchDriver.OpenSearchDatabase;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import dev.caravan.database.opensearch.OpenSearchWrites.OpenSearchWrite;
import dev.caravan.database.opensearch.OpenSearchWrites.OpenSearchWrite.Row;
import dev.caravan.envelope.Text;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Updates and deletes the matches. An update reads them page by page and writes each page by a bulk request, which refuses a document that
 * another client changed after the search. It is not OpenSearch's update by query, because that reads decimals as {@code double}.
 */
@Component("openSearchUpdates")
public class OpenSearchUpdates {

    private static final String KEPT = "10s";

    private final OpenSearchDriver databases;
    private final ExplainedFailures failures;

    OpenSearchUpdates(OpenSearchDriver databases, ExplainedFailures failures) {
        this.databases = databases;
        this.failures = failures;
    }

    /** Looks up the index, and translates the filters. A filter is required. */
    public OpenSearchCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        Filters.require(arguments);
        OpenSearchDatabase database = databases.get(name);
        return new OpenSearchCall(database, database.catalogue().indexNow((String) arguments.get("table")), arguments, false);
    }

    /** Checks the new values. */
    public OpenSearchWrite write(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) OpenSearchCall call)
            throws DatabaseFailure {
        call.index.checkWhole();
        Map<?, ?> data = (Map<?, ?>) arguments.get("data");
        for (String id : List.of(OpenSearchIndex.ID, "id")) {
            if (data.containsKey(id) && !data.get(id).equals(((Map<?, ?>) arguments.get("filters")).get(id))) {
                throw DatabaseFailure.query("database.search.fixedId", id);
            }
        }
        return new OpenSearchWrite(call.index, null, OpenSearchWrites.stored(call.index, data),
                new WrittenRows(failures, call.database.name()));
    }

    /** Makes the search for the matches. */
    public OpenSearchRequest search(@Variable(PageCall.VARIABLE) OpenSearchCall call, @Variable("pageSize") int pageSize) {
        ObjectNode body = call.body(call.database.limit());
        body.put("size", pageSize).put("seq_no_primary_term", true).putArray("sort").add("_doc");
        return call.search(body, "&scroll=" + KEPT);
    }

    /** Makes the request that writes the documents of a page; null after the last page. */
    public OpenSearchRequest merge(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call,
            @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write,
            @Variable("pageSize") int pageSize) throws DatabaseFailure {
        JsonNode hits = answer.at("/hits/hits");
        write.scroll = answer.path("_scroll_id").asText();
        write.last = hits.size() < pageSize;
        call.checkSeen(answer);
        hits.forEach(hit -> write.change(new Row(-1, hit.path("_id").asText(), hit.path("_id").asText(), Map.of(), write.changes), hit));
        return write.bulk("true");
    }

    /** Makes the request for the next page of the search; null after the last page. */
    public OpenSearchRequest next(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) {
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode().put("scroll", KEPT).put("scroll_id", write.scroll);
        return write.last ? null : OpenSearchRequest.of("POST", "_search/scroll", null, body);
    }

    /** Makes the request that closes the search. */
    public OpenSearchRequest close(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) {
        return OpenSearchRequest.of("DELETE", "_search/scroll", null, OpenSearchRequest.JSON.createObjectNode()
                .put("scroll_id", write.scroll));
    }

    /** @throws Exception if a document was refused */
    public Map<String, Object> updated(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) throws Exception {
        write.rows.check();
        return Map.of("updated_count", write.rows.written());
    }

    /** Makes the search that counts documents which the filters can't decide about. */
    public OpenSearchRequest undecided(@Variable(PageCall.VARIABLE) OpenSearchCall call) {
        return call.search(call.body(call.database.limit()).put("size", 0), "");
    }

    /** @throws DatabaseFailure query_error if there are such documents */
    public void check(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call) throws DatabaseFailure {
        call.checkSeen(answer);
    }

    /** Makes the request that deletes the matches. */
    public OpenSearchRequest delete(@Variable(PageCall.VARIABLE) OpenSearchCall call) {
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        body.set("query", call.query());
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(call.index.name()) + "/_delete_by_query",
                "conflicts=proceed&refresh=true&search_timeout=" + call.database.limit() + "ms", body);
    }

    /** @throws Exception if a document was not deleted, because OpenSearch refused that or another client changed it meanwhile */
    public Map<String, Object> deleted(@Body JsonNode answer, @Variable(PageCall.VARIABLE) OpenSearchCall call) throws Exception {
        WrittenRows rows = new WrittenRows(failures, call.database.name());
        rows.count(answer.path("deleted").asLong());
        for (JsonNode failure : answer.path("failures")) {
            rows.refused(0, failure.path("id").asText(), OpenSearchException.of(failure.path("status").asInt(),
                    failure.path(failure.has("cause") ? "cause" : "reason")));
        }
        int conflicts = answer.path("version_conflicts").asInt();
        if (answer.path("timed_out").asBoolean() || conflicts > 0) {
            throw rows.stopped(conflicts > 0 ? DatabaseFailure.of(Type.INTEGRITY, Text.of("database.search.outrun", conflicts))
                    : new OpenSearchException(408, "timeout", "timed out"), List.of());
        }
        rows.check();
        return Map.of("deleted_count", rows.written());
    }

    /** Throws the failure of a delete, which says that documents may be deleted if the answer is missing. */
    public void lost(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty("database") String name)
            throws Exception {
        if (OpenSearchWrites.isUnsure(cause) && failures.explained(cause, name) instanceof DatabaseFailure failure) {
            throw failure.then(Text.of("database.rows.unknown"));
        }
        throw cause;
    }
}
