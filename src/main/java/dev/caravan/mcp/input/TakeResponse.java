package dev.caravan.mcp.input;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.Session;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Delivers a legacy client's response to the question's sender. A response without a session is dropped. */
@Component("takeResponse")
class TakeResponse implements Processor {

    private final Questions questions;

    TakeResponse(Questions questions) {
        this.questions = questions;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        Session session = Session.of(exchange);
        if (session != null) {
            questions.answered(session, McpRequest.of(exchange).params());
        }
    }
}
