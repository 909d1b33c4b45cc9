package dev.caravan.source.kamelet;

import java.util.HashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a source Kamelet, and passes each of its messages to the route. It starts the Kamelet on a thread of its own, and tries again after
 * 1, 2, 4 … 60 seconds, so that a broker that is down doesn't delay the start of the gateway. Camel starts one route at a time: where a Kamelet
 * waits for its broker as it starts, edits and the starts of other Kamelets wait for that try. While the Kamelet runs, the consumer looks every
 * second whether the Kamelet reaches its service.
 */
final class ConfiguredKameletConsumer extends DefaultConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredKameletConsumer.class);
    private static final long LONGEST_PAUSE = 60;
    private static final long LOOK_MILLIS = 1_000;

    private final ConfiguredKameletEndpoint endpoint;
    private ScheduledExecutorService starter;
    private KameletRoute route;
    private Consumer events;
    private SourceWatch watch;

    ConfiguredKameletConsumer(ConfiguredKameletEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        starter = getEndpoint().getCamelContext().getExecutorServiceManager().newSingleThreadScheduledExecutor(this,
                "kamelet-" + endpoint.getName());
        starter.execute(() -> open(1));
    }

    private void open(long pause) {
        try {
            Kamelets.Active active = endpoint.kamelets().find(endpoint.getName());
            synchronized (this) {
                if (!isRunAllowed()) {
                    return;
                }
                route = active.open();
                events = route.endpoint().createConsumer(this::pass);
                ServiceHelper.startService(events);
                watch = route.watch();
            }
            endpoint.kamelets().told(endpoint.getName(), null);
            starter.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (Exception | LinkageError | StackOverflowError e) {
            end();
            String reason = Kamelets.reason(e);
            endpoint.kamelets().told(endpoint.getName(), reason);
            LOG.warn("Kamelet not started name={} retry={}s error={}", endpoint.getName(), pause, reason);
            if (isRunAllowed()) {
                starter.schedule(() -> open(Math.min(LONGEST_PAUSE, 2 * pause)), pause, TimeUnit.SECONDS);
            }
        }
    }

    private void look() {
        try {
            SourceWatch current;
            synchronized (this) {
                current = watch;
            }
            String problem = current == null ? null : current.problem();
            if (endpoint.kamelets().told(endpoint.getName(), problem)) {
                if (problem == null) {
                    LOG.info("Kamelet works again name={}", endpoint.getName());
                } else {
                    LOG.warn("Kamelet gets no events name={} error={}", endpoint.getName(), problem);
                }
            }
        } catch (Exception e) { // or else it would not look again
            LOG.debug("Kamelet {} does not tell its state", endpoint.getName(), e);
        }
    }

    /** Passes the message on in an exchange of this route, so that the Kamelet learns whether it was taken. */
    private void pass(Exchange event) throws Exception {
        Exchange exchange = createExchange(true);
        try {
            exchange.getIn().setBody(event.getMessage().getBody());
            exchange.getIn().setHeaders(new HashMap<>(event.getMessage().getHeaders()));
            getProcessor().process(exchange);
            if (exchange.getException() != null) {
                event.setException(exchange.getException());
            }
        } finally {
            releaseExchange(exchange, false);
        }
    }

    private synchronized void end() {
        ServiceHelper.stopService(events);
        events = null;
        watch = null;
        if (route != null) {
            route.close();
            route = null;
        }
    }

    @Override
    protected void doStop() throws Exception {
        getEndpoint().getCamelContext().getExecutorServiceManager().shutdownNow(starter);
        endpoint.kamelets().later(this::end);
        super.doStop();
    }
}
