package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/**
 * Converts the body of a prompt's route to the result of {@code prompts/get}. Text is one message of the user, a list is the messages, and
 * a map is the result itself. The content of a message may be text instead of a block.
 */
@Component
record PromptMessages(JsonValues values) {

    private static final List<String> ROLES = List.of("user", "assistant");

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

    /**
     * The content of a message, checked against the protocol's shapes (MCP, prompts, data types).
     *
     * @param at position in the result, for messages
     */
    private record ContentBlock(String at, JsonNode json) {

        private static final Set<String> AUDIENCE = Set.of("user", "assistant");
        private static final Set<String> THEMES = Set.of("light", "dark");

        /** @throws MalformedPromptException with the error and its position */
        void check() throws MalformedPromptException {
            require("", "must be text or a content block", json.isObject());
            switch (json.path("type").asText()) {
                case "text" -> needText("text");
                case "image", "audio" -> {
                    needBase64("data");
                    needText("mimeType");
                }
                case "resource" -> part("resource").checkContents();
                case "resource_link" -> checkLink();
                default -> throw new MalformedPromptException(at + ".type must be one of text, image, audio, resource, resource_link");
            }
            may("_meta", "must be an object", JsonNode::isObject);
            if (json.has("annotations")) {
                part("annotations").checkAnnotations();
            }
        }

        private void checkContents() throws MalformedPromptException {
            needUri("uri");
            mayBeText("mimeType");
            may("_meta", "must be an object", JsonNode::isObject);
            require("", "must have either text or blob", json.has("text") != json.has("blob"));
            mayBeText("text");
            if (json.has("blob")) {
                needBase64("blob");
            }
        }

        private void checkLink() throws MalformedPromptException {
            needUri("uri");
            needText("name");
            for (String member : List.of("title", "description", "mimeType")) {
                mayBeText(member);
            }
            may("size", "must be a whole number", JsonNode::isIntegralNumber);
            may("icons", "must be a list", JsonNode::isArray);
            for (JsonNode each : json.path("icons")) {
                ContentBlock icon = new ContentBlock(at + ".icons", each);
                icon.needUri("src");
                icon.mayBeText("mimeType");
                icon.may("sizes", "must be a list of text", sizes -> isList(sizes, JsonNode::isTextual));
                icon.may("theme", "must be light or dark", theme -> THEMES.contains(theme.asText()));
            }
        }

        private void checkAnnotations() throws MalformedPromptException {
            mayBeText("lastModified");
            may("audience", "must be a list of user and assistant", list -> isList(list, each -> AUDIENCE.contains(each.asText())));
            may("priority", "must be a number from 0 to 1", priority -> priority.isNumber() && priority.doubleValue() >= 0
                    && priority.doubleValue() <= 1);
        }

        private ContentBlock part(String member) throws MalformedPromptException {
            require("." + member, "must be an object", json.path(member).isObject());
            return new ContentBlock(at + "." + member, json.get(member));
        }

        private static boolean isList(JsonNode list, Predicate<JsonNode> fits) {
            return list.isArray() && StreamSupport.stream(list.spliterator(), false).allMatch(fits);
        }

        private void needText(String member) throws MalformedPromptException {
            require("." + member, "must be text", json.path(member).isTextual());
        }

        private void mayBeText(String member) throws MalformedPromptException {
            may(member, "must be text", JsonNode::isTextual);
        }

        private void may(String member, String must, Predicate<JsonNode> fits) throws MalformedPromptException {
            require("." + member, must, !json.has(member) || fits.test(json.get(member)));
        }

        private void needUri(String member) throws MalformedPromptException {
            needText(member);
            boolean absolute;
            try {
                absolute = new URI(json.get(member).textValue()).isAbsolute();
            } catch (URISyntaxException noUri) {
                absolute = false;
            }
            require("." + member, "must be an absolute URI", absolute);
        }

        private void needBase64(String member) throws MalformedPromptException {
            String text = json.path(member).asText("-");
            try {
                Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw new MalformedPromptException(at + "." + member + " must be Base64");
            }
            require("." + member, "must be Base64 with padding", text.length() % 4 == 0);
        }

        private void require(String member, String must, boolean fits) throws MalformedPromptException {
            if (!fits) {
                throw new MalformedPromptException(at + member + " " + must);
            }
        }
    }

    /** Reports that a route left an invalid prompt. The message has position and reason, for the log. */
    static final class MalformedPromptException extends Exception {

        MalformedPromptException(String message) {
            super(message, null, false, false);
        }
    }
}
