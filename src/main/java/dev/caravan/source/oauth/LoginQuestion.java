package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputKind;
import dev.caravan.mcp.input.InputRequest;
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
public final class LoginQuestion {

    /** A user has this much time for a login while his call waits. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private LoginQuestion() {
    }

    /** How long a call waits for its user. */
    public interface Patience {

        /** Returns the time left. */
        Duration left();

        /**
         * Waits for the future's value.
         *
         * @throws TimeoutException if the time is over
         */
        <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException;

        /** Returns the patience of a call that only its own timeout ends. It begins now. */
        static Patience ofCall() {
            long end = System.nanoTime() + LONGEST.toNanos();
            return new Patience() {

                @Override
                public Duration left() {
                    return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
                }

                @Override
                public <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
                    return future.get(left().toNanos(), TimeUnit.NANOSECONDS);
                }
            };
        }
    }

    /** Makes a request, and once more after a login that it needs. */
    public static <R> R retried(Exchange exchange, Patience patience, Callable<R> request) throws Exception {
        try {
            return request.call();
        } catch (LoginNeededException needed) {
            ClientInput input = ClientInput.of(exchange);
            if (needed.isOfOperators() || input == null || !input.capabilities().has("elicitation.url")) {
                throw needed;
            }
            ObjectNode question = JsonNodeFactory.instance.objectNode().put("mode", "url").put("url", needed.url())
                    .put("message", Text.of("upstream.loginAsked", needed.server()).toString());
            String key = input.nextKey(InputKind.ELICIT);
            input.add(new InputRequest(key, InputKind.ELICIT, question, answer -> true));
            try {
                ObjectNode answer = patience.await(input.ask()).get(key);
                if (!"accept".equals(answer.path("action").textValue())) {
                    throw needed;
                }
                awaitLogin(needed, exchange, patience);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception failure ? failure : e;
            } catch (TimeoutException e) {
                throw needed;
            }
            return request.call();
        }
    }

    /** Waits for the end of the login. The client's answer says only that the user has opened the address. */
    private static void awaitLogin(LoginNeededException needed, Exchange exchange, Patience patience) throws Exception {
        Logins logins = CamelContextHelper.findSingleByType(exchange.getContext(), Logins.class);
        while (logins.isOpen(needed)) {
            if (patience.left().compareTo(BETWEEN_LOOKS) <= 0) {
                throw needed;
            }
            patience.await(new CompletableFuture<>().completeOnTimeout(null, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
        }
    }
}
