package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Notification;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * What the client that waits for a call can read of its course (MCP, logging). The exchange property {@value #PROPERTY} of a
 * tool's route; absent where there is no way to tell the client.
 */
public final class ClientLog {

    public static final String PROPERTY = "clientLog";

    private final Supplier<LogLevel> threshold;
    private final AnswerStream stream;

    private ClientLog(Supplier<LogLevel> threshold, AnswerStream stream) {
        this.threshold = threshold;
        this.stream = stream;
    }

    /** Null if there is no way to tell, or a modern client hasn't asked for it in this request. */
    static ClientLog of(Exchange exchange) {
        McpRequest request = McpRequest.of(exchange);
        AnswerStream stream = AnswerStream.of(exchange);
        if (stream == null) {
            return null;
        }
        if (!request.revision().isModern()) {
            return new ClientLog(LogLevel.source(exchange), stream);
        }
        JsonNode asked = request.meta().get(Headers.META_LOG_LEVEL);
        LogLevel level = asked == null ? null : LogLevel.of(asked.textValue()).orElse(null);
        return level == null ? null : new ClientLog(() -> level, stream);
    }

    /** Whether the client wants to read messages of that level. */
    public boolean takes(LogLevel level) {
        return level.compareTo(threshold.get()) >= 0;
    }

    /**
     * Says nothing below the level that the client wants.
     *
     * @param logger who says it; null if that isn't said
     */
    public void write(LogLevel level, String logger, JsonNode data) {
        if (takes(level)) {
            stream.send(Notification.log(level, logger, data));
        }
    }
}
