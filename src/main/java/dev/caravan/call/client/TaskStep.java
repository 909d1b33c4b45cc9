package dev.caravan.call.client;

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
 * Implements {@code mcp:task}: turns the call into a task if its client declares the tasks extension. The client gets its answer at once,
 * and the route runs again from its beginning. Otherwise the call continues, unless a task is {@code required}.
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
                // no doCatch of the route may continue
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
