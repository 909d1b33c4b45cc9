package dev.caravan.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Leaves the result of {@code tools/call} as body: {@code {content, structuredContent, isError, _meta:{traceId, tookMs}}},
 * with the same JSON as text and as structured content.
 */
@Component("answerCall")
class AnswerCall implements Processor {

    @Override
    public void process(Exchange exchange) {
        ToolCall call = ToolCall.of(exchange);
        ObjectNode result = call.tool().spec().family() == Family.NONE ? (ObjectNode) call.result() : structured(call.json());
        if (call.outcome().failed() || !result.has("isError")) {
            result.put("isError", call.outcome().failed());
        }
        ObjectNode meta = result.get("_meta") instanceof ObjectNode own ? own : result.putObject("_meta");
        meta.put("traceId", call.traceId()).put("tookMs", call.tookMs());
        exchange.getMessage().setBody(result);
    }

    private static ObjectNode structured(String json) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", json);
        result.putRawValue("structuredContent", new RawValue(json));
        return result;
    }
}
