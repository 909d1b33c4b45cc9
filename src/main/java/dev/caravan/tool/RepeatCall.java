package dev.caravan.tool;

import dev.caravan.audit.Refusals;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.mcp.task.TaskProperties;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Begins a call anew that goes on as a task: with a task's time, and in its conversation. */
@Component("repeatCall")
class RepeatCall implements Processor {

    private final TaskProperties settings;

    RepeatCall(TaskProperties settings) {
        this.settings = settings;
    }

    @Override
    public void process(Exchange exchange) {
        ((ToolCall) Call.of(exchange)).again(CallContext.of(exchange), settings.timeout()).leaveOn(exchange);
        exchange.removeProperty(Refusals.TOLD); // the request that began it leaves an event of its own, which may be there already
    }
}
