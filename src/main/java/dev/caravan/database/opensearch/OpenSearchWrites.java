package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.ExplainedFailures;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseFailure.WrittenRows;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchWrites.OpenSearchWrite.Row;
import dev.caravan.envelope.Text;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The steps of inserts, updates and deletes. OpenSearch has no transactions: the answer says what happened to each row. A document that
 * exists is read and written whole, unless it has changed meanwhile, because OpenSearch's own update reads decimals as {@code double} and
 * merges objects.
 */
@Component("openSearchWrites")
public record OpenSearchWrites(OpenSearchDriver databases, ExplainedFailures failures) {

    private static final String KEPT = "10s";
    private static final int LONGEST_ID = 512;
    /** Status codes of a proxy without an answer, and of a server that did not finish. */
    private static final Set<Integer> UNSURE = Set.of(408, 502, 504);

    /** Looks up the index, and translates the rows. Each document has an id. */
    @SuppressWarnings("unchecked")
    public OpenSearchWrite insert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchIndex index = databases.get(name).indexes.now((String) arguments.get("table"));
        OpenSearchWrite write = new OpenSearchWrite(index, null, new WrittenRows(failures, name));
        Set<String> given = new HashSet<>();
        for (Object row : DatabaseValues.list(arguments.get("data"))) {
            Map<String, Object> data = (Map<String, Object>) row;
            Object named = data.get(OpenSearchIndex.ID) == null ? data.get("id") : data.get(OpenSearchIndex.ID);
            Object id = named == null ? UuidCreator.getTimeOrderedEpochPlus1().toString() : named;
            String text = OpenSearchField.OF_ID.text(id);
            if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
                throw DatabaseFailure.query("database.search.unfitId", LONGEST_ID);
            }
            if (!given.add(text)) {
                throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", OpenSearchIndex.ID, text));
            }
            write.add(new Row(given.size(), id), "create", Map.of(OpenSearchIndex.ID, text), index.stored(data));
            write.inserted.add(id);
        }
        return write;
    }

    /** Looks up the index, and translates the filters of an update or delete. A filter is required. */
    public OpenSearchCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        Filters.require(arguments);
        return new OpenSearchCall(databases.get(name), databases.get(name).indexes.now((String) arguments.get("table")), arguments, false);
    }

    /** Checks the new values of an update. */
    public OpenSearchWrite update(@Body Map<String, Object> arguments, @Variable("call") OpenSearchCall call) throws DatabaseFailure {
        if (call.index.partial()) { // documents that are read, changed and written again would lose fields
            throw DatabaseFailure.query("database.search.partialSource", call.index.name());
        }
        Map<?, ?> data = (Map<?, ?>) arguments.get("data");
        for (String id : List.of(OpenSearchIndex.ID, "id")) {
            if (data.containsKey(id) && !data.get(id).equals(((Map<?, ?>) arguments.get("filters")).get(id))) {
                throw DatabaseFailure.query("database.search.fixedId", id);
            }
        }
        OpenSearchWrite write = new OpenSearchWrite(call.index, call, new WrittenRows(failures, call.database.name));
        write.changes = call.index.stored(data);
        return write;
    }

    /** Returns whether there may be more to write. */
    public boolean isOpen(@Variable("write") OpenSearchWrite write) {
        return write.open;
    }

    /** Returns whether a search is open on the server. */
    public boolean isScrolling(@Variable("write") OpenSearchWrite write) {
        return write.scroll != null;
    }

    /** Makes the request that reads a page of the matches; null for an insert. */
    public DatabaseRequest find(@Variable("write") OpenSearchWrite write, @Variable("pageSize") int pageSize) {
        if (write.scroll != null) {
            return DatabaseRequest.of("POST", "_search/scroll", null, List.of(Map.of("scroll", KEPT, "scroll_id", write.scroll)));
        }
        if (write.call == null) {
            return null;
        }
        Map<String, Object> body = write.call.body(Map.of());
        body.putAll(Map.of("size", pageSize, "seq_no_primary_term", true, "sort", List.of("_doc"), "track_total_hits", true));
        return write.call.search(body, "&scroll=" + KEPT);
    }

    /** Makes the request that writes the documents of a round; null if all stay as they are. */
    public DatabaseRequest merge(@Body JsonNode answer, @Variable("write") OpenSearchWrite write) {
        write.open = false;
        if (write.call != null) {
            JsonNode found = answer.at("/hits/hits");
            write.scroll = answer.path("_scroll_id").asText();
            write.found += found.size();
            write.open = !found.isEmpty() && write.found < answer.at("/hits/total/value").asLong();
            found.forEach(write::change);
        }
        return write.bulk();
    }

    /** Records the result of each document of the bulk request. */
    public void wrote(@Body JsonNode answer, @Variable("write") OpenSearchWrite write) {
        for (int i = 0; i < write.sent.size(); i++) {
            Row row = write.sent.get(i);
            JsonNode result = answer.at("/items/" + i).elements().next();
            if (result.has("error")) {
                write.rows.refused(row.number(), row.id(), OpenSearchException.of(result.path("status").asInt(), result.get("error")));
            } else {
                write.rows.written(row.id());
            }
        }
        write.sent = new ArrayList<>();
    }

    /** Makes the request after which all that is written is found; null unless an update ended in its middle. */
    public DatabaseRequest refresh(@Variable("write") OpenSearchWrite write) {
        return write.open || !write.sent.isEmpty() ? DatabaseRequest.get(write.index.path("_refresh"), null) : null;
    }

    /** Makes the request that closes the search. */
    public DatabaseRequest close(@Variable("write") OpenSearchWrite write) {
        return DatabaseRequest.of("DELETE", "_search/scroll", null, List.of(Map.of("scroll_id", write.scroll)));
    }

    /** Throws the failure that ended the write, with the rows that are written, and those that may be. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause,
            @Variable("write") OpenSearchWrite write) throws Exception {
        throw write.rows.stopped(cause, isUnsure(cause) ? write.sent.stream().map(Row::id).toList() : List.of());
    }

    /** Returns whether OpenSearch may have done what a failed request asked for. */
    private static boolean isUnsure(Exception cause) {
        return !(cause instanceof OpenSearchException refused && !UNSURE.contains(refused.status)) && !(cause instanceof ConnectException)
                && !String.valueOf(cause.getMessage()).startsWith("Connect to ");
    }

    /**
     * Shapes the result as {@code {inserted_count, inserted_ids}}.
     *
     * @throws Exception if a row was refused
     */
    public Map<String, Object> inserted(@Variable("write") OpenSearchWrite write) throws Exception {
        write.rows.check();
        return DatabaseValues.object("inserted_count", write.inserted.size(), "inserted_ids", write.inserted);
    }

    /** @throws Exception if a document was refused */
    public Map<String, Object> updated(@Variable("write") OpenSearchWrite write) throws Exception {
        write.rows.check();
        return Map.of("updated_count", write.rows.written());
    }

    /** Makes the request that deletes the matches. */
    public DatabaseRequest delete(@Variable("call") OpenSearchCall call) {
        return DatabaseRequest.of("POST", call.index.path("_delete_by_query"),
                "conflicts=proceed&refresh=true&search_timeout=" + call.database.timeout(), List.of(Map.of("query", call.filters.query())));
    }

    /** @throws Exception if a document was not deleted, because OpenSearch refused that or another client changed it meanwhile */
    public Map<String, Object> deleted(@Body JsonNode answer, @Variable("call") OpenSearchCall call) throws Exception {
        WrittenRows rows = new WrittenRows(failures, call.database.name);
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
        if (isUnsure(cause) && failures.explained(cause, name) instanceof DatabaseFailure failure) {
            throw failure.then(Text.of("database.rows.unknown"));
        }
        throw cause;
    }

    /** The state of an insert or update. The flows keep it in the variable write. */
    public static final class OpenSearchWrite {

        /**
         * A document to write.
         *
         * @param number number in the data, from 1; 0 if a search found the document
         * @param id     the id as the caller gave it
         */
        record Row(int number, Object id) {
        }

        private final OpenSearchIndex index;
        /** The matches of an update; null for an insert. */
        private final OpenSearchCall call;
        private final WrittenRows rows;
        /** What an update sets. */
        private ObjectNode changes;
        /** The ids of the rows of an insert. */
        private final List<Object> inserted = new ArrayList<>();
        private final List<Object> lines = new ArrayList<>();
        /** The rows of the bulk request that was not answered yet. */
        private List<Row> sent = new ArrayList<>();
        /** The search that is open on the server; null if there is none. */
        private String scroll;
        /** How many documents the search has given. */
        private long found;
        /** Whether there may be more to write. */
        private boolean open = true;

        OpenSearchWrite(OpenSearchIndex index, OpenSearchCall call, WrittenRows rows) {
            this.index = index;
            this.call = call;
            this.rows = rows;
        }

        /**
         * Adds a document that was found to the next bulk request, with the changes. The request refuses it if it has changed since. A path
         * into an object changes only that member.
         */
        private void change(JsonNode found) {
            String id = found.get(OpenSearchIndex.ID).asText();
            Map<String, Object> what = DatabaseValues.object("_index", found.get("_index"), OpenSearchIndex.ID, id,
                    "if_seq_no", found.get("_seq_no"), "if_primary_term", found.get("_primary_term"));
            if (found.has("_routing")) {
                what.put("routing", found.get("_routing"));
            }
            ObjectNode document = (ObjectNode) found.get("_source");
            changes.properties().forEach(change -> put(document, change.getKey(), change.getValue()));
            add(new Row(0, id), "index", what, document);
        }

        private static void put(ObjectNode object, String path, JsonNode value) {
            int dot = path.indexOf('.');
            if (dot < 0 || object.has(path)) {
                object.set(path, value);
            } else {
                JsonNode inner = object.get(path.substring(0, dot));
                put(inner instanceof ObjectNode there ? there : object.putObject(path.substring(0, dot)), path.substring(dot + 1), value);
            }
        }

        private void add(Row row, String action, Map<String, Object> what, Object document) {
            lines.addAll(List.of(Map.of(action, what), document));
            sent.add(row);
        }

        /**
         * Makes the bulk request; null if there is nothing to write. An insert waits for the next refresh, and the end of an update makes
         * one.
         */
        private DatabaseRequest bulk() {
            DatabaseRequest request = lines.isEmpty() ? null : DatabaseRequest.of("POST", index.path("_bulk"), "refresh="
                    + (call == null ? "wait_for" : !open) + "&filter_path=errors,items.*._id,items.*.status,items.*.error", lines);
            lines.clear();
            return request;
        }
    }
}
