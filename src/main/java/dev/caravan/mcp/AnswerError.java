package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.audit.Refusals;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes whatever failed the JSON-RPC error of the reply, unless it brings a result of its own; what nobody foresaw becomes -32603 and goes to the log alone. */
@Component("answerError")
class AnswerError implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(AnswerError.class);

    private final Refusals refusals;

    AnswerError(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public void process(Exchange exchange) {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        JsonNode id = exchange.getProperty(RecogniseMessage.ID, JsonNode.class);
        McpRequest request = McpRequest.of(exchange);
        Revision revision = request == null ? null : request.revision();
        if (cause instanceof InterimResultException interim) {
            exchange.getMessage().setBody(new Reply(revision, id, interim.result(), null));
            return;
        }
        if (!(cause instanceof McpException)) {
            LOG.error("A message could not be answered", cause);
        }
        McpException error = cause instanceof McpException foreseen ? foreseen : McpException.internalError();
        refusals.tellAtLast(exchange, request == null || request.method() == null ? "message" : request.method(), "JSON_RPC_" + error.code());
        exchange.getMessage().setBody(new Reply(revision, id, null, error));
    }
}
