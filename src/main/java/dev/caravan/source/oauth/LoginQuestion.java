package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputRequest;
import dev.caravan.source.CallDeadline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.support.CamelContextHelper;

/**
 * Asks the user to log in at a server, by elicitation in URL mode, and repeats the request after the login. A client that can't be asked
 * gets an error with the address of the login.
 */
public final class LoginQuestion {

    /** A user has this much time for a login while his call waits. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private LoginQuestion() {
    }

    /** Makes a request, and once more after a login that it needs. */
    public static <R> R retried(Exchange exchange, CallDeadline deadline, Callable<R> request) throws Exception {
        try {
            return request.call();
        } catch (LoginNeededException needed) {
            ClientInput input = ClientInput.of(exchange);
            if (needed.isOfOperators() || input == null || !input.capabilities().has("elicitation.url")) {
                throw needed;
            }
            ObjectNode question = JsonNodeFactory.instance.objectNode().put("mode", "url").put("url", needed.url())
                    .put("message", Text.of("upstream.loginAsked", needed.server()).toString());
            String key = input.nextKey(InputRequest.InputKind.ELICIT);
            input.add(new InputRequest(key, InputRequest.InputKind.ELICIT, question, answer -> true));
            try {
                ObjectNode answer = deadline.await(input.ask()).get(key);
                if (!"accept".equals(answer.path("action").textValue())) {
                    throw needed;
                }
                awaitLogin(needed, exchange, deadline);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception failure ? failure : e;
            } catch (TimeoutException e) {
                throw needed;
            }
            return request.call();
        }
    }

    /** Waits for the end of the login. The client's answer says only that the user has opened the address. */
    private static void awaitLogin(LoginNeededException needed, Exchange exchange, CallDeadline deadline) throws Exception {
        Logins logins = CamelContextHelper.findSingleByType(exchange.getContext(), Logins.class);
        while (logins.isOpen(needed)) {
            if (deadline.left().compareTo(BETWEEN_LOOKS) <= 0) {
                throw needed;
            }
            deadline.await(new CompletableFuture<>().completeOnTimeout(null, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
        }
    }
}
