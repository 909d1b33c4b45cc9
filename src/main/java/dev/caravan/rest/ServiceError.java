package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An error as the services around knowledge networks answer it (contracts, section 6).
 *
 * @param code        a name that doesn't change, such as {@code Public.BadRequest}
 * @param description what is wrong, in the caller's language
 * @param solution    what to do about it, likewise
 * @param details     a JSON object with more
 */
public record ServiceError(String code, String description, String solution, ObjectNode details) {

    /** {@code {code, description, solution, link, details}}; there is no page to link to. */
    public JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("code", code).put("description", description).put("solution", solution).put("link", "");
        return json.set("details", details);
    }
}
