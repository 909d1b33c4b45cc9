package dev.caravan.bus;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.Redelivery;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.observe.Checkup;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/**
 * Ends an attempt to run a message. The message's body becomes the answer for its sender: none for a notification, a response or a
 * cancelled request. The exchange property {@value #UNREADABLE} holds the reason if the message was refused.
 *
 * <p>An attempt that was made too early fails with a {@link NotNowException}. The route {@code deliver} makes another one as long as
 * {@link #mayWait} says so.
 */
@OnBus
@Component("closeDelivery")
class CloseDelivery implements AggregationStrategy {

    static final String UNREADABLE = "busUnreadable";

    private static final Logger LOG = LoggerFactory.getLogger(CloseDelivery.class);
    /** The exchange property with the end of the message, for metrics: answered, dropped, dead, expired or cancelled. */
    private static final String END = "busEnd";
    /** The exchange property with the calls of the latest attempt. */
    private static final String CALLS = "busCalls";

    /** Reports that a message can't run now. */
    static final class NotNowException extends Exception {

        NotNowException(String reason) {
            super(reason, null, false, false);
        }
    }

    private final ObjectMapper mapper;
    private final Checkup checkup;
    private final MeterRegistry meters;
    private final BusProperties properties;
    private final AtomicBoolean away = new AtomicBoolean();
    /** {id of the exchange: what its message waits for, until it has run}. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(String source, Redelivery calls) {
    }

    CloseDelivery(ObjectMapper mapper, Checkup checkup, BusProperties properties, MeterRegistry meters) {
        this.mapper = mapper;
        this.checkup = checkup;
        this.meters = meters;
        this.properties = properties;
        meters.gaugeMapSize("caravan.bus.waiting", Tags.empty(), waiting);
    }

    /** Returns why a message is a dead letter. */
    static String reason(Exchange exchange) {
        Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        return failure instanceof BusMessage.PoisonException ? failure.getMessage()
                : exchange.getProperty(UNREADABLE, "The message failed unexpectedly; see the log", String.class);
    }

    /**
     * Reports a broker in health: DEGRADED while it is unreachable or messages wait, never down, because HTTP still works.
     *
     * @param broker  address
     * @param problem why there is no connection; null if there is one
     */
    Health health(String broker, String problem) {
        String reason = problem != null ? problem : waiting.values().stream().findAny()
                .map(one -> waiting.size() + " messages wait: " + one.calls().reason()).orElse(null);
        return (reason == null ? Health.up() : Health.status("DEGRADED").withDetail("reason", reason)).withDetail("broker", broker).build();
    }

    /**
     * Counts a message that was received, and its end when the exchange ends. A message that is not acknowledged is {@code returned}.
     *
     * @param deliveries including this one
     * @throws BusMessage.PoisonException if the message was delivered too often
     */
    void begin(Exchange exchange, String bus, int deliveries) throws BusMessage.PoisonException {
        if (deliveries > 1) {
            meters.counter("caravan.bus.redelivered", "bus", bus).increment();
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                waiting.remove(done.getExchangeId());
                String end = done.isFailed() ? "returned" : done.getProperty(END, "done", String.class);
                meters.counter("caravan.bus.messages", "bus", bus, "end", end).increment();
            }
        });
        if (deliveries > properties.maxDeliveries()) {
            throw new BusMessage.PoisonException("The message was delivered " + (deliveries - 1) + " times without an answer");
        }
    }

    private static void expire(Exchange exchange) {
        exchange.setProperty(END, "expired");
        exchange.removeProperty(UNREADABLE);
        exchange.getMessage().setHeaders(new HashMap<>());
        exchange.getMessage().setBody(null); // nobody waits for the answer
    }

    @Override
    public Exchange aggregate(Exchange message, Exchange attempt) {
        if (attempt.isRouteStop()) { // expired before this attempt
            expire(message);
            return message;
        }
        try {
            message.setException(attempt.getException());
            close(message, attempt, AdmitMessage.Delivery.end(attempt));
        } catch (IOException | NotNowException e) {
            message.setException(e);
        }
        return message;
    }

    private void close(Exchange message, Exchange attempt, boolean wanted) throws IOException, NotNowException {
        if (attempt.getException() != null) {
            return;
        }
        McpRequest request = McpRequest.of(attempt);
        boolean isAnswered = wanted && (request == null || request.kind() == McpRequest.Kind.REQUEST);
        byte[] answer = isAnswered ? attempt.getMessage().getBody(byte[].class) : null;
        message.setProperty(END, wanted ? null : "cancelled");
        Exception caught = attempt.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        String error = answer == null || request != null && caught == null ? "" : mapper.readTree(answer).at("/error/message").asText();
        message.setProperty(UNREADABLE, error.isEmpty() ? null : error);
        message.getMessage().setHeaders(new HashMap<>());
        message.getMessage().setBody(answer);
        Redelivery calls = Redelivery.of(attempt);
        if (caught instanceof McpException refused && (refused.status() == 429 || refused.status() == 503) && calls.obstacle() == null
                && (request == null || request.kind() != McpRequest.Kind.RESPONSE) && (answer == null || !error.isEmpty())) {
            calls.preventedBy(Redelivery.Obstacle.RATE, refused.getMessage());
            long seconds = Long.parseLong(refused.headers().getOrDefault("Retry-After", "1"));
            message.getMessage().setHeader(Exchange.REDELIVERY_DELAY, 1_000 * seconds);
        }
        if (wanted && calls.obstacle() != null && calls.isUntouched()) {
            message.setProperty(CALLS, calls);
            message.setProperty(UNREADABLE, calls.reason());
            throw new NotNowException(calls.reason());
        }
        if (waiting.remove(message.getExchangeId()) != null
                && waiting.values().stream().noneMatch(other -> other.calls().obstacle().isAbsence()) && away.compareAndSet(true, false)) {
            LOG.info("Messages go on source={}", BusMessage.of(message).source());
        }
    }

    /**
     * Returns whether a message waits for another attempt: for the store as long as it is away, otherwise at most for
     * {@code caravan.bus.max-wait}. At most half of the places of its bus are for messages that wait for databases of tools, so that
     * others go on.
     */
    public synchronized boolean mayWait(Exchange exchange) {
        BusMessage message = BusMessage.of(exchange);
        Redelivery calls = exchange.getProperty(CALLS, Redelivery.class);
        if (message.isExpired()) {
            expire(exchange);
            return false;
        }
        boolean store = calls.obstacle() == Redelivery.Obstacle.STORE
                || calls.obstacle() == Redelivery.Obstacle.RATE && checkup.isAway("store");
        boolean database = calls.obstacle() == Redelivery.Obstacle.DATABASE;
        long others = waiting.values().stream()
                .filter(other -> other.calls().obstacle() == Redelivery.Obstacle.DATABASE)
                .filter(other -> other.source().equals(message.source())).count();
        boolean fits = !database || waiting.containsKey(exchange.getExchangeId()) || 2 * others < message.places();
        if (!store && (!fits || message.age().compareTo(properties.maxWait()) > 0)) {
            return false;
        }
        waiting.put(exchange.getExchangeId(), new Waiting(message.source(), calls));
        if ((store || database) && away.compareAndSet(false, true)) {
            LOG.warn("Messages wait reason=\"{}\" source={}", calls.reason(), message.source());
        }
        return true;
    }

    /** Sets the answer to a message that can't be read. */
    public void refuse(Exchange exchange) throws IOException {
        exchange.getMessage().setHeaders(new HashMap<>());
        exchange.getMessage().setBody(mapper.writeValueAsBytes(Map.of("jsonrpc", "2.0", "error",
                Map.of("code", McpException.INVALID_REQUEST, "message", reason(exchange)))));
    }
}
