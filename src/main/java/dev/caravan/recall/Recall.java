package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One recall on its way through {@code routes/recall/}. The routes hold the recall in the variable {@code recall}. */
public record Recall(String network, String actionType, ArrayNode identities, Map<String, String> headers, Recall.State state) {

    /**
     * @param identities of the objects, each {@code {key: value}}
     * @param headers    to pass on
     * @param time       timeout of all its requests together
     */
    Recall(String network, String actionType, ArrayNode identities, Map<String, String> headers, Duration time) {
        this(network, actionType, identities, headers, new State());
        state.millisLeft = time.toMillis();
    }

    /** What is known so far. */
    static final class State {

        private long millisLeft;
        private JsonNode source = JsonNodeFactory.instance.objectNode();
        private List<Action> actions = List.of();
        private int total;
        private boolean stale;
    }

    /** Returns the timeout of the next request, at least 1 ms. */
    long millisLeft() {
        return Math.max(1, state.millisLeft);
    }

    /** Adds the duration of a finished request. */
    void took(long millis) {
        state.millisLeft -= millis;
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
        state.source = actionSource;
        state.actions = found;
        state.total = ofHowMany;
    }

    /** Returns the actions in the order of Ontology Query. All have the same source. */
    List<Action> actions() {
        return state.actions;
    }

    /** Returns the number of actions that Ontology Query answered, which may be more than {@link #actions} has. */
    int total() {
        return state.total;
    }

    /** Returns a member of the action's source, such as {@code mcp_id}. */
    Optional<String> source(String name) {
        return Optional.of(state.source.path(name).asText("")).filter(text -> !text.isBlank());
    }

    /** Returns the values that the first action has fixed. */
    JsonNode parameters() {
        return actions().isEmpty() ? JsonNodeFactory.instance.objectNode() : actions().get(0).parameters();
    }

    /** Marks the tool's definition as an old one. */
    void isStale() {
        state.stale = true;
    }

    boolean stale() {
        return state.stale;
    }

    @Override
    public String toString() {
        return network + "/" + actionType + " " + state.source;
    }
}
