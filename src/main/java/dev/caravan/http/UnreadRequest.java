package dev.caravan.http;

import io.undertow.io.DefaultIoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;

/** A request that was answered before its body was read. Undertow reads the rest, and closes no connection of itself for that. */
final class UnreadRequest {

    /** Enough to take the answer; closing at once could take it from the client. */
    private static final long LINGER_S = 5;

    private UnreadRequest() {
    }

    /**
     * Answers, reads what is left of the request, and closes the connection then. One that is closed while its client still sends is reset,
     * and a reset takes the answer from the client.
     */
    static void answer(HttpServerExchange exchange, String body) {
        if (exchange.isRequestComplete()) {
            exchange.getResponseSender().send(body);
            endSoon(exchange);
            return;
        }
        exchange.getResponseHeaders().put(Headers.CONNECTION, "close");
        exchange.addExchangeCompleteListener((ended, next) -> {
            IoUtils.safeClose(ended.getConnection());
            next.proceed();
        });
        exchange.getResponseSender().send(body, new DefaultIoCallback() {
            @Override
            public void onComplete(HttpServerExchange answered, Sender sender) {
                answered.setPersistent(true); // the header has made it false, and so Undertow would read nothing more
                super.onComplete(answered, sender);
            }
        });
        endSoon(exchange);
    }

    /** Closes the connection if the rest of the request does not come soon, or the answer, which is short, is not taken soon. */
    static void endSoon(HttpServerExchange exchange) {
        if (!exchange.isComplete()) {
            exchange.getIoThread().executeAfter(() -> {
                if (!exchange.isComplete()) {
                    GuardedBinding.leave(exchange);
                }
            }, LINGER_S, TimeUnit.SECONDS);
        }
    }
}
