package dev.caravan.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.caravan.call.EndCall;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Makes what a call came to its result: enriched to its family's envelope, kept within its size, counted and audited. Leaves as body
 * {@code {content, structuredContent, isError, _meta:{traceId, tookMs}}}, with the same JSON as text and as structured content. A call without a
 * result of its tool ends with what is the protocol's own: an error, or the input that is required.
 */
@Component("closeCall")
class CloseCall implements Processor {

    private final ShapeResult shapes;
    private final LimitResult limits;
    private final EndCall end;

    CloseCall(ShapeResult shapes, LimitResult limits, EndCall end) {
        this.shapes = shapes;
        this.limits = limits;
        this.end = end;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        ToolCall call = ToolCall.of(exchange);
        if (call.ending() != null) {
            throw call.ending();
        }
        shapes.shape(call);
        limits.keep(call);
        end.process(exchange);
        exchange.getMessage().setBody(answer(call));
    }

    private static ObjectNode answer(ToolCall call) {
        ObjectNode result = call.tool().spec().family() == Family.NONE ? (ObjectNode) call.result() : structured(call.json());
        if (call.outcome().failed() || !result.has("isError")) {
            result.put("isError", call.outcome().failed());
        }
        ObjectNode meta = result.get("_meta") instanceof ObjectNode own ? own : result.putObject("_meta");
        meta.put("traceId", call.traceId()).put("tookMs", call.tookMs());
        return result;
    }

    private static ObjectNode structured(String json) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", json);
        result.putRawValue("structuredContent", new RawValue(json));
        return result;
    }
}
