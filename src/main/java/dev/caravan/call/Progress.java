package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ServerMessage;
import java.math.BigDecimal;
import org.apache.camel.Exchange;

/**
 * Sends progress of a call to its client (MCP, progress). Exchange property {@value #PROPERTY} of a tool's route. Absent if the client did
 * not ask for it.
 */
public final class Progress {

    public static final String PROPERTY = "progress";

    /** Limits the token, because each notification repeats it. */
    private static final int LONGEST_TOKEN = 1_000;
    private static final long PAUSE_MS = 100;
    /** The notifications that may follow each other at once. */
    private static final double BURST = 10;

    private final JsonNode token;
    private final AnswerStream stream;
    private BigDecimal last;
    private double allowance = BURST;
    private long told = System.nanoTime();

    private Progress(JsonNode token, AnswerStream stream) {
        this.token = token;
        this.stream = stream;
    }

    /** Returns the progress; null if the request has no progress token, or the client can't get notifications. */
    static Progress of(Exchange exchange) {
        AnswerStream stream = AnswerStream.of(exchange);
        JsonNode token = stream == null ? null : stream.progressToken(McpRequest.of(exchange));
        return token != null && (token.isTextual() && token.textValue().length() <= LONGEST_TOKEN || token.isIntegralNumber())
                ? new Progress(token, stream) : null;
    }

    /** See {@link #reached(BigDecimal, BigDecimal, String)}. */
    public void reached(long progress, Long total, String message) {
        reached(BigDecimal.valueOf(progress), total == null ? null : BigDecimal.valueOf(total), message);
    }

    /**
     * Sends the progress. Values that do not exceed the last one are dropped, and so are more than ten per second on average, except the
     * final value.
     *
     * @param total   null if unknown
     * @param message text for users; null if there is none
     */
    public synchronized void reached(BigDecimal progress, BigDecimal total, String message) {
        if (last != null && progress.compareTo(last) <= 0) {
            return;
        }
        long now = System.nanoTime();
        allowance = Math.min(BURST, allowance + (now - told) / 1e6 / PAUSE_MS);
        told = now;
        if (allowance < 1 && (total == null || progress.compareTo(total) < 0)) {
            return;
        }
        allowance--;
        last = progress;
        stream.send(ServerMessage.progress(token, progress, total, message));
    }
}
