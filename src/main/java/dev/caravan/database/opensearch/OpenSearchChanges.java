package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Filters;
import dev.caravan.envelope.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Updates and deletes the matches with the concurrency control of bulk requests. A search reads the matches page by page, and a bulk request writes
 * or deletes each page. A document that another client changed after the search is not written, but searched again. This is not OpenSearch's update
 * by query, because that reads decimals as {@code double} and continues when the caller no longer waits.
 */
@Component("openSearchChanges")
public class OpenSearchChanges {

    private static final String KEPT = "10s";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final OpenSearchDatabases databases;

    OpenSearchChanges(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** Translates the arguments of an update tool. A filter is required. */
    public OpenSearchChange update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        Filters.require(arguments);
        OpenSearchCall call = OpenSearchCall.now(databases.get(name), arguments);
        call.index().checkWhole();
        Map<?, ?> data = (Map<?, ?>) arguments.get("data");
        for (String id : List.of(OpenSearchIndex.ID, "id")) {
            if (data.containsKey(id) && !data.get(id).equals(((Map<?, ?>) arguments.get("filters")).get(id))) {
                throw DatabaseFailure.query("database.search.fixedId", id);
            }
        }
        Map<String, Object> stored = OpenSearchValues.stored(call.index(), data);
        stored.remove(OpenSearchIndex.ID);
        return new OpenSearchChange(call, stored);
    }

    /** Translates the arguments of a delete tool. A filter is required. */
    public OpenSearchChange delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        Filters.require(arguments);
        return new OpenSearchChange(OpenSearchCall.on(databases.get(name), arguments), null);
    }

    /** Makes the search for the matches. */
    public OpenSearchRequest search(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change, @Variable("pageSize") int pageSize) {
        return search(change, change.call().body(change.millisLeft()), pageSize);
    }

    private static OpenSearchRequest search(OpenSearchChange change, ObjectNode body, int pageSize) {
        body.put("size", pageSize).put("seq_no_primary_term", true).putArray("sort").add("_doc");
        body.put("_source", !change.isDelete());
        return change.call().search(body, "&scroll=" + KEPT);
    }

    /** Makes the search for the documents that another client changed first. */
    public OpenSearchRequest searchAgain(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change, @Variable("pageSize") int pageSize, @Variable("mostRounds") int mostRounds)
            throws DatabaseFailure, OpenSearchException {
        change.checkTime();
        if (change.rounds() == mostRounds) {
            throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.search.outrun", change.overtakenIds().size()));
        }
        ObjectNode body = change.call().body(change.millisLeft());
        body.withArray("/query/bool/filter").addObject().putObject("ids").set("values", change.overtakenIds().deepCopy());
        change.nextRound();
        return search(change, body, pageSize);
    }

    /** Returns the page of documents that a search found; null if it found none. */
    public OpenSearchPage page(@Body JsonNode answer, @Variable(OpenSearchChange.VARIABLE) OpenSearchChange change, @Variable("pageSize") int pageSize) throws DatabaseFailure {
        JsonNode hits = answer.at("/hits/hits");
        String scroll = answer.path("_scroll_id").asText();
        change.opened(scroll);
        change.call().checkSeen(answer);
        return hits.isEmpty() ? null : new OpenSearchPage(hits, scroll, hits.size() < pageSize);
    }

    /** Makes the request that writes or deletes a page. Only the last page is refreshed, because a refresh takes long. */
    public OpenSearchRequest write(@Variable(OpenSearchPage.VARIABLE) OpenSearchPage page, @Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) throws OpenSearchException {
        change.checkTime();
        List<JsonNode> lines = new ArrayList<>();
        for (JsonNode hit : page.hits()) {
            ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
            ObjectNode what = line.putObject(change.isDelete() ? "delete" : "index").put("_index", hit.path("_index").asText()).put("_id", hit.path("_id").asText())
                    .put("if_seq_no", hit.path("_seq_no").asLong()).put("if_primary_term", hit.path("_primary_term").asLong());
            if (hit.has("_routing")) {
                what.put("routing", hit.get("_routing").asText());
            }
            lines.add(line);
            if (!change.isDelete()) {
                lines.add(change.merged(hit.path("_source")));
            }
        }
        if (!page.isLast()) {
            change.leaveUnrefreshed();
        }
        return OpenSearchRequest.bulk(change.call().index().name(), page.isLast() ? "refresh=true" : "refresh=false", lines);
    }

    /** Counts the changed documents, and records the documents that another client changed first. */
    public void count(@Body JsonNode answer, @Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) throws OpenSearchException {
        OpenSearchException failure = null;
        for (JsonNode item : answer.path("items")) {
            JsonNode result = item.iterator().next();
            int status = result.path("status").asInt();
            if (status == CONFLICT) {
                change.markOvertaken(result.path("_id").asText());
            } else if (result.has("error")) {
                failure = failure == null ? OpenSearchException.of(status, result.get("error"), "") : failure;
            } else if (status != NOT_FOUND) {
                change.changed();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Makes the request for the next page of the same search; null after the last page. */
    public OpenSearchRequest next(@Variable(OpenSearchPage.VARIABLE) OpenSearchPage page, @Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) throws OpenSearchException {
        if (page.isLast()) {
            return null;
        }
        change.checkTime();
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode().put("scroll", KEPT).put("scroll_id", page.scroll());
        return OpenSearchRequest.of("POST", "_search/scroll", null, body);
    }

    /** Makes the request after which searches see the changes. */
    public OpenSearchRequest refresh(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) {
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(change.call().index().name()) + "/_refresh", null, OpenSearchRequest.JSON.createObjectNode());
    }

    /** Makes the request that closes the searches. */
    public OpenSearchRequest close(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) {
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        change.scrolls().forEach(body.putArray("scroll_id")::add);
        return OpenSearchRequest.of("DELETE", "_search/scroll", null, body);
    }

    public Map<String, Object> updated(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) {
        change.call().database().catalogue().forget(change.call().index().name());
        return Map.of("updated_count", change.count());
    }

    public Map<String, Object> deleted(@Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) {
        return Map.of("deleted_count", change.count());
    }

    /** Throws the failure. The message says how many documents were changed before, because OpenSearch has no transactions. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable(OpenSearchChange.VARIABLE) OpenSearchChange change) throws Exception {
        boolean isOfTheServer = cause instanceof OpenSearchException || cause instanceof IOException;
        if (change.count() == 0 || !isOfTheServer && !(cause instanceof DatabaseFailure)) {
            throw cause;
        }
        String name = change.call().database().name();
        Type type = isOfTheServer ? OpenSearchDialect.type(cause) : Type.INTEGRITY;
        Text why = cause instanceof DatabaseFailure foreseen ? foreseen.text() : type == Type.TIMEOUT ? Text.of("database.late", name) : type == Type.CONNECTION ? Text.of("database.unreachable", name)
                : Text.words(cause.getMessage());
        throw DatabaseFailure.of(type, Text.of("database.search.partly", why, change.count()));
    }
}
