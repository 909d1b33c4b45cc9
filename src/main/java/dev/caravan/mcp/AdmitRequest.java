package dev.caravan.mcp;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Finds out what a message is, then makes each {@link MessageCheck}: who sends it, whether he may, in which session, at which MCP instance, how he can be asked. */
@Component("admitRequest")
class AdmitRequest implements Processor {

    private final RecogniseMessage recognise;
    private final MessageCheck[] checks;

    AdmitRequest(RecogniseMessage recognise, List<MessageCheck> checks) {
        this.recognise = recognise;
        this.checks = checks.toArray(MessageCheck[]::new);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        recognise.recognise(exchange);
        for (MessageCheck check : checks) {
            check.check(exchange);
        }
    }
}
