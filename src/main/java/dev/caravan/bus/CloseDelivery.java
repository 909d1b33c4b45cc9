package dev.caravan.bus;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.bus.Deliveries.Delivery;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sets the answer for the sender as body: none for a notification, a response or a cancelled request, the earlier answer for a message that
 * has run before. The exchange property {@value #UNREADABLE} holds the reason if the message was refused.
 *
 * <p>A message that can't be admitted now stays with the broker: this step waits, without the property {@value #CLOSED}, and the entry
 * admits it again. It waits as long as the store is away, and at most {@link #PATIENCE} for a rate or another limit.
 */
@OnBus
@Component("closeDelivery")
class CloseDelivery implements Processor {

    static final String UNREADABLE = "busUnreadable";
    static final String CLOSED = "busClosed";

    private static final Logger LOG = LoggerFactory.getLogger(CloseDelivery.class);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final byte[] NOTHING = {};

    /** Returns why a message is a dead letter. */
    static String reason(Exchange exchange) {
        Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        return failure instanceof BusMessage.PoisonException ? failure.getMessage()
                : exchange.getProperty(UNREADABLE, "The message failed unexpectedly; see the log", String.class);
    }

    private final ObjectMapper mapper;
    private final Deliveries deliveries;
    private final BusOpening opening;
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicInteger waiting;
    private volatile String waitsFor;

    CloseDelivery(ObjectMapper mapper, Deliveries deliveries, BusOpening opening, MeterRegistry meters) {
        this.mapper = mapper;
        this.deliveries = deliveries;
        this.opening = opening;
        this.waiting = meters.gauge("caravan.bus.waiting", new AtomicInteger());
    }

    /** Returns why messages wait, for health; null if none waits. */
    String waitsFor() {
        int messages = waiting.get();
        return messages == 0 ? null : messages + " messages wait: " + waitsFor;
    }

    @Override
    public void process(Exchange exchange) throws IOException, InterruptedException {
        byte[] answer = exchange.getMessage().getBody(byte[].class);
        McpRequest request = McpRequest.of(exchange);
        Delivery delivery = Delivery.of(exchange);
        McpException refusal = notNow(exchange, request, answer);
        if (refusal != null) {
            if (holdBack(BusMessage.of(exchange), refusal)) {
                return;
            }
            exchange.setProperty(UNREADABLE, refusal.getMessage());
        }
        exchange.setProperty(CLOSED, true);
        if (request != null && request.kind() != McpRequest.Kind.REQUEST) {
            answer = null;
        }
        if (!delivery.end(answer == null ? NOTHING : answer)) {
            exchange.setProperty(BusMessage.END, "cancelled");
            answer = null;
        }
        if (delivery.earlier() != null) {
            answer = delivery.earlier().length == 0 ? null : delivery.earlier();
        }
        if ((request == null || exchange.getProperty(Exchange.EXCEPTION_CAUGHT) != null) && answer != null) {
            String reason = mapper.readTree(answer).at("/error/message").asText();
            if (!reason.isEmpty()) {
                exchange.setProperty(UNREADABLE, reason);
            }
        }
        exchange.getMessage().setHeaders(new HashMap<>());
        exchange.getMessage().setBody(answer);
    }

    /** Sets the answer to a message that can't be read. */
    public void refuse(Exchange exchange) throws IOException {
        exchange.getMessage().setHeaders(new HashMap<>());
        exchange.getMessage().setBody(mapper.writeValueAsBytes(Map.of("jsonrpc", "2.0", "error",
                Map.of("code", McpException.INVALID_REQUEST, "message", reason(exchange)))));
    }

    /** Returns why the message could not be admitted, if it may be later and no call has begun; else null. */
    private McpException notNow(Exchange exchange, McpRequest request, byte[] answer) throws IOException {
        Delivery delivery = Delivery.of(exchange);
        if (!delivery.isUntouched() || request != null && request.kind() == McpRequest.Kind.RESPONSE) {
            return null;
        }
        if (delivery.heldBack() != null) {
            return McpException.unavailable(delivery.heldBack());
        }
        boolean later = exchange.getProperty(Exchange.EXCEPTION_CAUGHT) instanceof McpException refused
                && (refused.status() == 429 || refused.status() == 503)
                && (answer == null || answer.length == 0 || mapper.readTree(answer).has("error"));
        return later ? exchange.getProperty(Exchange.EXCEPTION_CAUGHT, McpException.class) : null;
    }

    /** Waits until the message may be admitted; returns false if it has waited long enough. */
    private boolean holdBack(BusMessage message, McpException refusal) throws InterruptedException {
        boolean reachable = deliveries.isReachable();
        if (reachable && message.age().compareTo(PATIENCE) > 0) {
            return false;
        }
        if (!reachable && away.compareAndSet(false, true)) {
            LOG.warn("Messages wait because the store can't be reached source={}", message.source());
        }
        waitsFor = refusal.getMessage();
        waiting.incrementAndGet();
        try {
            do {
                opening.pause(Math.min(Long.parseLong(refusal.headers().getOrDefault("Retry-After", "1")), PATIENCE.toSeconds()));
            } while (!deliveries.isReachable());
        } finally {
            waiting.decrementAndGet();
        }
        if (away.compareAndSet(true, false)) {
            LOG.info("Messages go on, the store is back source={}", message.source());
        }
        return true;
    }
}
