package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.Outcome;
import org.springframework.stereotype.Component;

/** Writes the outcome in its family's envelope: {@code meta} with trace id and duration, the error in the caller's language. */
@Component
class ShapeResult {

    private final ObjectMapper mapper;
    private final Envelope.FailedMembers failedMembers;

    ShapeResult(ObjectMapper mapper, Envelope.FailedMembers failedMembers) {
        this.mapper = mapper;
        this.failedMembers = failedMembers;
    }

    void shape(ToolCall call) throws JsonProcessingException {
        Family family = call.tool().spec().family();
        JsonNode shaped = family.wrap(family == Family.INTELLIGENCE ? withMembers(call) : call.outcome(), call.meta(), call.locale());
        call.result(shaped, mapper.writeValueAsString(shaped));
    }

    private Outcome withMembers(ToolCall call) {
        if (call.outcome() instanceof Outcome.Failure failure && !failure.detail().has(Envelope.Intelligence.MEMBERS)) {
            ObjectNode detail = failure.detail().deepCopy();
            detail.set(Envelope.Intelligence.MEMBERS, failedMembers.of(call.name()));
            return new Outcome.Failure(failure.code(), failure.message(), detail);
        }
        return call.outcome();
    }
}
