package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * Writes MCP's own result, for routes that produce content. An object with a {@code content} list stays unchanged. Everything else becomes
 * a text block; an object also becomes {@code structuredContent}. A failure is its message.
 */
public final class McpContent implements Envelope {

    @Override
    public ObjectNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof Outcome.Failure failure) {
            addText(result, failure.message().in(locale));
            return result;
        }
        JsonNode data = ((Outcome.Success) outcome).data();
        if (data instanceof ObjectNode own && own.path("content").isArray()) {
            return own;
        }
        addText(result, data.isTextual() ? data.textValue() : data.toString());
        if (data.isObject()) {
            result.set("structuredContent", data);
        }
        return result;
    }

    private static void addText(ObjectNode result, String text) {
        result.putArray("content").addObject().put("type", "text").put("text", text);
    }

    @Override
    public ObjectNode schema(ObjectNode dataSchema) {
        return dataSchema;
    }

    /** Returns null, because content is never cut. */
    @Override
    public ArrayNode list(JsonNode data) {
        return null;
    }
}
