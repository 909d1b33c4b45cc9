package dev.caravan.bus;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.jms.JmsMessage;
import org.apache.camel.component.jms.MessageCreatedStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jms.connection.SessionProxy;
import org.springframework.stereotype.Component;

/**
 * Reads a JMS message (text, or bytes in UTF-8) as {@link BusMessage}. All later steps run on the receiving thread: its session
 * acknowledges the message and sends the answer together, or does neither.
 */
@ConditionalOnProperty("caravan.bus.jms.enabled")
@Component("readJmsMessage")
public record ReadJmsMessage(BusProperties properties, BusHeaders headers, BusOpening opening, MeterRegistry meters)
        implements Processor, MessageCreatedStrategy {

    /** The property with the time at which the broker drops a message, as its sender wrote it. */
    static final String EXPIRES = "caravanExpires";
    /** The exchange property with the {@link Message} itself. */
    static final String NATIVE = "jmsMessage";
    /** The exchange property with the destination of the answer. Absent means no answer. */
    static final String REPLY_TO = "jmsReplyTo";

    private static final Logger LOG = LoggerFactory.getLogger(ReadJmsMessage.class);
    private static final String SESSION = "jmsSession";
    private static final String DELIVERIES = "JMSXDeliveryCount";
    /** The property with which Artemis tells the size of a message that it keeps in a file. */
    private static final String LARGE = "_AMQ_LARGE_SIZE";
    /** The property with the id of a message that was sent by AMQP. */
    private static final String AMQP_ID = "NATIVE_MESSAGE_ID";

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        exchange.getExchangeExtension().setTransacted(true);
        JmsMessage in = exchange.getIn(JmsMessage.class);
        Message message = in.getJmsMessage();
        exchange.setProperty(NATIVE, message);
        Session session = in.getJmsSession() instanceof SessionProxy proxy ? proxy.getTargetSession() : in.getJmsSession();
        exchange.setProperty(SESSION, ((ActiveMQSession) session).getCoreSession());
        int deliveries = deliveries(message);
        BusMessage.count(exchange, meters, "jms", deliveries > 1);
        ActiveMQDestination replyTo = replyTo(exchange, message.getJMSReplyTo());
        exchange.setProperty(REPLY_TO, replyTo);
        if (deliveries > properties.maxDeliveries()) {
            throw new BusMessage.PoisonException("The message was delivered " + (deliveries - 1) + " times without an answer");
        }
        Map<String, String> texts = new HashMap<>();
        for (Object name : Collections.list(message.getPropertyNames())) {
            if (message.getObjectProperty((String) name) instanceof String text) {
                texts.put((String) name, text);
            }
        }
        long expires = expires(message);
        exchange.setProperty(BusMessage.PROPERTY, new BusMessage("/jms/" + properties.jms().queue(), message.getJMSMessageID(),
                message.getJMSRedelivered() || deliveries > 1, true,
                expires == 0 || message.getJMSTimestamp() == 0 ? null : Duration.ofMillis(expires - message.getJMSTimestamp()),
                replyTo == null ? null : replyTo.getAddress(), headers.of(texts), body(message), System.nanoTime()));
    }

    /**
     * Addresses the answer in the body: destination and time to live. Text is answered with text, bytes with bytes.
     *
     * @throws InvalidDestinationException if the destination is gone; sending would make it again
     */
    public void answer(Exchange exchange) throws JMSException, ActiveMQException {
        Message request = exchange.getProperty(NATIVE, Message.class);
        ActiveMQDestination replyTo = exchange.getProperty(REPLY_TO, ActiveMQDestination.class);
        ClientSession.AddressQuery there = exchange.getProperty(SESSION, ClientSession.class).addressQuery(replyTo.getSimpleAddress());
        if (!there.isExists() && (replyTo.isTemporary() || !there.isAutoCreateAddresses())) {
            throw new InvalidDestinationException("The destination is not there");
        }
        org.apache.camel.Message answer = exchange.getMessage();
        answer.setHeader("CamelJmsDestination", replyTo);
        answer.setHeader("JMSDeliveryMode", request.getJMSDeliveryMode());
        answer.setHeader("JMSPriority", request.getJMSPriority());
        if (expires(request) > 0) {
            answer.setHeader("JMSExpiration", Math.max(expires(request), System.currentTimeMillis() + 1));
        }
        if (request instanceof TextMessage) {
            answer.setBody(new String(answer.getBody(byte[].class), StandardCharsets.UTF_8));
        }
        if (exchange.getProperty(BusMessage.END) == null) {
            exchange.setProperty(BusMessage.END, "answered");
        }
    }

    /** Sets the correlation id: that of the request as text or bytes, else its message id. */
    @Override
    public void onMessageCreated(Message answer, Session session, Exchange exchange, Throwable cause) {
        Message request = exchange.getProperty(NATIVE, Message.class);
        try {
            String text = request.getJMSCorrelationID();
            byte[] bytes = text == null ? request.getJMSCorrelationIDAsBytes() : null;
            if (bytes != null) {
                answer.setJMSCorrelationIDAsBytes(bytes);
            } else {
                answer.setJMSCorrelationID(text != null ? text
                        : request.propertyExists(AMQP_ID) ? request.getStringProperty(AMQP_ID) : request.getJMSMessageID());
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
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

    private static long expires(Message message) throws JMSException {
        return message.propertyExists(EXPIRES) ? message.getLongProperty(EXPIRES) : message.getJMSExpiration();
    }

    /**
     * Returns the destination that the sender chose, if it may choose it; else null. A temporary destination belongs to its sender; an
     * answer to a request queue would become a request. A destination without a type, as of STOMP, is a queue; so is a dynamic one of
     * AMQP.
     */
    private ActiveMQDestination replyTo(Exchange exchange, Destination named) throws ActiveMQException {
        if (!(named instanceof ActiveMQDestination replyTo)) {
            return null;
        }
        BusProperties.Jms jms = properties.jms();
        String name = replyTo.getName();
        boolean own = name.equals(jms.queue()) || name.equals(jms.deadLetters()) || name.equals(jms.auditTopic());
        if (replyTo.isTemporary() || !own && jms.replyQueues().matcher(name).matches()) {
            return replyTo instanceof Topic || replyTo.isTemporary() ? replyTo : ActiveMQDestination.createQueue(name);
        }
        if (exchange.getProperty(SESSION, ClientSession.class).queueQuery(replyTo.getSimpleAddress()).isTemporary()) {
            return ActiveMQDestination.createTemporaryQueue(name);
        }
        LOG.warn("Message gets no answer, because caravan.bus.jms.reply-queues does not allow its destination replyTo={}", name);
        return null;
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
