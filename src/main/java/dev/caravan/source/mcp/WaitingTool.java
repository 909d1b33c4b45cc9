package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.source.OfferedTool;
import java.util.Set;

/**
 * A definition that waits for approval. Clients don't see it.
 *
 * @param sent    definition as the server sent it
 * @param next    tool as it would be offered
 * @param former  tool as it is offered now; null for a new tool
 * @param changes names of the changed members
 * @param weaker  hints that promise less than before
 */
record WaitingTool(JsonNode sent, OfferedTool next, OfferedTool former, Set<String> changes, Set<String> weaker) {

    String reason() {
        if (former == null) {
            return "new";
        }
        return weaker.isEmpty() ? "changed " + String.join(",", changes) : "no longer promises " + String.join(",", weaker);
    }
}
