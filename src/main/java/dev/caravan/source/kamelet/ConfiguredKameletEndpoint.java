package dev.caravan.source.kamelet;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.StreamCache;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Kamelet of {@code config/kamelets}, with its values from there. */
@UriEndpoint(scheme = ConfiguredKameletComponent.SCHEME, firstVersion = "4.17.0", title = "Configured Kamelet",
        syntax = "configured-kamelet:name", category = Category.CORE)
public class ConfiguredKameletEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of a file in config/kamelets, without .yaml.")
    private final String name;
    @UriParam(description = "Any text. A source starts anew when it changes.")
    private String revision;

    ConfiguredKameletEndpoint(String uri, ConfiguredKameletComponent component, String name) {
        super(uri, component);
        this.name = name;
    }

    /** Finds the Kamelets when a message comes, so that a rehearsal of the route needs none. */
    Kamelets kamelets() {
        return CamelContextHelper.mandatoryLookup(getCamelContext(), "kamelets", Kamelets.class);
    }

    @Override
    public Producer createProducer() {
        return new ConfiguredKameletProducer();
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        ConfiguredKameletConsumer consumer = new ConfiguredKameletConsumer(processor);
        configureConsumer(consumer);
        return consumer;
    }

    public void setRevision(String revision) {
        this.revision = revision;
    }

    /**
     * Runs a source Kamelet, whose exchanges go on in this route, so that the Kamelet learns whether a message was taken. It starts the
     * Kamelet on a thread of its own, and tries again after 1, 2, 4 to 60 seconds, so that a broker that is down doesn't delay the start of
     * the gateway. Camel starts one route at a time: where a Kamelet waits for its broker as it starts, edits and the starts of other
     * Kamelets wait for that try.
     */
    final class ConfiguredKameletConsumer extends DefaultConsumer {

        private static final Logger LOG = LoggerFactory.getLogger(ConfiguredKameletConsumer.class);
        private static final long LONGEST_PAUSE = 60;

        private ScheduledExecutorService starter;
        private KameletRoute route;
        private Consumer events;

        ConfiguredKameletConsumer(Processor processor) {
            super(ConfiguredKameletEndpoint.this, processor);
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            starter = getEndpoint().getCamelContext().getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "kamelet-" + name);
            starter.execute(() -> open(1));
        }

        private void open(long pause) {
            try {
                Kamelets.Active active = kamelets().find(name);
                synchronized (this) {
                    if (!isRunAllowed()) {
                        return;
                    }
                    route = active.open();
                    events = route.endpoint().createConsumer(getProcessor());
                    ServiceHelper.startService(events);
                }
                kamelets().started(name, null);
            } catch (Exception | LinkageError | StackOverflowError e) {
                end();
                String reason = Kamelets.reason(e);
                kamelets().started(name, reason);
                LOG.warn("Kamelet not started name={} retry={}s error={}", name, pause, reason);
                if (isRunAllowed()) {
                    starter.schedule(() -> open(Math.min(LONGEST_PAUSE, 2 * pause)), pause, TimeUnit.SECONDS);
                }
            }
        }

        /** Ends the Kamelet's route first: a timer in it would wait for the end of a Kamelet whose messages nobody takes. */
        private synchronized void end() {
            if (route != null) {
                route.close();
                route = null;
            }
            ServiceHelper.stopService(events);
            events = null;
        }

        @Override
        protected void doStop() throws Exception {
            if (starter != null) { // null in a rehearsal, which starts no route
                getEndpoint().getCamelContext().getExecutorServiceManager().shutdownNow(starter);
                kamelets().later(this::end);
            }
            super.doStop();
        }
    }

    /**
     * Sends the body of the exchange to the Kamelet, and replaces it by the body that the Kamelet leaves. The Kamelet gets an exchange of
     * its own: it sees none of the route's headers, which many components would send on.
     */
    final class ConfiguredKameletProducer extends DefaultProducer {

        private static final Logger LOG = LoggerFactory.getLogger(ConfiguredKameletProducer.class);

        ConfiguredKameletProducer() {
            super(ConfiguredKameletEndpoint.this);
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            try {
                Kamelets.Active active = kamelets().find(name);
                OfferedKamelet.Input input = active.kamelet().input(exchange.getMessage().getBody(), kamelets().mapper());
                Exchange own = new DefaultExchange(exchange.getContext(), ExchangePattern.InOnly); // or a JMS sink waits for a reply
                own.getIn().setBody(input.body());
                own.getIn().setHeaders(new HashMap<>(input.headers()));
                active.producer().process(own);
                if (own.getException() != null) {
                    throw own.getException();
                }
                exchange.getMessage().setBody(data(own.getMessage()));
            } catch (Exception e) {
                throw told(e);
            }
        }

        /** Returns JSON text as JSON, other text and bytes as text, and anything else as it is. */
        private Object data(Message message) {
            Object body = message.getBody();
            if (body instanceof InputStream || body instanceof byte[] || body instanceof StreamCache) {
                body = message.getBody(String.class);
            }
            boolean json = String.valueOf(message.getHeader(Exchange.CONTENT_TYPE)).contains("json");
            if (body instanceof String text && !text.isBlank() && (json || "{[".indexOf(text.strip().charAt(0)) >= 0)) {
                try {
                    return kamelets().mapper().readTree(text);
                } catch (JsonProcessingException noJson) {
                    return text;
                }
            }
            return body;
        }

        /** Returns what the caller reads. The reason itself goes to the log, since it may name hosts and statements. */
        private Exception told(Exception cause) {
            ToolException foreseen = ObjectHelper.getException(ToolException.class, cause);
            if (foreseen != null) {
                return foreseen;
            }
            LOG.warn("Kamelet failed name={} error={}", name, Kamelets.reason(cause));
            LOG.debug("Kamelet {} failed", name, cause);
            Text text = cause instanceof HttpOperationFailedException http ? Text.of("kamelet.status", http.getStatusCode())
                    : Text.of("failure.UPSTREAM_ERROR");
            return new ToolException(ErrorCode.UPSTREAM_ERROR, text);
        }
    }
}
