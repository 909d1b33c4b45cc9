package dev.caravan.bus;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jms.core.JmsTemplate;

/**
 * Sends a message unchanged to the dead letter queue, without credentials and with the property {@value #REASON}, in the session that
 * received it. A message that failed and may be redelivered fails again here, so that it stays in its queue.
 */
class JmsDeadLetters implements Processor {

    static final String REASON = "caravanReason";

    private static final Logger LOG = LoggerFactory.getLogger(JmsDeadLetters.class);

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
        if (unreadable == null && !poison && ReadJmsMessage.deliveries(message) < maxDeliveries) {
            throw failure;
        }
        String reason = poison ? failure.getMessage() : unreadable != null ? unreadable : "The message failed unexpectedly; see the log";
        LOG.warn("Message sent to dead letters id={} queue={} reason={}", message.getJMSMessageID(), queue, reason, poison ? null : failure);
        mark(message, reason);
        template.execute(queue, (session, producer) -> {
            producer.send(message, DeliveryMode.PERSISTENT, message.getJMSPriority(), 0);
            return null;
        });
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
            if (!name.startsWith("JMSX") && !name.startsWith("_AMQ") && !name.equals(REASON) && !headers.isSecret(name)) {
                properties.put(name, message.getObjectProperty(name));
            }
        }
        message.clearProperties();
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }
        message.setStringProperty(REASON, reason);
    }
}
