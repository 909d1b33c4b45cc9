package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What one message is answered with, before it is written.
 *
 * @param revision of the request; null if it could not be told
 * @param id       of the request; null if it could not be read, or for a notification
 * @param result   the result, or null
 * @param error    the error, or null; neither: accepted without an answer (202)
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
