package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/**
 * Parses the bytes of the entry, unless the transport has parsed them already. The body becomes a {@link JsonNode}. A batch of revision
 * 2025-03-26 becomes a {@code List<JsonNode>}, with the exchange property {@value #BATCH} true.
 */
@Component
class ReadMessage {

    static final String BATCH = "mcpBatch";

    /** The exchange property that is true when the message has {@link dev.caravan.json.BoundedNumbers#isMark marked} numbers. */
    static final String MARKED = "mcpMarkedNumbers";

    private final StrictJson reader;
    private final McpProperties properties;

    ReadMessage(StrictJson reader, McpProperties properties) {
        this.reader = reader;
        this.properties = properties;
    }

    /** @return true for a single message, false for a batch */
    boolean read(Exchange exchange) throws McpException {
        Message message = exchange.getMessage();
        JsonNode json = message.getBody() instanceof JsonNode already ? already : read(exchange, message.getBody(byte[].class));
        boolean batch = json.isArray() && !BatchReplies.isPart(exchange);
        exchange.setProperty(BATCH, batch);
        message.setBody(batch ? batch(json, revision(exchange)) : json);
        return !batch;
    }

    private JsonNode read(Exchange exchange, byte[] bytes) throws McpException {
        try {
            return reader.readMarking(bytes == null ? new byte[0] : bytes, () -> exchange.setProperty(MARKED, true));
        } catch (MalformedJsonException e) {
            throw McpException.parseError("Parse error: " + e.getMessage());
        }
    }

    private static Revision revision(Exchange exchange) {
        String version = exchange.getMessage().getHeader(Headers.PROTOCOL_VERSION, String.class);
        return version == null ? exchange.getProperty(McpRequest.NEGOTIATED, Revision.ASSUMED, Revision.class)
                : Revision.legacy(version).orElse(Revision.V2026_07_28);
    }

    private List<JsonNode> batch(JsonNode json, Revision revision) throws McpException {
        if (!revision.allowsBatches()) {
            throw McpException.invalidRequest("Revision " + revision.date() + " has no batches. Send one message per request");
        }
        if (json.isEmpty()) {
            throw McpException.invalidRequest("Invalid request: the batch is empty");
        }
        if (json.size() > properties.maxBatch()) {
            throw McpException.invalidRequest("Invalid request: the batch has " + json.size()
                    + " messages; at most " + properties.maxBatch() + " are allowed");
        }
        List<JsonNode> messages = new ArrayList<>(json.size());
        json.forEach(messages::add);
        return messages;
    }
}
