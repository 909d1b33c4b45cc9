package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallProperties;
import dev.caravan.call.Continuations;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * Asks the client's user to confirm a call of a tool that may destroy data, if the setting is on and the client can ask. Without a yes the
 * tool does not run. As in the protocol, a tool counts as destructive unless its hints say otherwise.
 */
@Component
class ConfirmCall {

    /** The continuation of a call that may run. */
    interface Then {

        void run() throws Exception;
    }


    private static final String KEY = "confirmation";
    /** Limits the shown arguments, in characters of JSON. */
    private static final int LONGEST = 1_000;

    private final CallProperties properties;

    ConfirmCall(CallProperties properties) {
        this.properties = properties;
    }

    /**
     * Asks for confirmation like an {@code AsyncProcessor}.
     *
     * @param then runs when the call may run, at once if no confirmation is necessary
     */
    boolean confirm(Exchange exchange, ToolCall call, Then then, AsyncCallback callback) {
        try {
            ClientInput input = ClientInput.of(exchange);
            if (properties.confirmDestructive() && input != null && input.capabilities().hasForms() && isDestructive(call.spec())) {
                return ask(call, input, exchange, then, callback);
            }
            then.run();
        } catch (InputException e) {
            exchange.setException(unconfirmed(e));
        } catch (Exception e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    private boolean ask(ToolCall call, ClientInput input, Exchange exchange, Then then, AsyncCallback callback) throws Exception {
        input.add(new InputRequest(KEY, InputRequest.InputKind.ELICIT, form(call), answer -> true));
        CompletableFuture<Map<String, ObjectNode>> answers = input.ask();
        if (!answers.isDone()) {
            answers.orTimeout(properties.confirmTimeout().toMillis(), TimeUnit.MILLISECONDS);
        }
        return Continuations.take(answers, exchange, callback, (given, failed) -> {
            if (failed == null) {
                take(given.get(KEY), exchange, then);
            } else {
                exchange.setException(unconfirmed(failed));
            }
        });
    }

    private static void take(ObjectNode answer, Exchange exchange, Then then) {
        String action = answer.get("action").textValue();
        try {
            if (!"accept".equals(action)) {
                throw new ToolException(ErrorCode.FORBIDDEN, Text.of("confirm." + action));
            }
            then.run();
        } catch (Throwable e) {
            exchange.setException(e);
        }
    }

    private static ToolException unconfirmed(Throwable why) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("confirm.unanswered"),
                Map.of("reason", String.valueOf(why.getMessage())));
    }

    private static boolean isDestructive(ToolSpec spec) {
        JsonNode hints = spec.definition().path("annotations");
        return !hints.path("readOnlyHint").asBoolean(false) && hints.path("destructiveHint").asBoolean(true);
    }

    private static ObjectNode form(ToolCall call) {
        String arguments = call.arguments().toString();
        String shown = arguments.length() <= LONGEST ? arguments : arguments.substring(0, LONGEST) + "…";
        ObjectNode params = JsonNodeFactory.instance.objectNode()
                .put("message", Text.of("confirm.question", call.spec().name(), shown).in(call.locale()));
        params.putObject("requestedSchema").put("type", "object").putObject("properties");
        return params;
    }
}
