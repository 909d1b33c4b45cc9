package dev.caravan.completion;

import dev.caravan.call.CallContext;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;

/** One {@code completion/complete} on its way through {@code direct:complete-argument}; exchange property {@value #PROPERTY}. */
final class Completion {

    static final String PROPERTY = "completion";

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
    private final CallContext context;
    private Found found;

    /** @param others what the caller has chosen for other arguments */
    Completion(CompletionReference reference, String key, String argument, String typed, Map<String, String> others, CallContext context) {
        this.reference = reference;
        this.key = key;
        this.argument = argument;
        this.typed = typed;
        this.others = others;
        this.context = context;
    }

    static Completion of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Completion.class);
    }

    /**
     * What is to be completed, as it is at the moment.
     *
     * @throws McpException invalid params, if it isn't there for the caller or has no such argument; 403, if that needs more rights
     */
    Completable completable() throws McpException {
        Completable completable = reference.find(key).orElse(null);
        if (completable == null || !context.rights().check(completable.tags())) {
            throw McpException.invalidParams("Invalid params: there is nothing to complete for " + name());
        }
        if (!completable.arguments().containsKey(argument)) {
            throw McpException.invalidParams("Invalid params: " + name() + " has no argument " + ShownName.of(argument, LONGEST_NAME));
        }
        return completable;
    }

    /** For messages. */
    String name() {
        return reference.type() + " " + ShownName.of(key, LONGEST_NAME);
    }

    String argument() {
        return argument;
    }

    /** What the user has typed so far. */
    String typed() {
        return typed;
    }

    /** Of the other arguments, those that there are. */
    Map<String, String> others(Completable completable) {
        return others.entrySet().stream().filter(other -> completable.arguments().containsKey(other.getKey()) && !other.getKey().equals(argument))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    CallContext context() {
        return context;
    }

    Found found() {
        return found;
    }

    void found(Found values) {
        this.found = values;
    }
}
