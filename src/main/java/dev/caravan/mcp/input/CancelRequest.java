package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.Session;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** {@code notifications/cancelled} of a legacy client; a modern one closes its connection instead. */
@Component("cancelRequest")
class CancelRequest implements Processor {

    private final OpenRequests requests;

    CancelRequest(OpenRequests requests) {
        this.requests = requests;
    }

    @Override
    public void process(Exchange exchange) {
        Session session = Session.of(exchange);
        JsonNode id = McpRequest.of(exchange).params().get("requestId");
        if (session != null && id != null) {
            requests.cancel(session, id);
        }
    }
}
