package dev.caravan.mcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * Collects the replies to a batch, in the order of its messages, as {@code List<byte[]>}; notifications leave none. Refuses
 * messages that come after the replies have become too many bytes, or too late: a batch costs no more than a request may.
 */
@Component("batchReplies")
class BatchReplies implements AggregationStrategy {

    private static final String PROPERTY = "mcpBatchReplies";

    private static final class Replies {

        private final long begun = System.nanoTime();
        private final List<byte[]> written = new ArrayList<>();
        private long bytes;
    }

    private final long mostBytes;
    private final Duration timeout;

    BatchReplies(McpProperties properties) {
        this.mostBytes = properties.maxBatchAnswer().toBytes();
        this.timeout = properties.batchTimeout();
    }

    /** Before the batch is split. */
    public void begin(Exchange exchange) {
        exchange.setProperty(PROPERTY, new Replies());
    }

    /** Whether the exchange has one message of a batch. */
    static boolean isPart(Exchange exchange) {
        return exchange.getProperty(PROPERTY) != null;
    }

    /** @throws McpException if no more messages of the batch are looked at */
    void check(Exchange exchange) throws McpException {
        Replies replies = exchange.getProperty(PROPERTY, Replies.class);
        if (replies == null) {
            return;
        }
        if (replies.bytes > mostBytes) {
            throw McpException.failed("The replies to the messages before this one have more than " + mostBytes + " bytes: send it in a request of its own");
        }
        if (System.nanoTime() - replies.begun > timeout.toNanos()) {
            throw McpException.failed("The messages before this one took more than " + timeout.toMillis() + " ms: send it in a request of its own");
        }
    }

    @Override
    public Exchange aggregate(Exchange collected, Exchange next) {
        Replies replies = next.getProperty(PROPERTY, Replies.class);
        Exchange answer = collected == null ? next : collected;
        if (next.getException() != null) {
            answer.setException(next.getException());
            return answer;
        }
        byte[] written = next.getMessage().getBody(byte[].class);
        if (written != null) {
            replies.written.add(written);
            replies.bytes += written.length;
        }
        answer.getMessage().setBody(replies.written);
        return answer;
    }
}
