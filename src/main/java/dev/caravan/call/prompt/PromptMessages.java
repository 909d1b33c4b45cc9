package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/**
 * Converts the body of a prompt's route to the result of {@code prompts/get}. Text is one message of the user, a list is the messages, and
 * a map is the result itself. The content of a message may be text instead of a block.
 */
@Component
class PromptMessages {

    private static final List<String> ROLES = List.of("user", "assistant");

    private final JsonValues values;

    PromptMessages(JsonValues values) {
        this.values = values;
    }

    /** @return {@code {description?, messages, _meta?}} in the protocol's shape */
    ObjectNode result(Message message) throws MalformedPromptException {
        Object body = message.getBody();
        if (body instanceof String || body instanceof byte[] || body instanceof InputStream) {
            return ofText(message.getBody(String.class));
        }
        if (!(body instanceof Collection<?> || body instanceof Map<?, ?> || body instanceof JsonNode)) {
            throw new MalformedPromptException("the body must be text, a list of messages, or a result with messages, got "
                    + (body == null ? "null" : body.getClass().getName()));
        }
        JsonNode json = values.json(body);
        if (json.isTextual()) {
            return ofText(json.textValue());
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        copy(json, "description", JsonNode::isTextual, "text", result);
        result.set("messages", messages(json.isArray() ? json : json.path("messages")));
        copy(json, "_meta", JsonNode::isObject, "an object", result);
        return result;
    }

    private static ObjectNode ofText(String text) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("messages").addObject().put("role", "user").set("content", text(text));
        return result;
    }

    private static ObjectNode text(String text) {
        return JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
    }

    private static void copy(JsonNode from, String member, Predicate<JsonNode> fits, String kind, ObjectNode to)
            throws MalformedPromptException {
        JsonNode value = from.get(member);
        if (value == null || value.isNull()) {
            return;
        }
        if (!fits.test(value)) {
            throw new MalformedPromptException(member + " must be " + kind);
        }
        to.set(member, value.deepCopy());
    }

    private static ArrayNode messages(JsonNode given) throws MalformedPromptException {
        if (!given.isArray() || given.isEmpty()) {
            throw new MalformedPromptException("messages must be a list with at least one message");
        }
        ArrayNode messages = JsonNodeFactory.instance.arrayNode(given.size());
        for (JsonNode message : given) {
            String at = "messages[" + messages.size() + "]";
            if (!ROLES.contains(message.path("role").asText())) {
                throw new MalformedPromptException(at + ".role must be one of " + ROLES);
            }
            JsonNode content = message.path("content");
            JsonNode block = content.isTextual() ? text(content.textValue()) : content;
            new ContentBlock(at + ".content", block).check();
            messages.addObject().put("role", message.get("role").textValue()).set("content", block);
        }
        return messages;
    }
}
