package dev.caravan.bus;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jms.core.JmsTemplate;

/**
 * Sends a message to the dead letter queue, in the session that received it: its body unchanged, the properties that JMS can carry except
 * credentials, and the property {@value #REASON}. A message that failed and may be redelivered fails again here, so that it stays in its
 * queue.
 */
class JmsDeadLetters implements Processor {

    static final String REASON = "caravanReason";

    private static final Logger LOG = LoggerFactory.getLogger(JmsDeadLetters.class);
    /** What selectors read as something else than a name. */
    private static final Set<String> RESERVED = Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS",
            "ESCAPE");

    private final JmsTemplate template;
    private final String queue;
    private final BusHeaders headers;
    private final int maxDeliveries;

    JmsDeadLetters(JmsTemplate template, String queue, BusHeaders headers, int maxDeliveries) {
        this.template = template;
        this.queue = queue;
        this.headers = headers;
        this.maxDeliveries = maxDeliveries;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        Message message = ReadJmsMessage.received(exchange);
        Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        boolean poison = failure instanceof PoisonException;
        String unreadable = exchange.getProperty(CloseDelivery.UNREADABLE, String.class);
        boolean stopping = failure instanceof InterruptedException;
        if (unreadable == null && !poison && (stopping || ReadJmsMessage.deliveries(message) < maxDeliveries)) {
            throw failure;
        }
        String reason = poison ? failure.getMessage() : unreadable != null ? unreadable : "The message failed unexpectedly; see the log";
        String id = message.getJMSMessageID();
        try {
            mark(message, reason);
            template.execute(queue, (session, producer) -> {
                producer.send(message, DeliveryMode.PERSISTENT, message.getJMSPriority(), 0);
                return null;
            });
        } catch (JMSException | RuntimeException e) {
            LOG.error("Message not sent to dead letters, returned to its queue id={} queue={} reason={} error={}", id, queue, reason,
                    e.toString());
            throw e;
        }
        LOG.warn("Message sent to dead letters id={} queue={} reason={}", id, queue, reason, poison ? null : failure);
    }

    /** Sets the reason. Properties of a received message can only be set after all are cleared. */
    private void mark(Message message, String reason) throws JMSException {
        Map<String, Object> properties = new LinkedHashMap<>();
        Enumeration<?> names = message.getPropertyNames();
        List<String> own = new ArrayList<>();
        while (names.hasMoreElements()) {
            own.add((String) names.nextElement());
        }
        for (String name : own) {
            // STOMP and AMQP have names that JMS does not; the gateway reads _ as -
            String legal = name.replace('-', '_');
            if (!name.startsWith("JMS") && !name.startsWith("_AMQ") && !name.equals(REASON) && !headers.isSecret(name) && isLegal(legal)) {
                properties.put(legal, message.getObjectProperty(name));
            }
        }
        message.clearProperties();
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }
        message.setStringProperty(REASON, reason);
    }

    private static boolean isLegal(String name) {
        return SourceVersion.isIdentifier(name) && !RESERVED.contains(name.toUpperCase(Locale.ROOT));
    }
}
