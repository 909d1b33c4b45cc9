package dev.caravan.routes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.component.direct.DirectConsumer;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.component.direct.DirectEndpoint;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Replaces Camel's {@code direct:} component, so that its routes can be swapped under load. A producer passes the gate of the consumer, and
 * looks the consumer up on every call. Camel's own producer remembers the consumer, so its calls can reach a stopped route.
 */
class GatedDirectComponent extends DirectComponent {

    private final Map<String, DirectConsumer> consumers = new ConcurrentHashMap<>();

    @Override
    public void addConsumer(String key, DirectConsumer consumer) {
        super.addConsumer(key, consumer);
        GateRegistry.of(getCamelContext()).gate(key);
        consumers.put(key, consumer);
    }

    @Override
    public void removeConsumer(String key, DirectConsumer consumer) {
        consumers.remove(key, consumer);
        super.removeConsumer(key, consumer);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        GatedEndpoint endpoint = new GatedEndpoint(uri, this);
        endpoint.setBlock(isBlock());
        endpoint.setTimeout(getTimeout());
        setProperties(endpoint, parameters);
        return endpoint;
    }

    private DirectConsumer consumer(String key, DirectEndpoint endpoint) throws InterruptedException {
        DirectConsumer consumer = consumers.get(key);
        return consumer != null ? consumer : getConsumer(key, endpoint.isBlock(), endpoint.getTimeout());
    }

    private static final class GatedEndpoint extends DirectEndpoint {

        private final String key;

        GatedEndpoint(String uri, GatedDirectComponent component) {
            super(uri, component);
            this.key = uri.indexOf('?') < 0 ? uri : uri.substring(0, uri.indexOf('?'));
        }

        @Override
        public Producer createProducer() {
            return new GatedProducer();
        }

        private final class GatedProducer extends DefaultAsyncProducer {

            private final Gate gate = GateRegistry.of(getCamelContext()).gate(key);

            GatedProducer() {
                super(GatedEndpoint.this);
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                Entered entered = new Entered(gate, callback);
                gate.enter();
                boolean sync = true;
                try {
                    DirectConsumer consumer = ((GatedDirectComponent) getComponent()).consumer(key, GatedEndpoint.this);
                    if (consumer == null) {
                        exchange.setException(new DirectConsumerNotAvailableException("No route consumes from " + key, exchange));
                    } else {
                        sync = consumer.getAsyncProcessor().process(exchange, entered);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    exchange.setException(e);
                } catch (Throwable e) {
                    if (!entered.get()) {
                        exchange.setException(StepError.of(e));
                    }
                }
                if (sync) {
                    entered.done(true);
                }
                return sync;
            }
        }
    }

    /**
     * Leaves the gate and continues the caller's route once, at the first end of the called route. Camel reports the end of a transacted
     * exchange twice. For some exchanges, the callback and the returned value differ.
     */
    private static final class Entered extends AtomicBoolean implements AsyncCallback {

        private static final long serialVersionUID = 1L;

        private final transient Gate gate;
        private final transient AsyncCallback callback;

        Entered(Gate gate, AsyncCallback callback) {
            this.gate = gate;
            this.callback = callback;
        }

        @Override
        public void done(boolean doneSync) {
            if (compareAndSet(false, true)) {
                gate.leave();
                callback.done(doneSync);
            }
        }
    }
}
