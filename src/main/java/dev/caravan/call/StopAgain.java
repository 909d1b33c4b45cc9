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
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.springframework.stereotype.Component;

/**
 * Stops the route of a call that was cancelled or is late also in and after a step that works on a copy of the exchange. When such a step ends, Camel
 * copies the flag of the copy back, and before a circuit breaker's fallback it clears the flag: the route would run on.
 */
@Component
class StopAgain implements InterceptStrategy {

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        boolean inFallback = isInFallback(definition);
        return inFallback || copies(definition) ? new Step(target, inFallback) : target;
    }

    private static boolean isInFallback(NamedNode step) {
        return step.getParent() instanceof OnFallbackDefinition
                || step.getParent() instanceof CircuitBreakerDefinition breaker && breaker.getOnFallback() != null && breaker.getOnFallback().getOutputs().contains(step);
    }

    private static boolean copies(NamedNode step) {
        return step instanceof CircuitBreakerDefinition || step instanceof SplitDefinition || step instanceof MulticastDefinition || step instanceof RecipientListDefinition
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
