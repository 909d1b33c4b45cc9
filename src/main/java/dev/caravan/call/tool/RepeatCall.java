package dev.caravan.call.tool;

import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.mcp.task.TaskProperties;
import dev.caravan.observe.Refusals;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Starts a call again as a task, with the task's timeout and conversation. */
@Component("repeatCall")
class RepeatCall implements Processor {

    private final TaskProperties settings;

    RepeatCall(TaskProperties settings) {
        this.settings = settings;
    }

    @Override
    public void process(Exchange exchange) {
        ((ToolCall) Call.of(exchange)).again(CallContext.of(exchange), settings.timeout()).leaveOn(exchange);
        exchange.removeProperty(Refusals.TOLD); // the request that started the task writes its own event, which may exist already
    }
}
