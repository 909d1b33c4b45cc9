package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.RequestCanceller;
import dev.caravan.mcp.session.Session;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Handles {@code notifications/cancelled}. A modern client of HTTP closes its connection instead. */
@Component("cancelRequest")
class CancelRequest implements Processor {

    private final OpenRequests requests;

    CancelRequest(OpenRequests requests) {
        this.requests = requests;
    }

    @Override
    public void process(Exchange exchange) {
        JsonNode id = McpRequest.of(exchange).params().get("requestId");
        RequestCanceller canceller = exchange.getProperty(RequestCanceller.PROPERTY, RequestCanceller.class);
        Session session = Session.of(exchange);
        if (id == null) {
            return;
        }
        if (canceller != null) {
            canceller.cancel(id);
        } else if (session != null) {
            requests.cancel(session, id);
        }
    }
}
