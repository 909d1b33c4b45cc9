package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
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
    private List<Action> actions = List.of();
    private int total;
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

    /**
     * An action on one object.
     *
     * @param parameters the values that the action has fixed
     * @param identity   of the object; missing if Ontology Query does not say it
     */
    record Action(JsonNode parameters, JsonNode identity) {
    }

    /**
     * Takes Ontology Query's answer.
     *
     * @param found     the actions, or the first of them; not empty
     * @param ofHowMany number of all actions
     */
    void found(JsonNode actionSource, List<Action> found, int ofHowMany) {
        source = actionSource;
        actions = found;
        total = ofHowMany;
    }

    /** Returns the actions in the order of Ontology Query. All have the same source. */
    List<Action> actions() {
        return actions;
    }

    /** Returns the number of actions that Ontology Query answered, which may be more than {@link #actions} has. */
    int total() {
        return total;
    }

    /** Returns a member of the action's source, such as {@code mcp_id}. */
    Optional<String> source(String name) {
        return Optional.of(source.path(name).asText("")).filter(text -> !text.isBlank());
    }

    /** Returns the values that the first action has fixed. */
    JsonNode parameters() {
        return actions.isEmpty() ? JsonNodeFactory.instance.objectNode() : actions.get(0).parameters();
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
