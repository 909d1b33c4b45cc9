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
 * Turns an {@link Error} that a step throws into the exchange's exception, a {@link StepError}, so that the route's error handling runs.
 * Camel itself does so for exceptions only: after an error, such as a stack overflow, it continues with the next step.
 */
@Component
class FailClosed implements InterceptStrategy, Ordered {

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        return new Step(AsyncProcessorConverterHelper.convert(target));
    }

    /** Returns the highest order, so that this interceptor is around those of others. */
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

    /** Holds back a call of the callback on the step's own thread until the step returns, because the step may still throw. */
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

        /** Passes the held call on after the step has returned. */
        boolean release(boolean sync) {
            if (state.getAndSet(State.PASSED_ON) == State.DONE) {
                callback.done(sync);
            }
            return sync;
        }

        /**
         * Fails the exchange after the step has thrown. Does nothing if the step has ended on another thread before, because the exchange
         * may be in use there.
         *
         * @return whether the exchange ended here, on the step's own thread
         */
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
