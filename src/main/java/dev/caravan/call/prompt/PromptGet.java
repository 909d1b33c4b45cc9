package dev.caravan.call.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One {@code prompts/get}. */
final class PromptGet extends Call implements Audited {

    private static final Logger LOG = LoggerFactory.getLogger(PromptGet.class);
    private static final int LONGEST_NAME = 64;

    private final String name;
    private final ObjectNode given;
    private final PromptMethod method;
    private PromptConsumer prompt;
    private Map<String, String> arguments;
    private ObjectNode result;
    private String label = "UNKNOWN_PROMPT";

    /** @param given arguments, all of them strings */
    PromptGet(String name, ObjectNode given, CallContext context, PromptMethod method) {
        super(context);
        this.name = name;
        this.given = given;
        this.method = method;
    }

    @Override
    protected Gate gate() {
        return method.prompts().gate(prompt);
    }

    @Override
    protected void refresh() throws McpException {
        take(method.prompts().find(name, context().rights()).orElseThrow(() -> McpException.invalidParams("Unknown prompt: " + shownName())));
    }

    /** Takes the declared arguments and ignores others. */
    private void take(PromptConsumer found) throws McpException {
        Map<String, String> known = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (PromptArgument argument : found.spec().arguments()) {
            JsonNode value = given.get(argument.name());
            if (value != null) {
                known.put(argument.name(), value.textValue());
            } else if (argument.required()) {
                missing.add(argument.name());
            }
        }
        if (!missing.isEmpty()) {
            label = "INVALID_ARGUMENT";
            throw McpException.invalidParams("Invalid params: prompt " + found.spec().name() + " requires " + String.join(", ", missing));
        }
        prompt = found;
        arguments = known;
    }

    @Override
    public CompletableFuture<Object> run() {
        return prompt.get(arguments, context(), method.messages()).thenApply(Function.identity());
    }

    @Override
    public void leave(Object got) throws JsonProcessingException, ToolException {
        method.limit((ObjectNode) got, prompt.spec());
        result = (ObjectNode) got;
        label = "OK";
    }

    /**
     * Sets the error. A tool exception about arguments becomes invalid params, another one passes its sentence on, and any other exception
     * goes only to the log.
     */
    @Override
    protected void fail(Exception cause, String code, McpRequest request) {
        if (cause instanceof ToolException foreseen) {
            label = foreseen.code().name();
            String words = foreseen.text().in(context().locale());
            endWith(isOfArguments(foreseen.code()) ? McpException.invalidParams("Invalid params: " + words) : McpException.failed(words));
            return;
        }
        label = ErrorCode.INTERNAL_ERROR.name();
        if (cause instanceof MalformedPromptException malformed) {
            LOG.error("Prompt failed because its route left an invalid result name={} error={} trace={}", name, malformed.getMessage(), context().traceId());
        } else {
            LOG.error("Prompt failed name={} trace={}", name, context().traceId(), cause);
        }
        endWith(McpException.internalError());
    }

    private static boolean isOfArguments(ErrorCode code) {
        return code == ErrorCode.INVALID_ARGUMENT || code == ErrorCode.NOT_FOUND;
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
            message.putObject("content").put("type", "text").put("text", content.get("name").textValue() + ": " + content.get("uri").textValue());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration timeout() {
        return prompt.spec().timeout();
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
        return Metered.prompt(prompt == null ? Metered.UNKNOWN : prompt.spec().name());
    }

    @Override
    public String label() {
        return label;
    }

    private String shownName() {
        return ShownName.of(name, LONGEST_NAME);
    }
}
