package dev.caravan.mcp;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Reads a message and finds out what it is, then makes each {@link MessageCheck}: who sends it, whether he may, in which session, at which MCP
 * instance, how he can be asked. A batch is only read: each of its messages comes here by itself.
 */
@Component("admitRequest")
class AdmitRequest implements Processor {

    private final ReadMessage read;
    private final BatchReplies batches;
    private final RecogniseMessage recognise;
    private final MessageCheck[] checks;

    AdmitRequest(ReadMessage read, BatchReplies batches, RecogniseMessage recognise, List<MessageCheck> checks) {
        this.read = read;
        this.batches = batches;
        this.recognise = recognise;
        this.checks = checks.toArray(MessageCheck[]::new);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        batches.check(exchange);
        if (!read.read(exchange)) {
            return;
        }
        recognise.recognise(exchange);
        for (MessageCheck check : checks) {
            check.check(exchange);
        }
    }
}
