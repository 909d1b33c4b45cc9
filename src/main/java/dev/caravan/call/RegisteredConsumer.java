package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.spi.ReactiveExecutor;
import org.apache.camel.support.DefaultConsumer;

/** A consumer that is in a registry while its route runs, and not while the route is suspended or stopped. */
public abstract class RegisteredConsumer extends DefaultConsumer {

    /** Runs without a thread, which a later step continues. A route that stops drops such steps without a notice, so the consumer fails them. */
    private final Set<CompletableFuture<Exchange>> waiting = ConcurrentHashMap.newKeySet();

    protected RegisteredConsumer(Endpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    /** Returns the key by which clients ask for it. */
    protected abstract String key();

    /** Returns the tags of its route, which {@link dev.caravan.mcp.ToolRights} check. */
    public Set<String> tags() {
        return ((DefinitionEndpoint) getEndpoint()).tagSet();
    }

    /** Returns the entry for lists. Do not change it. */
    protected abstract JsonNode definition();

    /** Returns whether lists show the entry to everybody who may use it. */
    protected boolean isListed() {
        return true;
    }

    /** Returns whether every caller may use the entry, whatever its tags, because the route itself checks what it shows. */
    public boolean isOpen() {
        return false;
    }

    /** @throws IllegalStateException if another route serves the same key */
    protected abstract void register();

    protected abstract void withdraw();

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        register();
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        register();
    }

    @Override
    protected void doSuspend() throws Exception {
        withdraw();
        super.doSuspend();
    }

    @Override
    protected void doStop() throws Exception {
        withdraw();
        super.doStop();
        waiting.forEach(this::fail);
    }

    private void fail(CompletableFuture<Exchange> run) {
        run.completeExceptionally(new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.stopped", key())));
    }

    /** Creates an exchange for the route with the caller's properties. */
    protected Exchange open(CallContext context) {
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        context.leaveOn(exchange);
        context.running().on(exchange);
        return exchange;
    }

    /**
     * Runs the route once, on this thread until a step waits. The exchange has the exception, if any.
     *
     * @param last runs before streams and files of the exchange are closed, if the route did not fail
     * @return the same exchange, when the route has ended
     */
    protected CompletableFuture<Exchange> run(Exchange exchange, Processor last) {
        CompletableFuture<Exchange> ended = new CompletableFuture<>();
        try {
            createUoW(exchange);
            getAsyncProcessor().process(exchange, doneSync -> end(exchange, last, ended));
            // like Camel's await manager: run queued steps on this thread before anyone waits
            ReactiveExecutor queued = exchange.getContext().getCamelContextExtension().getReactiveExecutor();
            while (!ended.isDone() && queued.executeFromQueue()) {
                // run the next queued step
            }
        } catch (Throwable e) {
            exchange.setException(e);
            end(exchange, last, ended);
        }
        if (!ended.isDone()) {
            waiting.add(ended);
            ended.whenComplete((done, failure) -> waiting.remove(ended));
            if (isStoppingOrStopped()) { // perhaps since before it was added
                fail(ended);
            }
        }
        return ended;
    }

    private void end(Exchange exchange, Processor last, CompletableFuture<Exchange> ended) {
        try {
            if (exchange.getException() == null) {
                last.process(exchange);
            }
        } catch (Throwable e) {
            exchange.setException(e);
        } finally {
            doneUoW(exchange);
            ended.complete(exchange);
        }
    }

    /** Returns the value, or the exception of the route. */
    public static <T> CompletableFuture<T> result(Exchange exchange, Callable<T> value) {
        try {
            return exchange.getException() == null ? CompletableFuture.completedFuture(value.call())
                    : CompletableFuture.failedFuture(thrownBy(exchange));
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns the first exception of the route, without the wrappers of Camel's components. */
    public static Exception thrownBy(Exchange exchange) {
        Exception inner = exchange.getException();
        while (inner.getClass().getName().startsWith("org.apache.camel.") && inner.getCause() instanceof Exception cause) {
            inner = cause;
        }
        return inner;
    }
}
