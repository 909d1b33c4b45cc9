package dev.caravan.call;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.LoopDefinition;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.OnFallbackDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.springframework.stereotype.Component;

/** A handle to the exchange that runs a call's route, to end it early. */
public final class Running {

    private final Exchange asked;
    private Exchange exchange;
    private boolean abandoned;

    /** @param asked exchange of the entry, which gets the answer */
    Running(Exchange asked) {
        this.asked = asked;
    }

    /** Runs the work when the call of this exchange is answered. For an exchange without a call, runs it when the exchange is done. */
    public static void whenAnswered(Exchange exchange, Runnable work) {
        CallContext context = exchange.getProperty(CallContext.PROPERTY, CallContext.class);
        if (context == null) {
            whenDone(exchange, work);
        } else {
            context.running().whenAnswered(work);
        }
    }

    private synchronized void whenAnswered(Runnable work) {
        if (abandoned) {
            work.run(); // the answer may already be sent
        } else {
            whenDone(asked, work);
        }
    }

    private static void whenDone(Exchange exchange, Runnable work) {
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                work.run();
            }
        });
    }

    /** Sets the exchange of the route. Stops it at once if the call was abandoned before. */
    public synchronized void on(Exchange route) {
        exchange = route;
        stop();
    }

    /** Stops the route after its current step. */
    public synchronized void abandon() {
        abandoned = true;
        stop();
    }

    /**
     * Stops the exchange of an abandoned call again, since some of Camel's steps copy the flag of another exchange, and a fallback clears
     * it.
     */
    static void stopAgain(Exchange route) {
        CallContext context = route.getProperty(CallContext.PROPERTY, CallContext.class);
        if (context != null) {
            context.running().again(route);
        }
    }

    private synchronized void again(Exchange route) {
        if (route == exchange) {
            stop();
        }
    }

    private void stop() {
        if (abandoned && exchange != null) {
            exchange.setRouteStop(true);
        }
    }

    /**
     * Stops the route of a call that was cancelled or is late also in and after a step that works on a copy of the exchange. When such a
     * step ends, Camel copies the flag of the copy back, and before a circuit breaker's fallback it clears the flag: the route would run
     * on.
     */
    @Component
    static class StopAgain implements InterceptStrategy {

        @Override
        public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
            boolean inFallback = isInFallback(definition);
            return inFallback || copies(definition) ? new Step(target, inFallback) : target;
        }

        private static boolean isInFallback(NamedNode step) {
            return step.getParent() instanceof OnFallbackDefinition
                    || step.getParent() instanceof CircuitBreakerDefinition breaker && breaker.getOnFallback() != null
                    && breaker.getOnFallback().getOutputs().contains(step);
        }

        private static boolean copies(NamedNode step) {
            return step instanceof CircuitBreakerDefinition || step instanceof SplitDefinition || step instanceof MulticastDefinition
                    || step instanceof RecipientListDefinition
                    || step instanceof LoopDefinition || step instanceof EnrichDefinition || step instanceof PollEnrichDefinition;
        }

        private static final class Step extends DelegateAsyncProcessor {

            private final boolean inFallback;

            Step(Processor step, boolean inFallback) {
                super(AsyncProcessorConverterHelper.convert(step));
                this.inFallback = inFallback;
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                if (inFallback) {
                    Running.stopAgain(exchange);
                    if (exchange.isRouteStop()) {
                        callback.done(true);
                        return true;
                    }
                }
                return super.process(exchange, sync -> {
                    Running.stopAgain(exchange);
                    callback.done(sync);
                });
            }
        }
    }
}
