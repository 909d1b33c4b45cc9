package dev.caravan.mcp;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Reads a message, classifies it and runs each {@link MessageCheck} on it. The checks find the caller, the rights, the session, the MCP
 * instance and the way to ask the client. A batch is only read here: each of its messages then passes this step separately.
 *
 * <p>A thread that runs requests gets the lowest priority of Java. Dozens of them share few processors with the JVM's one compiler for hot code.
 * With equal rights that compiler got a sixth of a processor on a machine with two, and was not done after 100 s of load. The shipped
 * {@code jvm.options} make the operating system heed priorities; without them this changes nothing.
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
        stepBack(Thread.currentThread());
        batches.check(exchange);
        if (!read.read(exchange)) {
            return;
        }
        recognise.recognise(exchange);
        for (MessageCheck check : checks) {
            check.check(exchange);
        }
    }

    private static void stepBack(Thread worker) {
        if (worker.getPriority() != Thread.MIN_PRIORITY) {
            worker.setPriority(Thread.MIN_PRIORITY);
        }
    }
}
