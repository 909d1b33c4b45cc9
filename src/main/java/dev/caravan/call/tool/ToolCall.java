package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import dev.caravan.call.Audited;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Metered;
import dev.caravan.call.Redelivery;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NearestNames;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import dev.caravan.mcp.task.TaskProperties;
import dev.caravan.observe.Checkup;
import dev.caravan.observe.Refusals;
import dev.caravan.routes.Gate;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** One {@code tools/call}. */
public final class ToolCall extends Call implements Audited {

    /**
     * The prefix of exchange properties, for example {@code meta.matches}, that become members of the envelope's {@code meta}. A
     * {@link dev.caravan.envelope.Text} or a list of them is written in the caller's language.
     */
    public static final String META_PREFIX = "meta.";

    private static final Logger LOG = LoggerFactory.getLogger(ToolCall.class);
    private static final int LONGEST_AUDITED_NAME = 128;
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_REASON = 300;

    /** The result of a tool's route, and its additions to {@code meta}. */
    private record Result(JsonNode data, ObjectNode additions) {
    }

    private String name;
    private ObjectNode arguments;
    private final Method method;
    private final ObjectNode meta = JsonNodeFactory.instance.objectNode();
    private boolean forwarded;
    private ToolCatalogue catalogue;
    private Tool tool;
    private Duration limit;
    private Outcome outcome;
    private boolean linkable;

    ToolCall(String name, ObjectNode arguments, CallContext context, Method method) {
        super(context, "UNKNOWN_TOOL");
        this.name = name;
        this.arguments = arguments;
        this.method = method;
    }

    /** Returns the same call to run again as a task. */
    ToolCall again(CallContext anew, Duration limit) {
        ToolCall again = new ToolCall(name, arguments.deepCopy(), anew, method);
        again.catalogue = catalogue;
        again.tool = tool;
        again.limit = limit;
        again.forwarded = forwarded;
        again.linkable = linkable;
        return again;
    }

    /**
     * Finds the tool in the caller's catalogue and checks the arguments against the tool's schema. Headers of a modern HTTP request that
     * mirror arguments must equal them.
     */
    @Override
    protected void find(Exchange exchange) throws Exception {
        if (tool == null) {
            catalogue = ToolCatalogue.of(exchange, method.gateways);
            Tool found = catalogue.find(name).orElse(null);
            if (found == null || !spec(found, name).discovery() && !ToolRights.of(exchange).check(found.spec())) {
                Text refusal = catalogue.refusal(ShownName.of(name, LONGEST_NAME));
                Text whole = nearest(refusal, name, catalogue, ToolRights.of(exchange));
                throw McpException.invalidParams(language -> whole.in(Text.locale(language)));
            }
            tool = found;
        }
        ToolSpec spec = tool.spec();
        if (isForwarded() && spec.family() == Family.CALL) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("call.forwarded", name));
        }
        McpRequest request = McpRequest.of(exchange);
        linkable = exchange.getProperty(McpRequest.API_KEY) == null && request.revision().hasResourceLinks();
        boolean http = exchange.getMessage().getHeader(Exchange.HTTP_METHOD) != null;
        if (http && !isForwarded() && request.revision().isModern()) {
            spec.arguments().headers().check(arguments, exchange.getMessage());
        }
        spread(spec.spread(), arguments);
        ValidateArguments.validate(spec, arguments, locale());
        if (spec.family() != Family.CALL) { // the call that the route names is admitted by itself
            admit(exchange, spec);
        }
    }

    /**
     * Records a call that may change something, so that it runs once. A call of a message waits while a database that its tool needs does
     * not answer.
     */
    private void admit(Exchange exchange, ToolSpec spec) throws Exception {
        Redelivery message = Redelivery.of(exchange);
        if (message != null && spec.needs() != null && method.checkup.isAway(spec.needs())) {
            message.preventedBy(Redelivery.Obstacle.DATABASE, spec.needs() + " does not answer");
            throw McpException.unavailable("The call was not run because " + spec.needs() + " does not answer. Send it again later");
        }
        if (!spec.hint("readOnlyHint")) {
            beginOnce(spec.hint("idempotentHint"));
        }
    }

    /** Returns the refusal with the nearest names among the tools that the caller may call, if some are near. */
    private static Text nearest(Text refusal, String name, ToolCatalogue catalogue, ToolRights rights) {
        if (name.length() > LONGEST_NAME) {
            return refusal;
        }
        Set<String> callable = catalogue.whole().definitions().keySet().stream()
                .filter(other -> catalogue.mayCall(other, rights)).collect(Collectors.toSet());
        List<String> names = NearestNames.similar(name, callable);
        return names.isEmpty() ? refusal : Text.of("tool.nearest", refusal, String.join(", ", names));
    }

    /**
     * Moves the members of an argument beside it.
     *
     * @param name the argument; null if there is none
     * @throws ToolException INVALID_ARGUMENT if a member stands beside it too, with another value
     */
    private static void spread(String name, ObjectNode arguments) throws ToolException {
        if (name == null || !(arguments.get(name) instanceof ObjectNode members)) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            JsonNode beside = arguments.get(member.getKey());
            if (beside != null && !beside.equals(member.getValue())) {
                String twice = ShownName.of(member.getKey(), LONGEST_NAME);
                throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("argument.twice", twice, name));
            }
        }
        arguments.remove(name);
        arguments.setAll(members);
    }

    /** @throws McpException if the store has a schema that can't be evaluated within limits */
    private static ToolSpec spec(Tool tool, String name) throws McpException {
        try {
            return tool.spec();
        } catch (IllegalArgumentException e) {
            throw McpException.invalidParams("Tool " + ShownName.of(name, LONGEST_NAME) + " can't be called because of its schema: "
                    + ShownName.of(e.getMessage().replace("argSchema", "its input_schema"), LONGEST_REASON));
        }
    }

    @Override
    protected Gate gate() {
        return tool.gate();
    }

    /** Reads the tool again behind the gate, because it may have been replaced or withdrawn while the call waited. */
    @Override
    protected void refresh() throws ToolException {
        Tool now = catalogue.find(name).orElse(null);
        if (now == null) {
            throw new ToolException(ErrorCode.NOT_FOUND, Text.of("call.withdrawn", name));
        }
        if (!now.equals(tool)) {
            if (!isAdmittedAs(now.spec(), tool.spec())) {
                throw new ToolException(ErrorCode.NOT_FOUND, Text.of("call.changed", name));
            }
            tool = now;
            ValidateArguments.validate(tool.spec(), arguments, locale());
        }
    }

    /** Whether rights and repetition, which were checked for the former tool, are the same for the next one. */
    private static boolean isAdmittedAs(ToolSpec next, ToolSpec former) {
        return next.tags().equals(former.tags()) && next.definition().path("annotations").equals(former.definition().path("annotations"));
    }

    @Override
    public CompletableFuture<Object> run() {
        ran(true);
        ToolSpec spec = tool.spec();
        return tool.run(arguments, context(), catalogue)
                .thenCompose(run -> DefinitionConsumer.result(run, () -> result(spec, run)));
    }

    private Result result(ToolSpec spec, Exchange run) throws JsonProcessingException, ToolException {
        ObjectNode additions = JsonNodeFactory.instance.objectNode();
        run.getProperties().forEach((property, value) -> {
            if (property.startsWith(META_PREFIX)) {
                additions.set(property.substring(META_PREFIX.length()), method.values.json(inWords(value, locale())));
            }
        });
        JsonNode data = data(spec, run);
        Text unfit = unfit(spec, data);
        if (unfit != null) {
            LOG.warn("Tool failed tool={} trace={} error={}", name, context().traceId(), unfit);
            if (spec.definition().at("/annotations/readOnlyHint").asBoolean(true)) {
                throw new ToolException(ErrorCode.INTERNAL_ERROR, unfit);
            }
            additions.withArrayProperty("warnings").add(unfit.in(locale())); // what is written is told as a success
        }
        return new Result(data, additions);
    }

    /** Writes a {@link Text}, alone or in a list, in the caller's language; other values stay. */
    private static Object inWords(Object value, Locale locale) {
        if (value instanceof Text text) {
            return text.in(locale);
        }
        return value instanceof List<?> list ? list.stream().map(item -> inWords(item, locale)).toList() : value;
    }

    private JsonNode data(ToolSpec spec, Exchange run) throws JsonProcessingException {
        Object body = run.getMessage().getBody();
        if (body instanceof InputStream || body instanceof byte[]) {
            body = run.getMessage().getBody(String.class);
        }
        return (spec.output() != null || spec.family() == Family.CALL) && body instanceof String text
                ? method.mapper.readTree(text) : method.values.json(body);
    }

    /** Returns where the data do not fit the tool's output schema; null if they do. */
    private static Text unfit(ToolSpec spec, JsonNode data) {
        JsonNode shown = spec.family() == Family.NONE && data.path("content").isArray() ? data.get("structuredContent") : data;
        if (spec.output() == null || shown == null || data.path("isError").asBoolean() && spec.family() == Family.NONE) {
            return null;
        }
        List<Error> errors = spec.output().validate(shown);
        return errors.isEmpty() ? null : Text.of("call.unfit", ValidateArguments.text(errors.get(0), spec, "data"));
    }

    @Override
    public void leave(Object result) {
        Result left = (Result) result;
        if (tool.spec().family() == Family.CALL) {
            forward(left.data());
            return;
        }
        meta.setAll(left.additions());
        outcome = new Outcome.Success(left.data());
    }

    /** Continues as the call {@code {name, arguments}}, which is found, checked, admitted and audited like a call of its client. */
    private void forward(JsonNode named) {
        if (!named.path("name").isTextual() || !(named.path("arguments").isMissingNode() || named.path("arguments").isObject())) {
            throw new IllegalStateException("Tool " + name + " left a body that is not {name, arguments}");
        }
        name = named.get("name").textValue();
        arguments = named.get("arguments") instanceof ObjectNode given ? given.deepCopy() : JsonNodeFactory.instance.objectNode();
        tool = null;
        forwarded = true;
        ran(false);
    }

    @Override
    public boolean isForwarded() {
        return forwarded && outcome == null; // a task begins with the call that was named, and runs it once
    }

    /**
     * Sets the failure. A {@link ToolException} has its own code. The cause of any other exception goes to the log, and the caller reads
     * one sentence without internals.
     */
    @Override
    protected void fail(Exception cause, ErrorCode code, Text text, McpRequest request) {
        if (cause instanceof ToolException foreseen) {
            outcome = new Outcome.Failure(foreseen.code(), foreseen.text(), (ObjectNode) method.values.json(foreseen.detail()));
            return;
        }
        log(cause, code);
        outcome = new Outcome.Failure(code, text, JsonNodeFactory.instance.objectNode());
    }

    @Override
    protected void log(Exception cause, ErrorCode code) {
        try (CallContext.CallScope scope = context().enter(name)) {
            if (code == ErrorCode.INTERNAL_ERROR) {
                LOG.error("Tool failed tool={} trace={}", name, context().traceId(), cause);
            } else {
                LOG.warn("Tool failed tool={} trace={} error={}", name, context().traceId(), rootMessage(cause));
            }
        }
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    @Override
    protected ObjectNode answer(McpRequest request) throws JsonProcessingException {
        return method.limits.answer(this);
    }

    @Override
    public Duration timeout() {
        return limit == null ? tool.spec().timeout() : limit;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonNode auditedArguments() {
        return arguments;
    }

    ObjectNode arguments() {
        return arguments;
    }

    /** Returns {@code {tool}}. */
    @Override
    public Map<String, Object> subject() {
        return Map.of("tool", ShownName.of(name, LONGEST_AUDITED_NAME));
    }

    @Override
    public Metered metered() {
        return tool == null ? Metered.tool(Metered.UNKNOWN) : tool.metered();
    }

    @Override
    public String label() {
        if (earlier() != null) {
            return "REPEATED";
        }
        if (tool == null) {
            return super.label();
        }
        return outcome == null ? "INTERNAL_ERROR" : outcome.label();
    }

    Locale locale() {
        return context().locale();
    }

    ToolSpec spec() {
        return tool.spec();
    }

    Outcome outcome() {
        return outcome;
    }

    void outcome(Outcome reached) {
        this.outcome = reached;
    }

    /** Returns whether the client can read resources, so that its result may contain a link. */
    boolean isLinkable() {
        return linkable;
    }

    /** Returns the additions of the route and the gateway to {@code meta}. */
    ObjectNode additions() {
        return meta;
    }

    /** Implements {@code tools/call}. */
    @Component
    record Method(ToolRegistry gateways, LimitResult limits, JsonValues values, ObjectMapper mapper, Checkup checkup)
            implements Call.CallMethod {

        /** The members that are objects by the protocol, in either era. */
        private static final Set<String> OBJECTS = Set.of("_meta", "task", "inputResponses");

        @Override
        public String name() {
            return "tools/call";
        }

        @Override
        public Call read(McpRequest request, CallContext context) throws McpException {
            String name = request.text("name");
            JsonNode arguments = request.params().get("arguments");
            if (arguments == null) {
                refuseOthers(request.params());
            }
            if (arguments != null && !arguments.isObject()) {
                throw McpException.invalidParams(language -> Text.of("mcp.arguments").in(Text.locale(language)));
            }
            return new ToolCall(name, arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments, context, this);
        }

        /** Refuses objects that the client may have meant as the arguments, such as {@code args}: the call would run without them. */
        private static void refuseOthers(JsonNode params) throws McpException {
            for (Map.Entry<String, JsonNode> member : params.properties()) {
                if (member.getValue().isObject() && !OBJECTS.contains(member.getKey())) {
                    throw McpException.invalidParams("Invalid params: tools/call takes the arguments of the tool as arguments, not as "
                            + ShownName.of(member.getKey(), LONGEST_NAME));
                }
            }
        }
    }

    /** Starts a call again as a task, with the task's timeout and conversation. */
    @Component("repeatCall")
    record RepeatCall(TaskProperties settings) implements Processor {

        @Override
        public void process(Exchange exchange) {
            ((ToolCall) Call.of(exchange)).again(CallContext.of(exchange), settings.timeout()).leaveOn(exchange);
            exchange.removeProperty(Refusals.TOLD); // the request that started the task writes its own event, which may exist already
        }
    }
}
