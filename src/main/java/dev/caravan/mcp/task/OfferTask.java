package dev.caravan.mcp.task;

import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.input.ClientInput;
import org.apache.camel.Exchange;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Allows a call to become a task if its client declares the tasks extension. */
@Component
@Order(MessageCheck.TASK)
class OfferTask implements MessageCheck {

    private final TaskStarter starter;

    OfferTask(TaskStarter starter) {
        this.starter = starter;
    }

    @Override
    public void check(Exchange exchange) {
        McpRequest request = McpRequest.of(exchange);
        ClientInput input = ClientInput.of(exchange);
        if (input != null && "tools/call".equals(request.method()) && request.revision().isModern()
                && TasksExtension.isDeclared(request)) {
            exchange.setProperty(ClientInput.PROPERTY, new TaskOffer(input, exchange, starter));
        }
    }
}
