package dev.caravan.call.client;

import dev.caravan.call.Continuations;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** Implements {@code mcp:ping}: waits until a legacy client answers. A modern client needs no ping, because its connection is open. */
final class PingStep implements McpStep {

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        ClientInput input = ClientInput.of(exchange);
        CompletableFuture<?> pong = input == null ? CompletableFuture.completedFuture(null) : input.ping();
        boolean done = pong.isDone();
        pong.whenCompleteAsync((answer, failed) -> {
            if (failed != null) {
                Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
                exchange.setException(cause instanceof InputException gone ? Failures.of(gone) : cause);
            }
            callback.done(done);
        }, done ? Runnable::run : Continuations.of(exchange));
        return done;
    }
}
