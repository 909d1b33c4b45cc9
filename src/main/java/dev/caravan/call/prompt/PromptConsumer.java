package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.call.CallContext;
import dev.caravan.call.RegisteredConsumer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** A prompt that is in the registry while its route runs. */
class PromptConsumer extends RegisteredConsumer {

    private final PromptSpec spec;

    PromptConsumer(PromptEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.spec = endpoint.spec();
    }

    PromptSpec spec() {
        return spec;
    }

    @Override
    protected String key() {
        return spec.name();
    }

    @Override
    protected JsonNode definition() {
        return spec.definition();
    }

    @Override
    protected void register() {
        PromptRegistry.of(getEndpoint().getCamelContext()).register(this);
    }

    @Override
    protected void withdraw() {
        PromptRegistry.of(getEndpoint().getCamelContext()).withdraw(this);
    }

    /**
     * Runs the route once. The arguments are the body, as a map, and headers too.
     *
     * @return result of {@code prompts/get}
     */
    CompletableFuture<ObjectNode> get(Map<String, String> arguments, CallContext context, PromptMessages messages) {
        Exchange exchange = open(context);
        exchange.getIn().setBody(new LinkedHashMap<>(arguments));
        arguments.forEach((name, value) -> {
            if (ArgumentName.isFree(name)) {
                exchange.getIn().setHeader(name, value);
            }
        });
        return run(exchange, ran -> ran.getMessage().setBody(messages.result(ran.getMessage())))
                .thenCompose(ran -> result(ran, () -> ran.getMessage().getBody(ObjectNode.class)));
    }
}
