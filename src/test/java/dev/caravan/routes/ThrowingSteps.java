package dev.caravan.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Records the steps of all routes that run, and has one throw what a test says. */
public class ThrowingSteps implements InterceptStrategy {

    /** A step of a route. */
    public record Step(ProcessorDefinition<?> definition) {

        /** {@code ROUTE/STEP} */
        public String name() {
            return ProcessorDefinitionHelper.getRouteId(definition) + "/" + definition.getId();
        }

        /** Whether it comes after the other in the same list of steps. */
        boolean follows(Step other) {
            if (definition.getParent() == null || definition.getParent() != other.definition.getParent()) {
                return false;
            }
            List<ProcessorDefinition<?>> steps = definition.getParent().getOutputs();
            return steps.indexOf(definition) > steps.indexOf(other.definition);
        }
    }

    private final List<Step> run = new CopyOnWriteArrayList<>();
    private volatile String throwing;
    private volatile Throwable thrown;
    private volatile boolean afterItsEnd;

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        Step step = new Step((ProcessorDefinition<?>) definition);
        return new DelegateAsyncProcessor(AsyncProcessorConverterHelper.convert(target)) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                run.add(step);
                if (step.name().equals(throwing)) {
                    throwing = null;
                    if (afterItsEnd) {
                        callback.done(true); // as Camel does after an Error of a Processor
                    }
                    throwAny(thrown);
                }
                return super.process(exchange, callback);
            }
        };
    }

    /** The next time that this step runs, it throws. */
    void arm(String step, Throwable error, boolean afterEnd) {
        run.clear();
        thrown = error;
        afterItsEnd = afterEnd;
        throwing = step;
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

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable error) throws T {
        throw (T) error;
    }
}
