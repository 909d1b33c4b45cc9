package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An error in the form of the services around knowledge networks (contracts, section 6).
 *
 * @param code        a stable name, such as {@code Public.BadRequest}
 * @param description what is wrong, in the caller's language
 * @param solution    what to do about it, in the caller's language
 * @param details     a JSON object with more details
 */
public record ServiceError(String code, String description, String solution, ObjectNode details) {

    /** Makes an error without details, whose code is the name of an HTTP status. */
    public static ServiceError of(int status, String description, String solution) {
        String name = switch (status) {
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            default -> status >= 500 ? "InternalServerError" : "BadRequest";
        };
        return new ServiceError("Public." + name, description, solution, JsonNodeFactory.instance.objectNode());
    }

    /** Returns {@code {code, description, solution, link, details}}. The link is empty, since no page exists. */
    public JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("code", code).put("description", description).put("solution", solution)
                .put("link", "");
        return json.set("details", details);
    }
}
