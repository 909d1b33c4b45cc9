package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;

/** A consumer that is in a registry while its route runs, and off it while the route is suspended or stopped. */
public abstract class RegisteredConsumer extends DefaultConsumer {

    protected RegisteredConsumer(Endpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    /** What clients ask for it by. */
    protected abstract String key();

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
    }

    /** An exchange of the route's own, which says who asks. */
    protected Exchange open(CallContext context) {
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        context.leaveOn(exchange);
        return exchange;
    }

    /**
     * Runs the route once, on this thread; what it throws is the exchange's exception.
     *
     * @param last what is to happen before streams and files of the exchange are closed, if the route didn't fail
     */
    protected void run(Exchange exchange, Processor last) {
        try {
            createUoW(exchange);
            getProcessor().process(exchange);
            if (exchange.getException() == null) {
                last.process(exchange);
            }
        } catch (Exception e) {
            exchange.setException(e);
        } finally {
            doneUoW(exchange);
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
