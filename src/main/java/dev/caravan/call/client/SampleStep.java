package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.input.InputKind;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** Implements {@code mcp:sample}: asks the client's model for a message. */
final class SampleStep extends AskStep {

    private static final int DEFAULT_TOKENS = 1000;

    private final Expression message;
    private final Expression systemPrompt;
    private final int maxTokens;
    private final Params params;

    SampleStep(Options options) {
        super(InputKind.SAMPLE, options);
        this.message = options.expression("message");
        this.systemPrompt = options.expression("systemPrompt");
        this.maxTokens = options.number("maxTokens", DEFAULT_TOKENS);
        this.params = new Params("mcp:sample");
    }

    @Override
    ObjectNode params(Exchange exchange) throws Exception {
        if (message == null) {
            return params.ofBody(exchange);
        }
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.putArray("messages").addObject().put("role", "user")
                .putObject("content").put("type", "text").put("text", message.evaluate(exchange, String.class));
        if (systemPrompt != null) {
            asked.put("systemPrompt", systemPrompt.evaluate(exchange, String.class));
        }
        return asked.put("maxTokens", maxTokens);
    }

    @Override
    Object body(ObjectNode answer, Exchange exchange) {
        return JsonValues.map(answer);
    }
}
