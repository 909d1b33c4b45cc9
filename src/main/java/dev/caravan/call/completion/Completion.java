package dev.caravan.call.completion;

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

/** One {@code completion/complete}, with fixed values or a route's suggestions. It leaves no audit event, because clients send it at every key. */
final class Completion extends Call {

    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
    private static final int LONGEST_NAME = 256;

    /** Limits the values of an answer (MCP, completion). */
    static final int MOST = 100;

    /**
     * @param values at most {@value #MOST} values
     * @param total  number of all values
     */
    record Found(List<String> values, int total) {

        static Found of(List<String> all, int total) {
            return new Found(all.subList(0, Math.min(MOST, all.size())), total);
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

    /** @param others values that the caller has chosen for other arguments */
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

    /**
     * @throws McpException invalid params, if the prompt or resource does not exist for the caller or has no such argument; 403, if the
     *         caller lacks a right
     */
    @Override
    protected void refresh() throws McpException {
        completable = reference.find(key).orElse(null);
        if (completable == null || !context().rights().check(completable.tags())) {
            throw McpException.invalidParams("Invalid params: " + name() + " does not exist");
        }
        if (!completable.arguments().containsKey(argument)) {
            throw McpException.invalidParams("Invalid params: " + name() + " has no argument " + ShownName.of(argument, LONGEST_NAME));
        }
    }

    @Override
    public CompletableFuture<Object> run() throws Exception {
        Suggestions suggestions = completable.arguments().get(argument);
        List<String> fixed = suggestions.beginningWith(typed);
        return CompletableFuture.completedFuture(suggestions.route() == null ? Found.of(fixed, fixed.size()) : method.ask(suggestions.route(), this, knownOthers()));
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

    /** Sets the error. A tool exception passes its sentence on; any other exception goes only to the log. */
    @Override
    protected void fail(Exception cause, String code, McpRequest request) {
        if (cause instanceof ToolException foreseen) {
            endWith(McpException.failed(foreseen.text().in(context().locale())));
            return;
        }
        LOG.error("Completion failed argument={} of={} trace={}", argument, name(), context().traceId(), cause);
        endWith(McpException.internalError());
    }

    /** Returns {@code {completion:{values, total, hasMore}}}. */
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

    /** Returns the name for messages. */
    @Override
    public String name() {
        return reference.type() + " " + ShownName.of(key, LONGEST_NAME);
    }

    /** Returns the name of the argument. */
    String argument() {
        return argument;
    }

    /** Returns the text that the user has typed so far. */
    String typed() {
        return typed;
    }

    /** Returns the other arguments that exist. */
    private Map<String, String> knownOthers() {
        return others.entrySet().stream().filter(other -> completable.arguments().containsKey(other.getKey()) && !other.getKey().equals(argument))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
