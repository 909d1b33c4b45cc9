package dev.caravan.observe;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/** Consumes audit events in batches: the body is a list of {@link AuditEvent} in the order of arrival. */
@UriEndpoint(scheme = AuditComponent.SCHEME, firstVersion = "4.24.0", title = "Audit events", syntax = "audit:events",
        consumerOnly = true, remote = false, category = Category.MONITORING)
public class AuditEndpoint extends DefaultEndpoint {

    @UriPath(description = "Always events.")
    private final String events = "events";

    AuditEndpoint(String uri, AuditComponent component) {
        super(uri, component);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        AuditQueue queue = CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), AuditQueue.class);
        AuditConsumer consumer = new AuditConsumer(this, processor, queue);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("audit:events has no producer. Use it in the from of a route");
    }

    /**
     * Passes audit events to the route on its own thread, all waiting ones in one batch. When the gateway stops, it ends after all calls
     * have ended and their events are written.
     */
    static final class AuditConsumer extends DefaultConsumer implements ShutdownAware {

        private static final Duration LOOK = Duration.ofMillis(100);
        /** The pause that collects events into a batch. Waking a thread for each event would cost callers more than the event. */
        private static final long REST_MS = 2;

        private final AuditQueue queue;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean last;
        private ExecutorService executor;

        AuditConsumer(Endpoint endpoint, Processor processor, AuditQueue queue) {
            super(endpoint, processor);
            this.queue = queue;
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            executor = getEndpoint().getCamelContext().getExecutorServiceManager().newSingleThreadExecutor(this, "audit");
            executor.execute(this::run);
        }

        private void run() {
            try {
                while (isRunAllowed() && !(last && queue.pending() == 0)) {
                    boolean open = last || !isSuspendingOrSuspended();
                    if (!open || work()) {
                        Thread.sleep(REST_MS);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                ended.countDown();
            }
        }

        /** Returns whether there were events. */
        private boolean work() throws InterruptedException {
            List<AuditEvent> events = queue.take(500, LOOK);
            if (!events.isEmpty()) {
                try {
                    process(events);
                } catch (Throwable e) {
                    queue.lose(events.size());
                    getExceptionHandler().handleException("Audit events not written", e);
                } finally {
                    queue.written(events.size());
                }
            }
            return !events.isEmpty();
        }

        private void process(List<AuditEvent> events) throws Exception {
            Exchange exchange = createExchange(true);
            try {
                exchange.getIn().setBody(events);
                getProcessor().process(exchange);
                if (exchange.getException() != null) {
                    throw exchange.getException();
                }
            } finally {
                releaseExchange(exchange, false);
            }
        }

        @Override
        protected void doStop() throws Exception {
            getEndpoint().getCamelContext().getExecutorServiceManager().shutdownGraceful(executor);
            super.doStop();
        }

        /** Continues during the stop, because calls that end then leave events. */
        @Override
        public boolean deferShutdown(ShutdownRunningTask task) {
            return true;
        }

        @Override
        public int getPendingExchangesSize() {
            return queue.pending();
        }

        @Override
        public void prepareShutdown(boolean suspendOnly, boolean forced) {
            last = !suspendOnly;
            if (last && !forced) {
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
