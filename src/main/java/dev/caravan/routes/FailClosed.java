package dev.caravan.routes;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Ordered;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.springframework.stereotype.Component;

/**
 * Whatever a step throws is the exchange's exception, and the route's error handling goes on with it. Camel does so with exceptions alone: after
 * an {@link Error}, such as that of a stack which has overflowed, it goes on at the next step as if nothing had been thrown. Here an error
 * becomes a {@link StepError}.
 */
@Component
class FailClosed implements InterceptStrategy, Ordered {

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        return new Step(AsyncProcessorConverterHelper.convert(target));
    }

    /** Around what others put around steps. */
    @Override
    public int getOrder() {
        return HIGHEST;
    }

    private static final class Step extends DelegateAsyncProcessor {

        Step(AsyncProcessor step) {
            super(step);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            Held held;
            try {
                held = new Held(exchange, callback);
            } catch (Throwable e) {
                exchange.setException(StepError.of(e));
                callback.done(true);
                return true;
            }
            boolean sync;
            try {
                sync = super.process(exchange, held);
            } catch (Throwable e) {
                return held.end(e);
            }
            return held.release(sync);
        }
    }

    /** Keeps the callback's call that comes while the step is still on its thread: it may yet throw. */
    private static final class Held implements AsyncCallback {

        private enum State { RUNNING, DONE, PASSED_ON }

        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final Thread thread = Thread.currentThread();
        private final Exchange exchange;
        private final AsyncCallback callback;

        Held(Exchange exchange, AsyncCallback callback) {
            this.exchange = exchange;
            this.callback = callback;
        }

        @Override
        public void done(boolean doneSync) {
            if (Thread.currentThread() != thread || !state.compareAndSet(State.RUNNING, State.DONE)) {
                state.set(State.PASSED_ON);
                callback.done(doneSync);
            }
        }

        /** The step has returned. */
        boolean release(boolean sync) {
            if (state.getAndSet(State.PASSED_ON) == State.DONE) {
                callback.done(sync);
            }
            return sync;
        }

        /** The step has thrown. If it has ended on another thread before, the exchange isn't ours any more. */
        boolean end(Throwable thrown) {
            if (state.getAndSet(State.PASSED_ON) == State.PASSED_ON) {
                return false;
            }
            exchange.setException(StepError.of(thrown));
            callback.done(true);
            return true;
        }
    }
}
