package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;

/**
 * One question to the client.
 *
 * @param key    names it within the request of the client; asked once
 * @param params of its method; not to be changed
 * @param fits   whether an answer is one that was asked for, beyond what its kind says
 */
public record InputRequest(String key, InputKind kind, ObjectNode params, Predicate<JsonNode> fits) {

    String capability() {
        return kind.capability(params);
    }

    boolean isAnswer(JsonNode answer) {
        return answer != null && answer.isObject() && kind.isAnswer(answer) && fits.test(answer);
    }
}
