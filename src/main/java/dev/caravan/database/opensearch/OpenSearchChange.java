package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** An update or delete and how far it has come; the routes have it as variable {@value #VARIABLE}. */
public final class OpenSearchChange {

    static final String VARIABLE = "change";

    private final OpenSearchCall call;
    private final Map<String, Object> data;
    private final long deadline;
    private final ArrayNode overtaken = OpenSearchRequest.JSON.createArrayNode();
    private final Set<String> scrolls = new LinkedHashSet<>();
    private boolean unrefreshed;
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

    /** Returns the milliseconds that are left of the statement's time. */
    long millisLeft() {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    /** @throws OpenSearchException if the statement's time is over */
    void checkTime() throws OpenSearchException {
        if (millisLeft() <= 0) {
            throw new OpenSearchException(408, "timeout", "no time is left");
        }
    }

    /** Notes a search that the server keeps. */
    void opened(String scroll) {
        scrolls.add(scroll);
    }

    /** Whether the server keeps a search. */
    public boolean isOpen() {
        return !scrolls.isEmpty();
    }

    /** Returns all searches that the server keeps. */
    Set<String> scrolls() {
        return scrolls;
    }

    /** Notes that a page is written that searches don't see yet. */
    void leaveUnrefreshed() {
        unrefreshed = true;
    }

    /** Whether something is written that searches don't see yet. */
    public boolean isUnrefreshed() {
        return unrefreshed;
    }

    /** Notes a document that somebody else changed between the search and the write. */
    void markOvertaken(String id) {
        overtaken.add(id);
    }

    /** Whether there are documents to search for again. */
    public boolean isOvertaken() {
        return !overtaken.isEmpty();
    }

    ArrayNode overtakenIds() {
        return overtaken;
    }

    /** Returns how often documents were searched for again. */
    int rounds() {
        return rounds;
    }

    void nextRound() {
        rounds++;
        overtaken.removeAll();
    }

    /** Returns how many documents are changed so far. */
    long count() {
        return count;
    }

    void changed() {
        count++;
    }

    /** Merges the data into the document. A path into an object changes only that member. */
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
