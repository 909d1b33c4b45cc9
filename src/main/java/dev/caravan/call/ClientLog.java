package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ServerMessage;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * Sends log messages of a call to its client (MCP, logging). Exchange property {@value #PROPERTY} of a tool's route. Absent when the client
 * can't get messages.
 */
public final class ClientLog {

    public static final String PROPERTY = "clientLog";

    private final Supplier<LogLevel> threshold;
    private final AnswerStream stream;

    private ClientLog(Supplier<LogLevel> threshold, AnswerStream stream) {
        this.threshold = threshold;
        this.stream = stream;
    }

    /** Returns the log; null if the client can't get messages, or a modern client did not ask for them in this request. */
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

    /**
     * Returns the lowest level that the client has asked for; null if it has asked for none, and gets {@link LogLevel#DEFAULT}. May block.
     */
    public LogLevel asked() {
        return threshold.get();
    }

    /** Returns whether the client wants messages of this level. */
    public boolean takes(LogLevel level) {
        LogLevel asked = asked();
        return level.compareTo(asked == null ? LogLevel.DEFAULT : asked) >= 0;
    }

    /**
     * Sends a message unless its level is below the client's.
     *
     * @param logger name of the logger; null if there is none
     */
    public void write(LogLevel level, String logger, JsonNode data) {
        if (takes(level)) {
            stream.send(ServerMessage.log(level, logger, data));
        }
    }
}
