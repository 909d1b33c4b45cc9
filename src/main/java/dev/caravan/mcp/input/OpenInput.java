package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.session.Session;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Sets the {@link ClientInput} of a request that may need input, with the answers that a modern request carries. */
@Component
record OpenInput(RequestState states, Questions questions, OpenRequests requests) implements MessageCheck {

    private static final Set<String> METHODS = Set.of("tools/call", "prompts/get", "resources/read");

    @Override
    public void check(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        if (request.kind() == McpRequest.Kind.REQUEST && METHODS.contains(request.method())) {
            requests.open(exchange, request.id());
            exchange.setProperty(ClientInput.PROPERTY,
                    request.revision().isModern() ? modern(exchange, request) : legacy(exchange, request));
        }
    }

    private ClientInput modern(Exchange exchange, McpRequest request) throws McpException {
        Supplier<String> binding = RequestState.binding(exchange.getProperty(McpRequest.CALLER, String.class),
                exchange.getProperty(McpRequest.API_KEY, String.class), request);
        ObjectNode answers = JsonNodeFactory.instance.objectNode();
        JsonNode responses = request.params().get("inputResponses");
        if (responses != null && !responses.isObject()) {
            throw McpException.invalidParams("Invalid params: inputResponses must be an object");
        }
        if (responses != null) {
            answers.setAll((ObjectNode) responses);
        }
        JsonNode state = request.params().get("requestState");
        if (state != null && !state.isTextual()) {
            throw McpException.invalidParams("Invalid params: requestState must be a string");
        }
        if (state != null) {
            answers.setAll(states.open(state.textValue(), binding.get()));
        }
        return new ModernInput(ClientCapabilities.of(request.meta().path(Headers.META_CLIENT_CAPABILITIES)), answers, states, binding);
    }

    private ClientInput legacy(Exchange exchange, McpRequest request) {
        Session session = Session.of(exchange);
        AnswerStream stream = AnswerStream.of(exchange);
        if (session == null || stream == null) {
            return new LegacyInput(null, null, questions);
        }
        LegacyInput input = new LegacyInput(session, stream, questions);
        stream.whenCancelled(() -> input.end(InputException.Reason.CANCELLED));
        stream.whenClosed(() -> input.end(InputException.Reason.GONE));
        return input;
    }
}
