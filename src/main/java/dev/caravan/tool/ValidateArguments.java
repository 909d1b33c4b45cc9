package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Checks the arguments against the tool's schema, after putting in the defaults that the schema gives. */
@Component("validateArguments")
class ValidateArguments implements Processor {

    @Override
    public void process(Exchange exchange) throws ToolException {
        validate(ToolCall.of(exchange));
    }

    void validate(ToolCall call) throws ToolException {
        ToolSpec spec = call.tool().spec();
        ObjectNode arguments = call.arguments();
        spec.properties().forEach(property -> {
            JsonNode given = property.getValue().get("default");
            if (given != null && !arguments.has(property.getKey())) {
                arguments.set(property.getKey(), given);
            }
        });
        List<Error> errors = spec.arguments().validate(arguments);
        if (!errors.isEmpty()) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT,
                    Text.words(ArgumentErrors.sentence(errors, call.locale())),
                    ArgumentErrors.detail(errors, call.locale()));
        }
    }
}
