package dev.caravan.bus;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.mcp.McpRequest;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Sets the answer for the sender as body: none for a notification or a response, the earlier answer for a message that has run before. If
 * the message is no request, the exchange property {@value #UNREADABLE} holds the reason.
 */
@OnBus
@Component("closeDelivery")
class CloseDelivery implements Processor {

    static final String UNREADABLE = "busUnreadable";

    private static final byte[] NOTHING = {};

    private final ObjectMapper mapper;

    CloseDelivery(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void process(Exchange exchange) throws IOException {
        byte[] answer = exchange.getMessage().getBody(byte[].class);
        McpRequest request = McpRequest.of(exchange);
        if (request != null && request.kind() != McpRequest.Kind.REQUEST) {
            answer = null;
        }
        Delivery delivery = Delivery.of(exchange);
        delivery.keep(answer == null ? NOTHING : answer);
        if (delivery.earlier() != null) {
            answer = delivery.earlier().length == 0 ? null : delivery.earlier();
        }
        if (request == null && answer != null) {
            String reason = mapper.readTree(answer).at("/error/message").asText();
            if (!reason.isEmpty()) {
                exchange.setProperty(UNREADABLE, reason);
            }
        }
        exchange.getMessage().setHeaders(new java.util.HashMap<>());
        exchange.getMessage().setBody(answer);
    }
}
