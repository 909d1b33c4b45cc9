package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.observe.Refusals;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Turns a failure into the JSON-RPC error of the reply, unless the failure carries a result. An unexpected exception becomes -32603, and
 * only the log has its cause.
 */
@Component("answerError")
record AnswerError(Refusals refusals) implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(AnswerError.class);

    @Override
    public void process(Exchange exchange) {
        // else Camel takes a later failure, such as that of sending the answer, for handled
        exchange.getExchangeExtension().setFailureHandled(false);
        exchange.getExchangeExtension().setErrorHandlerHandled(null);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        JsonNode id = exchange.getProperty(AdmitRequest.ID, JsonNode.class);
        McpRequest request = McpRequest.of(exchange);
        Revision revision = request == null ? null : request.revision();
        if (cause instanceof InterimResultException interim) {
            exchange.getMessage().setBody(new WriteReply.Reply(revision, id, interim.result(), null));
            return;
        }
        if (!(cause instanceof McpException)) {
            LOG.error("Message not answered because of an unexpected exception", cause);
        }
        McpException error = cause instanceof McpException foreseen ? foreseen : McpException.internalError();
        refusals.tellAtLast(exchange, request == null || request.method() == null ? "message" : request.method(),
                "JSON_RPC_" + error.code());
        exchange.getMessage().setBody(new WriteReply.Reply(revision, id, null, error.in(language(exchange, request))));
    }

    /** Returns the language that the message prefers, by {@code _meta} or else its headers; null if it names none. */
    private static String language(Exchange exchange, McpRequest request) {
        JsonNode asked = request == null ? null : request.meta().get("locale");
        return asked != null && asked.isTextual() ? asked.textValue() : exchange.getMessage().getHeader("Accept-Language", String.class);
    }
}
