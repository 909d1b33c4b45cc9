package dev.caravan.federation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.upstream.ExposedServers.Exposed;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a server's list of tools comes to: which are offered, which wait for approval and which are refused. A definition that promises less by its hints
 * than the accepted one always waits; with {@code pin} any other definition does, and any new tool of a server that was read before.
 */
final class ToolReview {

    private static final int SHOWN = 80;

    private final Exposed exposed;
    private final Map<String, JsonNode> accepted;
    private final Map<String, OfferedTool> offered = new LinkedHashMap<>();
    private final Map<String, JsonNode> acceptedNow = new LinkedHashMap<>();
    private final Map<String, WaitingTool> waiting = new TreeMap<>();
    private final Map<String, Set<String>> changed = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final Map<String, String> names = new HashMap<>();
    private int left;

    private ToolReview(Exposed exposed, Map<String, JsonNode> accepted) {
        this.exposed = exposed;
        this.accepted = accepted;
    }

    /**
     * @param sent     as the server sent them
     * @param accepted the definitions that were accepted before, as the server sent them, by its name; empty for a server that was never read
     */
    static ToolReview of(Exposed exposed, Map<String, JsonNode> accepted, Iterable<JsonNode> sent) {
        ToolReview review = new ToolReview(exposed, accepted);
        for (JsonNode each : sent) {
            try {
                review.look(each);
            } catch (RuntimeException e) { // of one tool, which must not keep the others back
                review.refused.put(shown(each), String.valueOf(e.getMessage()));
            }
        }
        return review;
    }

    private void look(JsonNode sent) {
        String name = OfferedTool.name(sent);
        if (!exposed.exposure().offers(name)) {
            return;
        }
        if (names.size() == exposed.exposure().maxTools()) {
            left++;
            return;
        }
        OfferedTool next = OfferedTool.of(sent, exposed.exposure());
        String twin = names.putIfAbsent(next.name(), name);
        if (twin != null) {
            throw new IllegalArgumentException("its name here would be " + next.name() + ", which is that of the server's tool " + twin + " too");
        }
        OfferedTool former = former(name);
        Set<String> changes = former == null ? Set.of() : next.differences(former);
        Set<String> weaker = former == null ? Set.of() : next.weakerHints(former);
        boolean differs = former == null ? !accepted.isEmpty() : !changes.isEmpty();
        if (differs && exposed.exposure().pin() || !weaker.isEmpty()) {
            waiting.put(name, new WaitingTool(sent, next, former, changes, weaker));
            if (former != null) {
                offer(name, former, accepted.get(name));
            }
        } else {
            if (!changes.isEmpty()) {
                changed.put(name, changes);
            }
            offer(name, next, sent);
        }
    }

    /** Null if the tool is new, or can no longer be offered as it was, as with other settings. */
    private OfferedTool former(String name) {
        JsonNode sent = accepted.get(name);
        try {
            return sent == null ? null : OfferedTool.of(sent, exposed.exposure());
        } catch (RuntimeException e) {
            return null;
        }
    }

    private void offer(String name, OfferedTool tool, JsonNode sent) {
        offered.put(name, tool);
        acceptedNow.put(name, sent);
    }

    /** By the server's name. */
    Map<String, OfferedTool> offered() {
        return offered;
    }

    /** The definitions of these, as the server sent them. */
    Map<String, JsonNode> accepted() {
        return acceptedNow;
    }

    Map<String, WaitingTool> waiting() {
        return waiting;
    }

    /** Members that differ in what is offered from now on, by the server's name. */
    Map<String, Set<String>> changed() {
        return changed;
    }

    /** Reasons by name, as far as there is one. */
    Map<String, String> refused() {
        return refused;
    }

    /** How many were beyond the limit. */
    int left() {
        return left;
    }

    private static String shown(JsonNode tool) {
        String name = tool.path("name").asText("without a name").replaceAll("\\p{Cc}", "?");
        return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
    }
}
