package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
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

    /** The kinds of input. */
    public enum InputKind {

        ELICIT("elicitation/create") {

            @Override
            String capability(ObjectNode params) {
                return "url".equals(params.path("mode").textValue()) ? "elicitation.url" : "elicitation";
            }

            @Override
            boolean isAnswer(JsonNode answer) {
                String action = answer.path("action").asText();
                return ACTIONS.contains(action) && (!answer.has("content") || answer.get("content").isObject());
            }
        },

        SAMPLE("sampling/createMessage") {

            @Override
            String capability(ObjectNode params) {
                return params.has("tools") ? "sampling.tools" : "sampling";
            }

            @Override
            boolean isAnswer(JsonNode answer) {
                return answer.path("role").isTextual() && answer.path("content").isContainerNode();
            }
        },

        ROOTS("roots/list") {

            @Override
            String capability(ObjectNode params) {
                return "roots";
            }

            @Override
            boolean isAnswer(JsonNode answer) {
                boolean roots = answer.path("roots").isArray();
                for (JsonNode root : answer.path("roots")) {
                    roots &= root.path("uri").isTextual();
                }
                return roots;
            }
        };

        private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

        private final String method;

        InputKind(String method) {
            this.method = method;
        }

        /** Returns the kind of a method, such as {@code roots/list}; empty if the method asks for no input. */
        public static Optional<InputKind> of(String method) {
            return Arrays.stream(values()).filter(kind -> kind.method.equals(method)).findFirst();
        }

        String method() {
            return method;
        }

        /** Returns the capability that the client must declare, such as {@code elicitation.url}. */
        abstract String capability(ObjectNode params);

        /** Returns whether the answer is valid for the method, as far as its readers rely on it. */
        abstract boolean isAnswer(JsonNode answer);
    }
}
