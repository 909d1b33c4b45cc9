package dev.caravan.bus;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.jms.JmsMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Reads a message of JMS as {@link BusMessage}, text or bytes in UTF-8. Has all that follows happen on the thread that received it, whose
 * session then takes the message off its queue and sends the answer, or does neither. One that nobody waits for any more ends here.
 */
@ConditionalOnProperty("caravan.bus.jms.enabled")
@Component("readJmsMessage")
class ReadJmsMessage implements Processor {

    /** Exchange property with the {@link Message} itself. */
    static final String NATIVE = "jmsMessage";
    /** Exchange property with where the answer goes; absent: nowhere. */
    static final String REPLY_TO = "jmsReplyTo";

    private static final String DELIVERIES = "JMSXDeliveryCount";
    /** What Artemis says of the size of a message that it has in a file. */
    private static final String LARGE = "_AMQ_LARGE_SIZE";

    private final BusProperties properties;
    private final JmsProperties jms;
    private final BusHeaders headers;
    private final BusOpening opening;

    ReadJmsMessage(BusProperties properties, JmsProperties jms, BusHeaders headers, BusOpening opening) {
        this.properties = properties;
        this.jms = jms;
        this.headers = headers;
        this.opening = opening;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        exchange.getExchangeExtension().setTransacted(true);
        Message message = received(exchange);
        exchange.setProperty(NATIVE, message);
        if (message.getJMSExpiration() > 0 && message.getJMSExpiration() <= System.currentTimeMillis()) {
            exchange.setRouteStop(true);
            return;
        }
        int deliveries = deliveries(message);
        if (deliveries > properties.maxDeliveries()) {
            throw new PoisonException("It was delivered " + (deliveries - 1) + " times, and never answered");
        }
        Destination replyTo = message.getJMSReplyTo();
        if (replyTo != null && isAllowed(replyTo)) {
            exchange.setProperty(REPLY_TO, replyTo);
        }
        new BusMessage("/jms/" + jms.queue(), message.getJMSMessageID(), message.getJMSRedelivered() || deliveries > 1, true,
                headers.of(strings(message)), body(message)).leaveOn(exchange);
    }

    /** The message that the exchange began with, whether it was read or not. */
    static Message received(Exchange exchange) {
        Message read = exchange.getProperty(NATIVE, Message.class);
        return read == null ? exchange.getIn(JmsMessage.class).getJmsMessage() : read;
    }

    /** How often it was delivered, with this time. */
    static int deliveries(Message message) throws JMSException {
        return message.propertyExists(DELIVERIES) ? message.getIntProperty(DELIVERIES) : 1;
    }

    /** Temporary destinations are their sender's own; an answer to one of the gateway's would be a request. */
    private boolean isAllowed(Destination replyTo) throws JMSException {
        if (replyTo instanceof TemporaryQueue || replyTo instanceof TemporaryTopic) {
            return true;
        }
        String name = replyTo instanceof Queue queue ? queue.getQueueName() : ((Topic) replyTo).getTopicName();
        boolean own = name.equals(jms.queue()) || name.equals(jms.deadLetters()) || name.equals(jms.auditTopic());
        return !own && jms.replyQueues().matcher(name).matches();
    }

    private static Map<String, String> strings(Message message) throws JMSException {
        Map<String, String> strings = new HashMap<>();
        Enumeration<?> names = message.getPropertyNames();
        while (names.hasMoreElements()) {
            String name = (String) names.nextElement();
            if (message.getObjectProperty(name) instanceof String text) {
                strings.put(name, text);
            }
        }
        return strings;
    }

    private byte[] body(Message message) throws JMSException, PoisonException {
        long limit = properties.maxMessage().toBytes();
        if (message instanceof BytesMessage bytes) {
            refuse(bytes.getBodyLength(), limit);
            byte[] body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
            return body;
        }
        if (message instanceof TextMessage text) {
            if (message.propertyExists(LARGE)) {
                refuse(message.getLongProperty(LARGE) / 2, limit); // two bytes a character, as it is sent
            }
            byte[] body = text.getText() == null ? new byte[0] : text.getText().getBytes(StandardCharsets.UTF_8);
            refuse(body.length, limit);
            return body;
        }
        throw new PoisonException("It is neither text nor bytes");
    }

    private static void refuse(long length, long limit) throws PoisonException {
        if (length > limit) {
            throw new PoisonException("It is larger than " + limit + " bytes");
        }
    }
}
