package dev.caravan.tool;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Goes on with the call's own exchange, whatever became of the one that ran the tool: its outcome is in the {@link ToolCall}. */
@Component("keepCall")
class KeepCall implements AggregationStrategy {

    @Override
    public Exchange aggregate(Exchange call, Exchange run) {
        return call;
    }
}
