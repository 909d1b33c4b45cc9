package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The state of an update or delete. The routes keep it in the variable {@value #VARIABLE}. */
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

    /** @param data the new values; null deletes the matches */
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

    /** Returns how many milliseconds of the statement timeout are left. */
    long millisLeft() {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    /** @throws OpenSearchException if the statement timeout is over */
    void checkTime() throws OpenSearchException {
        if (millisLeft() <= 0) {
            throw new OpenSearchException(408, "timeout", "no time is left");
        }
    }

    /** Records a scroll that is open on the server. */
    void opened(String scroll) {
        scrolls.add(scroll);
    }

    /** Returns whether a scroll is open on the server. */
    public boolean isOpen() {
        return !scrolls.isEmpty();
    }

    /** Returns all scrolls that are open on the server. */
    Set<String> scrolls() {
        return scrolls;
    }

    /** Records that searches do not see a written page yet. */
    void leaveUnrefreshed() {
        unrefreshed = true;
    }

    /** Returns whether searches do not see a written page yet. */
    public boolean isUnrefreshed() {
        return unrefreshed;
    }

    /** Records a document that another client changed between the search and the write. */
    void markOvertaken(String id) {
        overtaken.add(id);
    }

    /** Returns whether documents must be searched again. */
    public boolean isOvertaken() {
        return !overtaken.isEmpty();
    }

    ArrayNode overtakenIds() {
        return overtaken;
    }

    /** Returns how often documents were searched again. */
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
        return merged(source, data);
    }

    static ObjectNode merged(JsonNode source, Map<String, Object> data) {
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
