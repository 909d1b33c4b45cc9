package dev.caravan.http;

import io.undertow.server.HttpServerExchange;
import java.util.concurrent.TimeUnit;

/** A request that was answered before its body was read. Undertow reads the rest, and closes no connection of itself for that. */
final class UnreadRequest {

    /** Enough to take the answer; closing at once could take it from the client. */
    private static final long LINGER_S = 5;

    private UnreadRequest() {
    }

    /** Closes the connection if the rest of the request does not come soon. */
    static void endSoon(HttpServerExchange exchange) {
        if (!exchange.isRequestComplete()) {
            exchange.getIoThread().executeAfter(() -> {
                if (!exchange.isComplete()) {
                    GuardedBinding.leave(exchange);
                }
            }, LINGER_S, TimeUnit.SECONDS);
        }
    }
}
