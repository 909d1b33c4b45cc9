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

/** A consumer that is in a registry while its route runs, and off it while the route is suspended or stopped. */
public abstract class RegisteredConsumer extends DefaultConsumer {

    /** Runs whose thread is gone: a step will go on with them. A route that stops drops such steps, and nobody would hear of it. */
    private final Set<CompletableFuture<Exchange>> waiting = ConcurrentHashMap.newKeySet();

    protected RegisteredConsumer(Endpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    /** What clients ask for it by. */
    protected abstract String key();

    /** As its route declares them; {@link dev.caravan.mcp.ToolRights} go by these. */
    public Set<String> tags() {
        return ((DefinitionEndpoint) getEndpoint()).tagSet();
    }

    /** As lists show it; not to be changed. */
    protected abstract JsonNode definition();

    /** @throws IllegalStateException if another route serves that already */
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
        waiting.forEach(run -> run.completeExceptionally(new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.stopped", key()))));
    }

    /** An exchange of the route's own, which says who asks. */
    protected Exchange open(CallContext context) {
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        context.leaveOn(exchange);
        context.running().on(exchange);
        return exchange;
    }

    /**
     * Runs the route once, on this thread till a step waits for somebody; what it throws is the exchange's exception.
     *
     * @param last what is to happen before streams and files of the exchange are closed, if the route didn't fail
     * @return the same exchange, once the route has ended
     */
    protected CompletableFuture<Exchange> run(Exchange exchange, Processor last) {
        CompletableFuture<Exchange> ended = new CompletableFuture<>();
        try {
            createUoW(exchange);
            getAsyncProcessor().process(exchange, doneSync -> end(exchange, last, ended));
            // as Camel's own await manager does: what is queued is done on this thread before anybody waits
            ReactiveExecutor queued = exchange.getContext().getCamelContextExtension().getReactiveExecutor();
            while (!ended.isDone() && queued.executeFromQueue()) {
                // there may be more
            }
        } catch (Throwable e) {
            exchange.setException(e);
            end(exchange, last, ended);
        }
        if (!ended.isDone()) {
            waiting.add(ended);
            ended.whenComplete((done, failure) -> waiting.remove(ended));
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

    /** What the exchange has come to: the value, or what its route threw. */
    public static <T> CompletableFuture<T> result(Exchange exchange, Callable<T> value) {
        try {
            return exchange.getException() == null ? CompletableFuture.completedFuture(value.call())
                    : CompletableFuture.failedFuture(thrownBy(exchange));
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What the route threw first, without the exceptions that Camel's components put around it. */
    public static Exception thrownBy(Exchange exchange) {
        Exception inner = exchange.getException();
        while (inner.getClass().getName().startsWith("org.apache.camel.") && inner.getCause() instanceof Exception cause) {
            inner = cause;
        }
        return inner;
    }
}
