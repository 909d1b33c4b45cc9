package dev.caravan.completion;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One {@code completion/complete}: fixed values, or what a route suggests. Asked at every key, it leaves no audit event. */
final class Completion extends Call {

    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
    private static final int LONGEST_NAME = 256;

    /** Of values in one answer (MCP, completion). */
    static final int MOST = 100;

    /**
     * @param values at most {@value #MOST}
     * @param total  how many there are
     */
    record Found(List<String> values, int total) {

        static Found of(List<String> all) {
            return new Found(all.subList(0, Math.min(MOST, all.size())), all.size());
        }
    }

    private final CompletionReference reference;
    private final String key;
    private final String argument;
    private final String typed;
    private final Map<String, String> others;
    private final CompletionMethod method;
    private Completable completable;
    private Found found;

    /** @param others what the caller has chosen for other arguments */
    Completion(CompletionReference reference, String key, String argument, String typed, Map<String, String> others, CallContext context, CompletionMethod method) {
        super(context);
        this.reference = reference;
        this.key = key;
        this.argument = argument;
        this.typed = typed;
        this.others = others;
        this.method = method;
    }

    @Override
    protected Gate gate() {
        return completable.gate();
    }

    /** @throws McpException invalid params, if what is to be completed isn't there for the caller or has no such argument; 403, if that needs more rights */
    @Override
    protected void refresh() throws McpException {
        completable = reference.find(key).orElse(null);
        if (completable == null || !context().rights().check(completable.tags())) {
            throw McpException.invalidParams("Invalid params: there is nothing to complete for " + name());
        }
        if (!completable.arguments().containsKey(argument)) {
            throw McpException.invalidParams("Invalid params: " + name() + " has no argument " + ShownName.of(argument, LONGEST_NAME));
        }
    }

    @Override
    public CompletableFuture<Object> run() throws Exception {
        Suggestions suggestions = completable.arguments().get(argument);
        return CompletableFuture.completedFuture(Found.of(suggestions.route() == null ? suggestions.beginningWith(typed)
                : method.ask(suggestions.route(), this, knownOthers())));
    }

    @Override
    public void leave(Object values) {
        found = (Found) values;
    }

    @Override
    protected void endWith(Exception protocols) {
        context().endSpan("completion/complete", protocols.getClass().getSimpleName());
        super.endWith(protocols);
    }

    /** What a step foresaw says its sentence, anything else goes to the log. */
    @Override
    protected void fail(Exception cause, String code, McpRequest request) {
        if (cause instanceof ToolException foreseen) {
            endWith(McpException.failed(foreseen.text().in(context().locale())));
            return;
        }
        LOG.error("Completing {} of {} failed (trace {})", argument, name(), context().traceId(), cause);
        endWith(McpException.internalError());
    }

    /** {@code {completion:{values, total, hasMore}}} */
    @Override
    protected ObjectNode answer(McpRequest request) {
        context().endSpan("completion/complete", null);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode completion = result.putObject("completion");
        ArrayNode values = completion.putArray("values");
        found.values().forEach(values::add);
        completion.put("total", found.total()).put("hasMore", found.total() > values.size());
        return result;
    }

    @Override
    public Duration timeout() {
        return completable.timeout();
    }

    /** For messages. */
    @Override
    public String name() {
        return reference.type() + " " + ShownName.of(key, LONGEST_NAME);
    }

    /** What the user has typed so far. */
    String typed() {
        return typed;
    }

    /** Of the other arguments, those that there are. */
    private Map<String, String> knownOthers() {
        return others.entrySet().stream().filter(other -> completable.arguments().containsKey(other.getKey()) && !other.getKey().equals(argument))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
