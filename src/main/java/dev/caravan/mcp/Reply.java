package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The reply to one message before it is written. Neither result nor error means accepted without an answer (202).
 *
 * @param revision revision of the request; null if unknown
 * @param id       id of the request; null for a notification or if it could not be read
 * @param result   the result, or null
 * @param error    the error, or null
 */
record Reply(Revision revision, JsonNode id, ObjectNode result, McpException error) {

    static final Reply ACCEPTED = new Reply(null, null, null, null);

    boolean isSilent() {
        return result == null && error == null;
    }

    int status() {
        if (isSilent()) {
            return 202;
        }
        return error == null ? 200 : error.status();
    }
}
