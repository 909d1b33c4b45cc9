package dev.caravan.federation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A definition that clients don't see until somebody approves it.
 *
 * @param sent    as the server sent it
 * @param next    as it would be offered
 * @param former  as it is offered; null for a new tool
 * @param changes members that differ
 * @param weaker  hints that promise less than before
 */
record WaitingTool(JsonNode sent, OfferedTool next, OfferedTool former, Set<String> changes, Set<String> weaker) {

    String reason() {
        if (former == null) {
            return "is new";
        }
        return weaker.isEmpty() ? "has changed its " + String.join(", ", changes) : "no longer promises " + String.join(", ", weaker);
    }
}
