package dev.caravan.routes;

import dev.caravan.OwnGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.slf4j.MDC;

/** Records the steps of all routes that run, and has one throw what a test says. */
public class ThrowingSteps implements InterceptStrategy {

    /** A step of a route, as one exchange runs it. */
    public record Step(ProcessorDefinition<?> definition, String exchange) {

        /** {@code ROUTE/STEP}; of the error handling that routes share, {@code errors/STEP}. */
        public String name() {
            return route() + "/" + definition.getId();
        }

        String route() {
            String route = ProcessorDefinitionHelper.getRouteId(definition);
            return route == null ? "errors" : route;
        }

        /** Whether the same exchange runs it after the other, in the same list of steps. */
        boolean follows(Step other) {
            if (definition.getParent() == null || definition.getParent() != other.definition.getParent()
                    || !exchange.equals(other.exchange)) {
                return false;
            }
            List<ProcessorDefinition<?>> steps = definition.getParent().getOutputs();
            return steps.indexOf(definition) > steps.indexOf(other.definition);
        }
    }

    /** Builds a gateway with it, which tests share. */
    static OwnGateway.Builder gateway() {
        return OwnGateway.withEntries().bean(ThrowingSteps.class).settings("tools.timeout=60s", "http.heartbeat=1h").shared();
    }

    private final List<Step> run = new CopyOnWriteArrayList<>();
    private final Set<String> known = new ConcurrentSkipListSet<>();
    private final Set<String> soiled = new ConcurrentSkipListSet<>();
    private volatile String throwing;
    private volatile Throwable thrown;
    private volatile boolean afterItsEnd;
    private volatile boolean always;

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        ProcessorDefinition<?> step = (ProcessorDefinition<?>) definition;
        known.add(new Step(step, "").name());
        return new DelegateAsyncProcessor(AsyncProcessorConverterHelper.convert(target)) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                Step running = new Step(step, exchange.getExchangeId());
                run.add(running);
                look(exchange, running);
                if (running.name().equals(throwing)) {
                    if (!always) {
                        throwing = null;
                    }
                    if (afterItsEnd) {
                        callback.done(true); // as Camel does after an Error of a Processor
                    }
                    throwAny(thrown);
                }
                return super.process(exchange, callback);
            }
        };
    }

    /** A request begins on a thread that nothing of an earlier call is left on. */
    private void look(Exchange exchange, Step step) {
        String route = step.route();
        if (route.matches("(entry|rest|page)-.*|kafka-record|audit") && route.equals(exchange.getFromRouteId())
                && MDC.get("traceId") != null && exchange.getProperty("audited") == null) {
            soiled.add(step.name() + " " + MDC.getCopyOfContextMap());
        }
    }

    /** The next time that this step runs, it throws. */
    void arm(String step, Throwable error, boolean afterEnd) {
        run.clear();
        thrown = error;
        afterItsEnd = afterEnd;
        throwing = step;
    }

    /** From now on this step throws each time that it runs, until {@link #disarm}. */
    void armForGood(String step, Throwable error) {
        always = true;
        arm(step, error, false);
    }

    /** No step throws any more. */
    void disarm() {
        always = false;
        throwing = null;
    }

    /** Whether the armed step has not run. */
    boolean isArmed() {
        return throwing != null;
    }

    /** The steps that ran since the last call, or since {@link #arm}. */
    List<Step> taken() {
        List<Step> taken = new ArrayList<>(run);
        run.clear();
        return taken;
    }

    /** All steps that routes have, by their names. */
    Set<String> known() {
        return known;
    }

    /** Where requests began on a thread that still had the trace of an earlier call. */
    Set<String> soiled() {
        return soiled;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable error) throws T {
        throw (T) error;
    }
}
