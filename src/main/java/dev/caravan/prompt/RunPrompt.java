package dev.caravan.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.TimedRun;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Runs the prompt's route, within its time and its size. */
@Component("runPrompt")
class RunPrompt extends AsyncProcessorSupport {

    private final TimedRun timed;
    private final PromptMessages messages;
    private final ObjectMapper mapper;
    private final PromptRegistry prompts;
    private final DataSize defaultLimit;

    RunPrompt(CamelContext context, TimedRun timed, PromptMessages messages, ObjectMapper mapper, PromptProperties properties) {
        this.prompts = PromptRegistry.of(context);
        this.timed = timed;
        this.messages = messages;
        this.mapper = mapper;
        this.defaultLimit = properties.maxResult();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        PromptGet get = PromptGet.of(exchange);
        return timed.process(exchange, callback, prompts.gate(get.prompt()), () -> new Run(current(get), get));
    }

    /** The prompt as it is behind the gate: it may have been replaced while the caller waited, or withdrawn. */
    private PromptConsumer current(PromptGet get) throws McpException {
        PromptConsumer prompt = prompts.find(get.name(), get.context().rights())
                .orElseThrow(() -> McpException.invalidParams("Unknown prompt: " + get.shownName()));
        get.prompt(prompt);
        return prompt;
    }

    private final class Run implements TimedRun.Work<ObjectNode> {

        private final PromptConsumer prompt;
        private final PromptGet get;

        Run(PromptConsumer prompt, PromptGet get) {
            this.prompt = prompt;
            this.get = get;
        }

        @Override
        public String name() {
            return prompt.spec().name();
        }

        @Override
        public CallContext context() {
            return get.context();
        }

        @Override
        public Metered metered() {
            return get.metered();
        }

        @Override
        public Duration timeout() {
            return prompt.spec().timeout();
        }

        @Override
        public CompletableFuture<ObjectNode> run() {
            return prompt.get(get.arguments(), get.context(), messages);
        }

        @Override
        public void abandon() {
            get.context().running().abandon();
        }

        @Override
        public void leave(ObjectNode result) throws JsonProcessingException, ToolException {
            limit(result, prompt.spec().maxResult() == null ? defaultLimit : prompt.spec().maxResult());
            get.succeeded(result);
        }
    }

    private void limit(ObjectNode result, DataSize limit) throws JsonProcessingException, ToolException {
        int size = mapper.writeValueAsBytes(result).length;
        if (size > limit.toBytes()) {
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("result.tooLarge", size, limit.toBytes()));
        }
    }
}
