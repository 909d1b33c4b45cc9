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
import org.springframework.stereotype.Component;

/**
 * Between the arguments of {@code db_update} and {@code db_delete} and OpenSearch: what matches is read page by page and
 * written or deleted in bulk, each document only as it was read; those that somebody else was faster with are searched for
 * again. It is not OpenSearch's update by query, since that reads decimals as {@code double}, and goes on when nobody waits.
 */
@Component("openSearchChanges")
public class OpenSearchChanges {

    private static final int PAGE = 1_000;
    private static final int MOST_ROUNDS = 5;
    private static final String KEPT = "10s";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final OpenSearchDatabases databases;

    OpenSearchChanges(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** Begins an update; never without a filter. */
    public OpenSearchRequest update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws Exception {
        Filters.require(arguments);
        OpenSearchCall call = OpenSearchCall.open(databases.get(name), arguments, exchange);
        Map<?, ?> data = (Map<?, ?>) arguments.get("data");
        for (String id : List.of(OpenSearchIndex.ID, "id")) {
            if (data.containsKey(id) && !data.get(id).equals(((Map<?, ?>) arguments.get("filters")).get(id))) {
                throw DatabaseFailure.query("database.search.fixedId", id);
            }
        }
        Map<String, Object> stored = OpenSearchValues.stored(call.index(), data);
        stored.remove(OpenSearchIndex.ID);
        return begin(new OpenSearchChange(call, stored), exchange);
    }

    /** Begins to delete; never without a filter. */
    public OpenSearchRequest delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws Exception {
        Filters.require(arguments);
        return begin(new OpenSearchChange(OpenSearchCall.open(databases.get(name), arguments, exchange), null), exchange);
    }

    private static OpenSearchRequest begin(OpenSearchChange change, Exchange exchange) {
        exchange.setProperty(OpenSearchChange.PROPERTY, change);
        return search(change, change.call().body(change.millisLeft()));
    }

    private static OpenSearchRequest search(OpenSearchChange change, ObjectNode body) {
        body.put("size", PAGE).put("seq_no_primary_term", true).putArray("sort").add("_doc");
        body.put("_source", !change.isDelete());
        return change.call().search(body, "&scroll=" + KEPT);
    }

    /** Takes the next ones to be changed. */
    public void found(@Body JsonNode answer, @ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) throws DatabaseFailure {
        JsonNode hits = answer.at("/hits/hits");
        change.found(hits, answer.path("_scroll_id").asText(), hits.size() == PAGE);
        change.call().checkSeen(answer);
    }

    public boolean isGoingOn(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return change.hasHits() || change.hasNext();
    }

    public boolean hasHits(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return change.hasHits();
    }

    public boolean hasNext(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return change.hasNext();
    }

    public OpenSearchRequest write(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) throws OpenSearchException {
        checkTime(change);
        List<JsonNode> lines = new ArrayList<>();
        for (JsonNode hit : change.hits()) {
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
        return OpenSearchRequest.bulk(change.call().index().name(), change.isFull() ? "refresh=false" : "refresh=true", lines);
    }

    /** Takes what became of each. */
    public void wrote(@Body JsonNode answer, @ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) throws OpenSearchException {
        OpenSearchException failure = null;
        for (JsonNode item : answer.path("items")) {
            JsonNode result = item.iterator().next();
            int status = result.path("status").asInt();
            if (status == CONFLICT) {
                change.outrun().add(result.path("_id").asText());
            } else if (result.has("error")) {
                failure = failure == null ? OpenSearchException.of(status, result.get("error"), "") : failure;
            } else if (status != NOT_FOUND) {
                change.changed();
            }
        }
        change.written();
        if (failure != null) {
            throw failure;
        }
    }

    /** What follows of the page; after the last, those that somebody else was faster with. */
    public OpenSearchRequest next(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) throws DatabaseFailure, OpenSearchException {
        checkTime(change);
        if (change.isFull()) {
            ObjectNode body = OpenSearchRequest.JSON.createObjectNode().put("scroll", KEPT).put("scroll_id", change.scroll());
            return OpenSearchRequest.of("POST", "_search/scroll", null, body);
        }
        if (change.rounds() == MOST_ROUNDS) {
            throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.search.outrun", change.outrun().size()));
        }
        ObjectNode body = change.call().body(change.millisLeft());
        body.withArray("/query/bool/filter").addObject().putObject("ids").set("values", change.outrun().deepCopy());
        change.nextRound();
        return search(change, body);
    }

    /** Whether there may be something written that a search does not see yet. */
    public boolean isStale(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return change.isStale();
    }

    public OpenSearchRequest refresh(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(change.call().index().name()) + "/_refresh", null, OpenSearchRequest.JSON.createObjectNode());
    }

    public boolean isOpen(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return change != null && !change.scrolls().isEmpty();
    }

    /** The server need not keep the rest of the search. */
    public OpenSearchRequest close(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change, Exchange exchange) {
        OpenSearchHttp.startAgain(exchange);
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        change.scrolls().forEach(body.putArray("scroll_id")::add);
        return OpenSearchRequest.of("DELETE", "_search/scroll", null, body);
    }

    public Map<String, Object> updated(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        change.call().database().catalogue().forget(change.call().index().name());
        return Map.of("updated_count", change.count());
    }

    public Map<String, Object> deleted(@ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) {
        return Map.of("deleted_count", change.count());
    }

    /** There are no transactions: what failed in the middle says how far it came. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty(OpenSearchChange.PROPERTY) OpenSearchChange change) throws Exception {
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

    private static void checkTime(OpenSearchChange change) throws OpenSearchException {
        if (change.millisLeft() <= 0) {
            throw new OpenSearchException(408, "timeout", "no time is left");
        }
    }
}
