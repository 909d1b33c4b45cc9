package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One recall on its way through {@code routes/recall/}. The routes hold the recall in the variable {@code recall}. */
public final class Recall {

    private final String network;
    private final String actionType;
    private final ArrayNode identities;
    private final Map<String, String> headers;
    private long millisLeft;
    private JsonNode source = JsonNodeFactory.instance.objectNode();
    private JsonNode parameters = JsonNodeFactory.instance.objectNode();
    private boolean stale;

    /**
     * @param identities of the objects, each {@code {key: value}}
     * @param headers    to pass on
     * @param time       timeout of all its requests together
     */
    Recall(String network, String actionType, ArrayNode identities, Map<String, String> headers, Duration time) {
        this.network = network;
        this.actionType = actionType;
        this.identities = identities;
        this.headers = headers;
        this.millisLeft = time.toMillis();
    }

    String network() {
        return network;
    }

    String actionType() {
        return actionType;
    }

    ArrayNode identities() {
        return identities;
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Returns the timeout of the next request, at least 1 ms. */
    long millisLeft() {
        return Math.max(1, millisLeft);
    }

    /** Adds the duration of a finished request. */
    void took(long millis) {
        millisLeft -= millis;
    }

    /** Takes Ontology Query's answer: the source, and the values of the first action. */
    void found(JsonNode actionSource, JsonNode fixed) {
        source = actionSource;
        parameters = fixed;
    }

    /** Returns a member of the action's source, such as {@code mcp_id}. */
    Optional<String> source(String name) {
        return Optional.of(source.path(name).asText("")).filter(text -> !text.isBlank());
    }

    /** Returns the values that the action has fixed. */
    JsonNode parameters() {
        return parameters;
    }

    /** Marks the tool's definition as an old one. */
    void isStale() {
        stale = true;
    }

    boolean stale() {
        return stale;
    }

    @Override
    public String toString() {
        return network + "/" + actionType + " " + source;
    }
}
