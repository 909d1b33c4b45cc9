package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.routes.Gate;
import dev.caravan.routes.GateRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.spi.ReactiveExecutor;
import org.apache.camel.support.DefaultConsumer;

/**
 * Runs the route of a tool, a resource or a prompt. It is in the registry of its kind while the route runs, and not while the route is
 * suspended or stopped.
 */
public final class DefinitionConsumer<D extends Definition> extends DefaultConsumer {

    /**
     * Runs without a thread, which a later step continues. A route that stops drops such steps without a notice, so the consumer fails
     * them.
     */
    private final Set<CompletableFuture<Exchange>> waiting = ConcurrentHashMap.newKeySet();
    private final D definition;
    private final DefinitionRegistry<D> registry;
    private final Gate gate;

    @SuppressWarnings("unchecked")
    DefinitionConsumer(DefinitionComponent.DefinitionEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.definition = (D) endpoint.definition();
        this.registry = DefinitionRegistry.of(endpoint.getCamelContext(), endpoint.kind());
        this.gate = GateRegistry.of(endpoint.getCamelContext()).gate(endpoint.getEndpointBaseUri());
    }

    public D definition() {
        return definition;
    }

    /** Returns the gate for calls. It is closed while the route is replaced. */
    public Gate gate() {
        return gate;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        registry.register(this);
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        registry.register(this);
    }

    @Override
    protected void doSuspend() throws Exception {
        registry.withdraw(this);
        super.doSuspend();
    }

    @Override
    protected void doStop() throws Exception {
        registry.withdraw(this);
        super.doStop();
        waiting.forEach(this::fail);
    }

    private void fail(CompletableFuture<Exchange> run) {
        run.completeExceptionally(new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.stopped", definition.key())));
    }

    /**
     * Runs the route once, on this thread until a step waits. The exchange has the exception, if any.
     *
     * @param body    arguments
     * @param headers arguments that become headers too, unless a step would read a header of this name by itself
     * @param input   sets further properties
     * @param last    runs before streams and files of the exchange are closed, if the route did not fail
     * @return the exchange of the route, when the route has ended
     */
    public CompletableFuture<Exchange> run(CallContext context, Object body, Map<String, ?> headers, Consumer<Exchange> input,
            Processor last) {
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        context.leaveOn(exchange);
        context.running().on(exchange);
        exchange.getIn().setBody(body);
        headers.forEach((name, value) -> {
            if (value != null && ArgumentName.isFree(name)) {
                exchange.getIn().setHeader(name, value);
            }
        });
        input.accept(exchange);
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
