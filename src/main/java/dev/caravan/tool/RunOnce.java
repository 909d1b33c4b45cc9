package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Once;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Lets a call that was delivered again pass only if its tool reads alone, or says that once more makes no difference. */
@Component("runOnce")
class RunOnce implements Processor {

    @Override
    public void process(Exchange exchange) throws Exception {
        Once once = Once.of(exchange);
        if (once != null && !isRepeatable(ToolCall.of(exchange).tool().spec())) {
            once.begin(exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class));
        }
    }

    private static boolean isRepeatable(ToolSpec spec) {
        JsonNode hints = spec.definition().path("annotations");
        return hints.path("readOnlyHint").asBoolean(false) || hints.path("idempotentHint").asBoolean(false);
    }
}
