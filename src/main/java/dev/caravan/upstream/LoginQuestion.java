package dev.caravan.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputKind;
import dev.caravan.upstream.oauth.LoginNeededException;
import dev.caravan.upstream.oauth.Logins;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.support.CamelContextHelper;

/**
 * Asks the user to log in at a server, by elicitation in URL mode, and repeats the request after the login. A client that can't be asked gets an error
 * with the address of the login.
 */
final class LoginQuestion {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private LoginQuestion() {
    }

    /** Makes a request, and once more after a login that it needs. */
    static ObjectNode retried(Exchange exchange, CallDeadline deadline, Callable<ObjectNode> request) throws Exception {
        try {
            return request.call();
        } catch (LoginNeededException needed) {
            ClientInput input = ClientInput.of(exchange);
            if (input == null || !input.capabilities().has("elicitation.url")) {
                throw needed;
            }
            ObjectNode question = JsonNodeFactory.instance.objectNode().put("mode", "url").put("url", needed.url())
                    .put("message", Text.of("upstream.loginAsked", needed.server()).toString());
            CallDeadline limited = deadline.within(LONGEST);
            try {
                ObjectNode answer = limited.await(CallRelay.of(exchange).ask(InputKind.ELICIT, question));
                if (!"accept".equals(answer.path("action").textValue())) {
                    throw needed;
                }
                awaitLogin(needed, exchange, limited);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception failure ? failure : e;
            } catch (TimeoutException e) {
                throw needed;
            }
            return request.call();
        }
    }

    /** Waits for the end of the login. The client's answer says only that the user has opened the address. */
    private static void awaitLogin(LoginNeededException needed, Exchange exchange, CallDeadline limited) throws Exception {
        Logins logins = CamelContextHelper.findSingleByType(exchange.getContext(), Logins.class);
        while (logins.isOpen(needed)) {
            if (limited.left().compareTo(BETWEEN_LOOKS) <= 0) {
                throw needed;
            }
            limited.await(new CompletableFuture<>().completeOnTimeout(null, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
        }
    }
}
