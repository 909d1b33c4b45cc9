package dev.caravan.completion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.CallContext;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Reads {@code params} of {@code completion/complete} into a {@link Completion}. */
@Component("openCompletion")
class OpenCompletion implements Processor {

    private final List<CompletionReference> references;

    OpenCompletion(List<CompletionReference> references) {
        this.references = references;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        JsonNode params = McpRequest.of(exchange).params();
        JsonNode ref = params.path("ref");
        CompletionReference reference = references.stream().filter(known -> known.type().equals(ref.path("type").textValue())).findFirst()
                .orElseThrow(() -> McpException.invalidParams("Invalid params: ref.type must be one of "
                        + references.stream().map(CompletionReference::type).sorted().toList()));
        String key = text(ref, "ref", reference.member());
        JsonNode argument = params.path("argument");
        String name = text(argument, "argument", "name");
        String typed = text(argument, "argument", "value");
        Completion completion = new Completion(reference, key, name, typed, chosen(params), CallContext.of(exchange));
        completion.completable();
        exchange.setProperty(Completion.PROPERTY, completion);
    }

    private static String text(JsonNode object, String name, String member) throws McpException {
        JsonNode value = object.path(member);
        if (!value.isTextual()) {
            throw McpException.invalidParams("Invalid params: " + name + " needs the string " + member);
        }
        return value.textValue();
    }

    private static Map<String, String> chosen(JsonNode params) throws McpException {
        JsonNode context = params.path("context");
        JsonNode arguments = context.path("arguments");
        boolean fit = (context.isMissingNode() || context.isObject()) && (arguments.isMissingNode() || arguments.isObject());
        Map<String, String> chosen = new HashMap<>();
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            fit &= argument.getValue().isTextual();
            chosen.put(argument.getKey(), argument.getValue().textValue());
        }
        if (!fit) {
            throw McpException.invalidParams("Invalid params: context.arguments must be an object of strings");
        }
        return chosen;
    }
}
