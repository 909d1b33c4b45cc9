package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** An update or delete and how far it has come; exchange property {@value #PROPERTY}. */
final class OpenSearchChange {

    static final String PROPERTY = "openSearchChange";

    private final OpenSearchCall call;
    private final Map<String, Object> data;
    private final long deadline;
    private JsonNode hits = OpenSearchRequest.JSON.missingNode();
    private final ArrayNode outrun = OpenSearchRequest.JSON.createArrayNode();
    private final Set<String> scrolls = new LinkedHashSet<>();
    private String scroll;
    private boolean full;
    private boolean stale;
    private int rounds;
    private long count;

    /** @param data null: what matches is deleted */
    OpenSearchChange(OpenSearchCall call, Map<String, Object> data) {
        this.call = call;
        this.data = data;
        this.deadline = System.nanoTime() + call.database().limit() * 1_000_000;
    }

    OpenSearchCall call() {
        return call;
    }

    boolean isDelete() {
        return data == null;
    }

    Map<String, Object> data() {
        return data;
    }

    /** What is left of the statement's time; not positive when it is over. */
    long millisLeft() {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    /** Those to be changed next. */
    JsonNode hits() {
        return hits;
    }

    /**
     * @param next   the server's name for what follows
     * @param isFull whether anything may
     */
    void found(JsonNode found, String next, boolean isFull) {
        hits = found;
        scroll = next;
        scrolls.add(next);
        full = isFull;
        stale |= isFull;
    }

    boolean hasHits() {
        return !hits.isEmpty();
    }

    /** Whether a page follows in the same search. */
    boolean isFull() {
        return full;
    }

    boolean hasNext() {
        return full || !outrun.isEmpty();
    }

    /** Whether a page was written without a refresh. */
    boolean isStale() {
        return stale;
    }

    void written() {
        hits = OpenSearchRequest.JSON.missingNode();
    }

    String scroll() {
        return scroll;
    }

    /** All that the server keeps. */
    Set<String> scrolls() {
        return scrolls;
    }

    /** Ids of documents that somebody else changed meanwhile. */
    ArrayNode outrun() {
        return outrun;
    }

    /** How often those were searched for again. */
    int rounds() {
        return rounds;
    }

    void nextRound() {
        rounds++;
        outrun.removeAll();
    }

    /** Changed so far. */
    long count() {
        return count;
    }

    void changed() {
        count++;
    }

    /** The document with the data put in: a path into an object changes that alone. */
    ObjectNode merged(JsonNode source) {
        ObjectNode document = source instanceof ObjectNode object ? object : OpenSearchRequest.JSON.createObjectNode();
        data.forEach((path, value) -> put(document, path, OpenSearchRequest.JSON.valueToTree(value)));
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
}
