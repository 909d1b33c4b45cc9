package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Notification;
import org.apache.camel.Exchange;

/**
 * Tells the client that waits for a call how far it is (MCP, progress). The exchange property {@value #PROPERTY} of a tool's
 * route; absent where the client hasn't asked for it.
 */
public final class Progress {

    public static final String PROPERTY = "progress";

    private static final long PAUSE_MS = 100;

    private final JsonNode token;
    private final AnswerStream stream;
    private long last = -1;
    private long told;

    private Progress(JsonNode token, AnswerStream stream) {
        this.token = token;
        this.stream = stream;
    }

    /** Null if the request has no progress token, or there is no way to tell. */
    static Progress of(Exchange exchange) {
        JsonNode token = McpRequest.of(exchange).meta().get("progressToken");
        AnswerStream stream = AnswerStream.of(exchange);
        return stream != null && token != null && (token.isTextual() || token.isIntegralNumber()) ? new Progress(token, stream) : null;
    }

    /**
     * What is no more than was told before, or follows it within a tenth of a second, is not told, unless it is all.
     *
     * @param total   null if it isn't known
     * @param message for people; null if there is none
     */
    public synchronized void reached(long progress, Long total, String message) {
        long now = System.nanoTime();
        boolean soon = last >= 0 && (now - told) / 1_000_000 < PAUSE_MS;
        if (progress <= last || soon && (total == null || progress < total)) {
            return;
        }
        last = progress;
        told = now;
        stream.send(Notification.progress(token, progress, total, message));
    }
}
