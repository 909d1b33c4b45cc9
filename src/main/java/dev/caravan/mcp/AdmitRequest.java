package dev.caravan.mcp;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Reads a message, classifies it and runs each {@link MessageCheck} on it. The checks find the caller, the rights, the session, the MCP
 * instance and the way to ask the client. A batch is only read here: each of its messages then passes this step separately.
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
