package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of an insert or update. The flows keep it in the variable {@value #VARIABLE}. */
public final class OpenSearchWrite {

    static final String VARIABLE = "write";

    /**
     * A document to write.
     *
     * @param index   index in the rows of the data; -1 if a search found the document
     * @param id      the id as the caller gave it
     * @param text    the id as OpenSearch takes it
     * @param stored  what to store if it is new
     * @param changes what to set if it exists
     */
    record Row(int index, Object id, String text, Map<String, Object> stored, Map<String, Object> changes) {
    }

    private record Sent(Row row, boolean isNew) {
    }

    final OpenSearchIndex index;
    /** Null unless rows that exist are changed. */
    final UpsertSpec upsert;
    /** What an update sets. */
    final Map<String, Object> changes;
    final WrittenRows rows;
    /** The ids of the documents that are new, by the index of their row. */
    final Map<Integer, Object> created = new LinkedHashMap<>();
    private final List<JsonNode> lines = new ArrayList<>();
    /** The rows to write in the next round. */
    List<Row> pending = new ArrayList<>();
    private List<Sent> sent = new ArrayList<>();
    /** The search that is open on the server; null if there is none. */
    String scroll;
    /** Whether the search has no further page. */
    boolean last;
    int rounds;

    /**
     * @param upsert  null unless rows that exist are changed
     * @param changes what to set in the documents that a search finds
     */
    OpenSearchWrite(OpenSearchIndex index, UpsertSpec upsert, Map<String, Object> changes, WrittenRows rows) {
        this.index = index;
        this.upsert = upsert;
        this.changes = changes;
        this.rows = rows;
    }

    /** Returns whether rows have to be written, for the first time or again. */
    public boolean isOpen() {
        return !pending.isEmpty();
    }

    /** Begins a round. Returns the rows to write. */
    List<Row> begin() {
        List<Row> now = pending;
        pending = new ArrayList<>();
        rounds++;
        return now;
    }

    /** Adds a document to the next bulk request that must not exist. */
    void create(Row row) {
        ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
        line.putObject("create").put("_id", row.text());
        lines.add(line);
        lines.add(OpenSearchRequest.JSON.valueToTree(row.stored()));
        sent.add(new Sent(row, true));
    }

    /** Adds a document to the next bulk request as it was found, with the changes of the row. The request refuses it if it has changed since. */
    void change(Row row, JsonNode found) {
        ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
        ObjectNode what = line.putObject("index").put("_index", found.path("_index").asText()).put("_id", row.text())
                .put("if_seq_no", found.path("_seq_no").asLong()).put("if_primary_term", found.path("_primary_term").asLong());
        if (upsert == null && found.has("_routing")) {
            what.put("routing", found.get("_routing").asText());
        }
        lines.add(line);
        lines.add(merged(found.path("_source"), row.changes()));
        sent.add(new Sent(row, false));
    }

    /** A path into an object changes only that member. */
    private static ObjectNode merged(JsonNode source, Map<String, Object> changes) {
        ObjectNode document = source instanceof ObjectNode object ? object : OpenSearchRequest.JSON.createObjectNode();
        changes.forEach((path, value) -> put(document, path, OpenSearchRequest.JSON.valueToTree(value)));
        return document;
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

    /** Makes the bulk request; null if there is nothing to write. @param refresh {@code wait_for} or {@code true} */
    OpenSearchRequest bulk(String refresh) {
        OpenSearchRequest request = lines.isEmpty() ? null : OpenSearchRequest.bulk(index.name(), "refresh=" + refresh, lines);
        lines.clear();
        return request;
    }

    /** Returns the ids of the bulk request that was not answered yet. */
    List<Object> sent() {
        return sent.stream().map(each -> each.row().id()).toList();
    }

    /** Records the result of each document of the bulk request. A document that another call was faster with comes again if the rows have {@code on}. */
    void answered(JsonNode answer, int conflict) {
        List<Sent> all = sent;
        sent = new ArrayList<>();
        int i = 0;
        for (JsonNode item : answer.path("items")) {
            Sent each = all.get(i++);
            Row row = each.row();
            JsonNode result = item.iterator().next();
            if (upsert != null && result.path("status").asInt() == conflict) {
                pending.add(row);
            } else if (result.has("error")) {
                refused(row, OpenSearchException.of(result.path("status").asInt(), result.get("error")));
            } else {
                rows.written(row.id());
                if (each.isNew()) {
                    created.put(row.index(), row.id());
                }
            }
        }
    }

    void refused(Row row, Exception why) {
        rows.refused(upsert == null ? row.index() + 1 : upsert.number(row.index()), row.id(), why);
    }

    /** Returns whether a search is open on the server. */
    public boolean isScrolling() {
        return scroll != null;
    }
}
