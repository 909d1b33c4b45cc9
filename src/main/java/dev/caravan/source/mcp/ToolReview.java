package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.source.OfferedTool;
import dev.caravan.source.mcp.ExposedServers.Exposed;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reviews a server's list of tools: offers, holds for approval, or refuses each of them. A definition whose hints promise less than the accepted ones
 * always waits. With {@code pin}, every other change waits too, and so does a new tool of a server that was read before.
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
     * Reviews the tools in the order of the list.
     *
     * @param sent     definitions as the server sent them
     * @param accepted formerly accepted definitions as the server sent them, by tool name; empty for a server that was never read
     */
    static ToolReview of(Exposed exposed, Map<String, JsonNode> accepted, Iterable<JsonNode> sent) {
        ToolReview review = new ToolReview(exposed, accepted);
        for (JsonNode each : sent) {
            try {
                review.look(each);
            } catch (RuntimeException e) { // an invalid tool must not stop the others
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
        OfferedTool next = OfferedTool.of(sent, exposed.exposure().prefix(), exposed.exposure().override().get(name));
        String twin = names.putIfAbsent(next.name(), name);
        if (twin != null) {
            throw new IllegalArgumentException("its name " + next.name() + " is already used by the server's tool " + twin + ". Set another name in expose.override");
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

    /** Returns the tool with its accepted definition. Null for a new tool, or if the accepted definition can't be offered with the current settings. */
    private OfferedTool former(String name) {
        JsonNode sent = accepted.get(name);
        try {
            return sent == null ? null : OfferedTool.of(sent, exposed.exposure().prefix(), exposed.exposure().override().get(name));
        } catch (RuntimeException e) {
            return null;
        }
    }

    private void offer(String name, OfferedTool tool, JsonNode sent) {
        offered.put(name, tool);
        acceptedNow.put(name, sent);
    }

    /** Returns {the server's tool name: offered tool}. */
    Map<String, OfferedTool> offered() {
        return offered;
    }

    /** Returns {the server's tool name: definition of the offered tool, as the server sent it}. */
    Map<String, JsonNode> accepted() {
        return acceptedNow;
    }

    Map<String, WaitingTool> waiting() {
        return waiting;
    }

    /** Returns {the server's tool name: changed members of its offered definition}. */
    Map<String, Set<String>> changed() {
        return changed;
    }

    /** Returns {tool name, or a text for a tool without one: reason}. */
    Map<String, String> refused() {
        return refused;
    }

    /** Returns the number of tools beyond {@code max-tools}. */
    int left() {
        return left;
    }

    private static String shown(JsonNode tool) {
        String name = tool.path("name").asText("without a name").replaceAll("\\p{Cc}", "?");
        return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
    }
}
