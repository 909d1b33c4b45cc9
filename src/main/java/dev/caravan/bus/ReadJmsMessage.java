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
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.jms.JmsMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Reads a JMS message (text, or bytes in UTF-8) as {@link BusMessage}. All later steps run on the receiving thread: its session
 * acknowledges the message and sends the answer together, or does neither.
 */
@ConditionalOnProperty("caravan.bus.jms.enabled")
@Component("readJmsMessage")
public record ReadJmsMessage(BusProperties properties, BusHeaders headers, BusOpening opening) implements Processor {

    /** The exchange property with the {@link Message} itself. */
    static final String NATIVE = "jmsMessage";
    /** The exchange property with the destination of the answer. Absent means no answer. */
    static final String REPLY_TO = "jmsReplyTo";

    private static final String DELIVERIES = "JMSXDeliveryCount";
    /** The property with which Artemis tells the size of a message that it keeps in a file. */
    private static final String LARGE = "_AMQ_LARGE_SIZE";

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        exchange.getExchangeExtension().setTransacted(true);
        Message message = received(exchange);
        exchange.setProperty(NATIVE, message);
        int deliveries = deliveries(message);
        if (deliveries > properties.maxDeliveries()) {
            throw new BusMessage.PoisonException("The message was delivered " + (deliveries - 1) + " times without an answer");
        }
        Destination replyTo = message.getJMSReplyTo();
        if (replyTo != null && isAllowed(replyTo)) {
            exchange.setProperty(REPLY_TO, replyTo);
        }
        new BusMessage("/jms/" + properties.jms().queue(), message.getJMSMessageID(), message.getJMSRedelivered() || deliveries > 1, true,
                message.getJMSExpiration(), headers.of(strings(message)), body(message), System.nanoTime()).leaveOn(exchange);
    }

    /** Addresses the answer in the body: destination, correlation id and time to live. Text is answered with text, bytes with bytes. */
    public void answer(Exchange exchange) throws JMSException {
        Message request = exchange.getProperty(NATIVE, Message.class);
        org.apache.camel.Message answer = exchange.getMessage();
        String correlation = request.getJMSCorrelationID();
        answer.setHeader("JMSCorrelationID", correlation == null ? request.getJMSMessageID() : correlation);
        answer.setHeader("CamelJmsDestination", exchange.getProperty(REPLY_TO));
        answer.setHeader("JMSDeliveryMode", request.getJMSDeliveryMode());
        answer.setHeader("JMSPriority", request.getJMSPriority());
        if (request.getJMSExpiration() > 0) {
            answer.setHeader("JMSExpiration", Math.max(request.getJMSExpiration(), System.currentTimeMillis() + 1));
        }
        if (request instanceof TextMessage) {
            answer.setBody(new String(answer.getBody(byte[].class), StandardCharsets.UTF_8));
        }
    }

    /** Returns the message that started the exchange, read or not. */
    static Message received(Exchange exchange) {
        Message read = exchange.getProperty(NATIVE, Message.class);
        return read == null ? exchange.getIn(JmsMessage.class).getJmsMessage() : read;
    }

    /** Returns how often the message was delivered, including this time. */
    static int deliveries(Message message) throws JMSException {
        return message.propertyExists(DELIVERIES) ? message.getIntProperty(DELIVERIES) : 1;
    }

    /**
     * Returns whether the sender may choose this destination. Temporary destinations belong to their sender; an answer to a request queue
     * would become a request.
     */
    private boolean isAllowed(Destination replyTo) throws JMSException {
        if (replyTo instanceof TemporaryQueue || replyTo instanceof TemporaryTopic) {
            return true;
        }
        String name = replyTo instanceof Queue queue ? queue.getQueueName() : ((Topic) replyTo).getTopicName();
        BusProperties.Jms jms = properties.jms();
        boolean own = name.equals(jms.queue()) || name.equals(jms.deadLetters()) || name.equals(jms.auditTopic());
        return !own && jms.replyQueues().matcher(name).matches();
    }

    private static Map<String, String> strings(Message message) throws JMSException {
        Map<String, String> strings = new HashMap<>();
        for (Object own : Collections.list(message.getPropertyNames())) {
            String name = (String) own;
            if (message.getObjectProperty(name) instanceof String text) {
                strings.put(name, text);
            }
        }
        return strings;
    }

    private byte[] body(Message message) throws JMSException, BusMessage.PoisonException {
        long limit = properties.maxMessage().toBytes();
        if (message instanceof BytesMessage bytes) {
            refuse(bytes.getBodyLength(), limit);
            byte[] body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
            return body;
        }
        if (message instanceof TextMessage text) {
            if (message.propertyExists(LARGE)) {
                refuse(message.getLongProperty(LARGE) / 2, limit); // Artemis sends two bytes per character
            }
            byte[] body = text.getText() == null ? new byte[0] : text.getText().getBytes(StandardCharsets.UTF_8);
            refuse(body.length, limit);
            return body;
        }
        throw new BusMessage.PoisonException("The message is neither a text message nor a bytes message");
    }

    private static void refuse(long length, long limit) throws BusMessage.PoisonException {
        if (length > limit) {
            throw new BusMessage.PoisonException("The message exceeds the limit of " + limit + " bytes");
        }
    }
}
