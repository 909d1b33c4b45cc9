package dev.caravan.mcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.springframework.stereotype.Component;

/**
 * Collects the replies to a batch in the order of its messages, as {@code List<byte[]>}. Notifications have no reply. Refuses the remaining
 * messages when the replies exceed the byte limit or the time limit, so that a batch costs no more than a request.
 */
@Component("batchReplies")
record BatchReplies(McpProperties properties) implements AggregationStrategy {

    private static final String PROPERTY = "mcpBatchReplies";

    private static final class Replies {

        private final long begun = System.nanoTime();
        private final List<byte[]> written = new ArrayList<>();
        private long bytes;
    }

    /** Starts the collection; call it before the batch is split. */
    public void begin(Exchange exchange) {
        exchange.setProperty(PROPERTY, new Replies());
    }

    /** Returns whether the exchange carries one message of a batch. */
    static boolean isPart(Exchange exchange) {
        return exchange.getProperty(PROPERTY) != null;
    }

    /** @throws McpException if the batch has exceeded its byte limit or its time limit */
    void check(Exchange exchange) throws McpException {
        Replies replies = exchange.getProperty(PROPERTY, Replies.class);
        if (replies == null) {
            return;
        }
        long mostBytes = properties.maxBatchAnswer().toBytes();
        if (replies.bytes > mostBytes) {
            throw McpException.failed("The replies to the earlier messages of this batch exceed the limit of " + mostBytes
                    + " bytes. Send this message in its own request");
        }
        Duration timeout = properties.batchTimeout();
        if (System.nanoTime() - replies.begun > timeout.toNanos()) {
            throw McpException.failed("The earlier messages of this batch exceeded the time limit of " + timeout.toMillis()
                    + " ms. Send this message in its own request");
        }
    }

    /** Returns an exchange without the properties of the first message, since Camel copies them to the exchange of the batch. */
    private static Exchange whole(Exchange first) {
        Exchange answer = new DefaultExchange(first.getContext());
        answer.setMessage(first.getMessage().copy());
        return answer;
    }

    @Override
    public Exchange aggregate(Exchange collected, Exchange next) {
        Replies replies = next.getProperty(PROPERTY, Replies.class);
        Exchange answer = collected == null ? whole(next) : collected;
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
