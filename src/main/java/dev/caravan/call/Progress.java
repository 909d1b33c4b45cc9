package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Notification;
import java.math.BigDecimal;
import org.apache.camel.Exchange;

/**
 * Tells the client that waits for a call how far it is (MCP, progress). The exchange property {@value #PROPERTY} of a tool's
 * route; absent where the client hasn't asked for it.
 */
public final class Progress {

    public static final String PROPERTY = "progress";

    /** It is repeated in each notification. */
    private static final int LONGEST_TOKEN = 1_000;
    private static final long PAUSE_MS = 100;
    /** Notifications that may follow each other at once. */
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

    /** Null if the request has no progress token, or there is no way to tell. */
    static Progress of(Exchange exchange) {
        AnswerStream stream = AnswerStream.of(exchange);
        JsonNode token = stream == null ? null : stream.progressToken(McpRequest.of(exchange));
        return token != null && (token.isTextual() && token.textValue().length() <= LONGEST_TOKEN || token.isIntegralNumber()) ? new Progress(token, stream) : null;
    }

    /** See {@link #reached(BigDecimal, BigDecimal, String)}. */
    public void reached(long progress, Long total, String message) {
        reached(BigDecimal.valueOf(progress), total == null ? null : BigDecimal.valueOf(total), message);
    }

    /**
     * What is no more than was told before is not told, nor, unless it is all, what would be more than ten a second in the long
     * run.
     *
     * @param total   null if it isn't known
     * @param message for people; null if there is none
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
        stream.send(Notification.progress(token, progress, total, message));
    }
}
