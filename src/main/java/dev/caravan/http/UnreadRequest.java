package dev.caravan.http;

import io.undertow.io.DefaultIoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;

/** Answers a request before its body is read. Undertow would read the whole body and keep the connection open. */
final class UnreadRequest {

    /** The seconds that the client has to read the answer before the connection closes. */
    private static final long LINGER_S = 5;

    private UnreadRequest() {
    }

    /**
     * Answers, reads the rest of the request and then closes the connection. Closing while the client still sends would reset the
     * connection, and the client would lose the answer.
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
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        // else the answer would end with the connection, and the client would lose it if that is reset
        exchange.setResponseContentLength(bytes.length);
        exchange.getResponseSender().send(ByteBuffer.wrap(bytes), new DefaultIoCallback() {
            @Override
            public void onComplete(HttpServerExchange answered, Sender sender) {
                answered.setPersistent(true); // the Connection header has made it false, and Undertow would read nothing more
                super.onComplete(answered, sender);
            }
        });
        endSoon(exchange);
    }

    /** Closes the connection if the rest of the request, or the reading of the short answer, takes too long. */
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
