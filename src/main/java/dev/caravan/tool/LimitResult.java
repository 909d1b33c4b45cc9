package dev.caravan.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Keeps results within {@code caravan.tools.max-result} bytes of JSON, or within the tool's own {@code maxResult}: a list loses whole items from its end and the result
 * says {@code truncated} and {@code returned}; a single thing that is too large is an error that says its size.
 */
@Component("limitResult")
class LimitResult implements Processor {

    /** Room for {@code ,"truncated":true,"returned":N}. */
    private static final int NOTICE = 48;

    private final ShapeResult shapes;
    private final ObjectMapper mapper;
    private final DataSize defaultLimit;

    LimitResult(ShapeResult shapes, ObjectMapper mapper, ToolProperties properties) {
        this.shapes = shapes;
        this.mapper = mapper;
        this.defaultLimit = properties.maxResult();
    }

    @Override
    public void process(Exchange exchange) throws JsonProcessingException {
        ToolCall call = ToolCall.of(exchange);
        DataSize own = call.tool().spec().maxResult();
        long limit = (own == null ? defaultLimit : own).toBytes();
        if (call.json().length() * 3L <= limit) {
            return;
        }
        long size = bytes(call.json());
        if (size <= limit || call.outcome().failed()) {
            return;
        }
        JsonNode data = ((Outcome.Success) call.outcome()).data();
        ArrayNode list = call.tool().spec().family().list(data);
        if (list != null && shorten(list, size + NOTICE - limit)) {
            call.additions().put("truncated", true).put("returned", list.size());
        } else {
            call.outcome(new Outcome.Failure(ErrorCode.UPSTREAM_ERROR, Text.of("result.tooLarge", size, limit),
                    JsonNodeFactory.instance.objectNode().put("bytes", size).put("limit", limit)));
        }
        shapes.shape(call);
    }

    /** Takes items off the end until the whole fits; false if not even one item does. */
    private boolean shorten(ArrayNode list, long tooMuch) throws JsonProcessingException {
        long excess = tooMuch;
        while (list.size() > 0 && excess > 0) {
            JsonNode last = list.remove(list.size() - 1);
            excess -= bytes(mapper.writeValueAsString(last)) + 1;
        }
        return !list.isEmpty();
    }

    private static long bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8).length;
    }
}
