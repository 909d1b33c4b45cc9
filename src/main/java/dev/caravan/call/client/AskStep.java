package dev.caravan.call.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Continuations;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputKind;
import dev.caravan.mcp.input.InputRequest;
import dev.caravan.mcp.input.InputRequiredException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/**
 * Asks the client and sets its answer as body. All answers of the call so far are in the exchange property {@value #ANSWERS}. With
 * {@code wait=false} the question is sent together with the next one, and the body stays.
 */
abstract class AskStep implements McpStep {

    static final String ANSWERS = "answers";

    private final InputKind kind;
    private final Expression key;
    private final boolean wait;

    AskStep(InputKind kind, Options options) {
        this.kind = kind;
        this.key = options.expression("key");
        this.wait = options.flag("wait", true);
    }

    /** Returns the params of the question. Reads the exchange without changing it. */
    abstract ObjectNode params(Exchange exchange) throws Exception;

    /** Returns the new body. */
    abstract Object body(ObjectNode answer, Exchange exchange) throws Exception;

    /** Returns the check of an answer to these params, beyond the protocol's own rules. */
    Predicate<JsonNode> fits(ObjectNode params) {
        return answer -> true;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
        ClientInput input = ClientInput.of(exchange);
        if (input == null) {
            throw Failures.notHere(kind);
        }
        String name = key == null ? input.nextKey(kind) : key.evaluate(exchange, String.class);
        CompletableFuture<Map<String, ObjectNode>> answers;
        try {
            ObjectNode params = params(exchange);
            input.add(new InputRequest(name, kind, params, fits(params)));
            if (!wait) {
                callback.done(true);
                return true;
            }
            answers = input.ask();
        } catch (InputException e) {
            throw Failures.of(e);
        } catch (InputRequiredException e) {
            // no doCatch of the route may continue without the answer
            exchange.setRouteStop(true);
            throw e;
        }
        if (answers.isDone()) {
            take(answers, name, exchange);
            callback.done(true);
            return true;
        }
        answers.whenCompleteAsync((given, failed) -> {
            take(answers, name, exchange);
            callback.done(false);
        }, Continuations.of(exchange));
        return false;
    }

    private void take(CompletableFuture<Map<String, ObjectNode>> answers, String name, Exchange exchange) {
        try {
            Map<String, ObjectNode> given = answers.join();
            Map<String, Object> all = new LinkedHashMap<>();
            given.forEach((each, answer) -> all.put(each, JsonValues.map(answer)));
            exchange.setProperty(ANSWERS, all);
            exchange.getMessage().setBody(body(given.get(name), exchange));
        } catch (CompletionException e) {
            exchange.setException(e.getCause() instanceof InputException failed ? Failures.of(failed) : e.getCause());
        } catch (Exception e) {
            exchange.setException(e);
        }
    }
}
