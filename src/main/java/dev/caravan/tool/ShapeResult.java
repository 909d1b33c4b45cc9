package dev.caravan.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Enriches the outcome to its family's envelope: {@code meta} with trace id and duration, the error in the caller's language. */
@Component("shapeResult")
class ShapeResult implements Processor {

    private final ObjectMapper mapper;

    ShapeResult(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void process(Exchange exchange) throws JsonProcessingException {
        shape(ToolCall.of(exchange));
    }

    void shape(ToolCall call) throws JsonProcessingException {
        JsonNode shaped = call.tool().spec().family().wrap(call.outcome(), call.meta(), call.locale());
        call.result(shaped, mapper.writeValueAsString(shaped));
    }
}
