package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;

/**
 * A question to the client.
 *
 * @param key    identifies the question within the request; each key is asked once
 * @param params parameters of the method; do not change them
 * @param fits   checks an answer beyond the rules of its kind
 */
public record InputRequest(String key, InputKind kind, ObjectNode params, Predicate<JsonNode> fits) {

    String capability() {
        return kind.capability(params);
    }

    boolean isAnswer(JsonNode answer) {
        return answer != null && answer.isObject() && kind.isAnswer(answer) && fits.test(answer);
    }
}
