package dev.caravan.client;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.TaskInput;
import dev.caravan.mcp.task.TaskBegunException;
import dev.caravan.mcp.task.TaskOffer;
import dev.caravan.mcp.task.TasksExtension;
import org.apache.camel.Exchange;

/**
 * {@code mcp:task}: from here on the call is a task, where its client knows tasks; the client has its answer at once, and the route
 * is run again from its beginning. Otherwise it goes on as it is, unless it is {@code required} to be a task.
 */
final class TaskStep implements McpStep.Now {

    private final boolean required;

    TaskStep(Options options) {
        this.required = options.flag("required", false);
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        ClientInput input = ClientInput.of(exchange);
        if (input instanceof TaskInput) {
            return;
        }
        if (input instanceof TaskOffer offer) {
            try {
                offer.begin();
            } catch (TaskBegunException e) {
                // no doCatch of the route may go on
                exchange.setRouteStop(true);
                throw e;
            }
        }
        if (required) {
            if (input != null && input.isModern() && !(input instanceof TaskOffer)) {
                throw TasksExtension.missing();
            }
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("task.required"));
        }
    }
}
