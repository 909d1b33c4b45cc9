package dev.caravan.call.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.DefinitionRegistry;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** One {@code prompts/get}. */
final class PromptGet extends Call implements Audited {

    private static final Logger LOG = LoggerFactory.getLogger(PromptGet.class);
    private static final int LONGEST_NAME = 64;

    private final String name;
    private final ObjectNode given;
    private final Method method;
    private DefinitionConsumer<PromptSpec> prompt;
    private Map<String, String> arguments;
    private ObjectNode result;

    /** @param given arguments, all of them strings */
    PromptGet(String name, ObjectNode given, CallContext context, Method method) {
        super(context, "UNKNOWN_PROMPT");
        this.name = name;
        this.given = given;
        this.method = method;
    }

    @Override
    protected Gate gate() {
        return prompt.gate();
    }

    @Override
    protected void refresh() throws McpException {
        take(method.prompts.find(name, context().rights()).orElseThrow(() -> McpException.invalidParams("Unknown prompt: " + shownName())));
    }

    /** Takes the declared arguments and ignores others. */
    private void take(DefinitionConsumer<PromptSpec> found) throws McpException {
        Map<String, String> known = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (PromptSpec.Argument argument : found.definition().arguments()) {
            JsonNode value = given.get(argument.name());
            if (value != null) {
                known.put(argument.name(), value.textValue());
            } else if (argument.required()) {
                missing.add(argument.name());
            }
        }
        if (!missing.isEmpty()) {
            label(ErrorCode.INVALID_ARGUMENT.name());
            throw McpException.invalidParams("Invalid params: prompt " + found.definition().key() + " requires "
                    + String.join(", ", missing));
        }
        prompt = found;
        arguments = known;
    }

    @Override
    public CompletableFuture<Object> run() {
        return prompt.run(context(), new LinkedHashMap<>(arguments), arguments, route -> { }, ran -> ran.getMessage()
                .setBody(method.messages.result(ran.getMessage())))
                .thenCompose(ran -> DefinitionConsumer.result(ran, () -> ran.getMessage().getBody(ObjectNode.class)));
    }

    @Override
    public void leave(Object got) throws JsonProcessingException, ToolException {
        method.limit((ObjectNode) got, prompt.definition());
        result = (ObjectNode) got;
        label("OK");
    }

    /** Returns invalid params for an exception about arguments. */
    @Override
    protected McpException refusal(ToolException foreseen, String sentence, McpRequest request) {
        return foreseen.code() == ErrorCode.INVALID_ARGUMENT || foreseen.code() == ErrorCode.NOT_FOUND
                ? McpException.invalidParams("Invalid params: " + sentence) : McpException.failed(sentence);
    }

    @Override
    protected void log(Exception cause, ErrorCode code) {
        if (cause instanceof PromptMessages.MalformedPromptException malformed) {
            LOG.error("Prompt failed because its route left an invalid result name={} error={} trace={}", name, malformed.getMessage(),
                    context().traceId());
        } else {
            LOG.error("Prompt failed name={} trace={}", name, context().traceId(), cause);
        }
    }

    /** Returns {@code {description?, messages:[{role, content}]}}. Links become text for a client whose revision has no links. */
    @Override
    protected ObjectNode answer(McpRequest request) {
        if (!request.revision().hasResourceLinks()) {
            result.get("messages").forEach(message -> withoutLink((ObjectNode) message));
        }
        return result;
    }

    private static void withoutLink(ObjectNode message) {
        JsonNode content = message.get("content");
        if (content.get("type").textValue().equals("resource_link")) {
            message.putObject("content").put("type", "text")
                    .put("text", content.get("name").textValue() + ": " + content.get("uri").textValue());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration timeout() {
        return prompt.definition().timeout();
    }

    /** Returns {@code {prompt}}. */
    @Override
    public Map<String, Object> subject() {
        return Map.of("prompt", shownName());
    }

    @Override
    public JsonNode auditedArguments() {
        return given;
    }

    @Override
    public Metered metered() {
        return new Metered(Metered.Kind.PROMPT, prompt == null ? Metered.UNKNOWN : prompt.definition().key());
    }

    private String shownName() {
        return ShownName.of(name, LONGEST_NAME);
    }

    /** Implements {@code prompts/get}. */
    @Component
    static class Method implements Call.CallMethod {

        private final DefinitionRegistry<PromptSpec> prompts;
        private final PromptMessages messages;
        private final ObjectMapper mapper;
        private final DataSize defaultLimit;

        Method(CamelContext context, PromptMessages messages, ObjectMapper mapper, Settings settings) {
            this.prompts = DefinitionRegistry.of(context, DefinitionKind.PROMPT);
            this.messages = messages;
            this.mapper = mapper;
            this.defaultLimit = settings.maxResult();
        }

        @Override
        public String name() {
            return "prompts/get";
        }

        @Override
        public Call read(McpRequest request, CallContext context) throws McpException {
            String name = request.text("name");
            return new PromptGet(name, arguments(request.params().get("arguments")), context, this);
        }

        private static ObjectNode arguments(JsonNode given) throws McpException {
            if (given == null) {
                return JsonNodeFactory.instance.objectNode();
            }
            if (!(given instanceof ObjectNode object)) {
                throw McpException.invalidParams("Invalid params: arguments must be an object");
            }
            for (Map.Entry<String, JsonNode> argument : object.properties()) {
                if (!argument.getValue().isTextual()) {
                    throw McpException.invalidParams("Invalid params: argument " + ShownName.of(argument.getKey(), LONGEST_NAME)
                            + " must be a string");
                }
            }
            return object;
        }

        /** @throws ToolException if the result exceeds the prompt's limit */
        void limit(ObjectNode result, PromptSpec spec) throws JsonProcessingException, ToolException {
            DataSize limit = spec.maxResult() == null ? defaultLimit : spec.maxResult();
            int size = mapper.writeValueAsBytes(result).length;
            if (size > limit.toBytes()) {
                throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("result.tooLarge", size, limit.toBytes()));
            }
        }
    }

    /**
     * Settings of prompts, {@code caravan.prompts.*}.
     *
     * @param maxResult Maximum size of a prompt's messages as JSON.
     */
    @ConfigurationProperties("caravan.prompts")
    record Settings(@DefaultValue("1MB") DataSize maxResult) {
    }
}
