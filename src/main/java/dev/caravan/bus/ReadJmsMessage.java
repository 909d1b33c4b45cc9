package dev.caravan.bus;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
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
public record ReadJmsMessage(BusProperties properties, BusHeaders headers, BusOpening opening, CloseDelivery closing)
        implements Processor, MessageCreatedStrategy {

    /** The property with the time at which the broker drops a message, as its sender wrote it. */
    static final String EXPIRES = "caravanExpires";
    /** The exchange property with the destination of the answer. Absent means no answer. */
    private static final String REPLY_TO = "jmsReplyTo";

    private static final Logger LOG = LoggerFactory.getLogger(ReadJmsMessage.class);

    @Override
    public void process(Exchange exchange) throws Exception {
        opening.await();
        exchange.getExchangeExtension().setTransacted(true);
        JmsMessage in = exchange.getIn(JmsMessage.class);
        BusMessage.keep(exchange, in);
        Message message = in.getJmsMessage();
        int deliveries = in.getHeader("JMSXDeliveryCount", 1, Integer.class);
        ActiveMQDestination replyTo = replyTo(exchange, message.getJMSReplyTo());
        exchange.setProperty(REPLY_TO, replyTo);
        closing.begin(exchange, "jms", deliveries);
        long expires = expires(message);
        exchange.setProperty(BusMessage.PROPERTY, new BusMessage("/jms/" + properties.jms().queue(), properties.jms().consumers(),
                message.getJMSMessageID(), message.getJMSRedelivered() || deliveries > 1, true,
                expires == 0 || message.getJMSTimestamp() == 0 ? null : Duration.ofMillis(expires - message.getJMSTimestamp()),
                replyTo == null ? null : replyTo.getAddress(), headers.of(in.getHeaders()), body(message), System.nanoTime()));
    }

    /**
     * Addresses the answer in the body: destination and time to live. Text is answered with text, bytes with bytes.
     *
     * @throws InvalidDestinationException if the destination is gone; sending would make it again
     */
    public void answer(Exchange exchange) throws JMSException, ActiveMQException {
        Message request = received(exchange);
        ActiveMQDestination replyTo = exchange.getProperty(REPLY_TO, ActiveMQDestination.class);
        ClientSession.AddressQuery there = session(exchange).addressQuery(replyTo.getSimpleAddress());
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
            answer.setBody(answer.getBody(String.class));
        }
    }

    /** Sets the correlation id: that of the request as text or bytes, else its message id. */
    @Override
    public void onMessageCreated(Message answer, Session session, Exchange exchange, Throwable cause) {
        ActiveMQMessage request = (ActiveMQMessage) received(exchange);
        Object amqp = request.getCoreMessage().getObjectProperty("NATIVE_MESSAGE_ID");
        Object id = request.getCoreMessage().getCorrelationID();
        ((ActiveMQMessage) answer).getCoreMessage().setCorrelationID(id != null ? id : amqp != null ? amqp : request.getJMSMessageID());
    }

    private static Message received(Exchange exchange) {
        return ((JmsMessage) BusMessage.received(exchange)).getJmsMessage();
    }

    private static ClientSession session(Exchange exchange) {
        Session session = ((JmsMessage) BusMessage.received(exchange)).getJmsSession();
        return ((ActiveMQSession) (session instanceof SessionProxy proxy ? proxy.getTargetSession() : session)).getCoreSession();
    }

    /**
     * Makes the received message the dead letter: its body unchanged, its properties except credentials, and the property
     * {@code caravanReason}. JMS can't carry the names of STOMP and AMQP with a dash; the gateway reads _ as such.
     */
    public void deadLetter(Exchange exchange) throws JMSException {
        ActiveMQMessage message = (ActiveMQMessage) received(exchange);
        org.apache.activemq.artemis.api.core.Message core = message.getCoreMessage();
        for (SimpleString property : List.copyOf(core.getPropertyNames())) {
            Object value = core.removeProperty(property);
            String name = property.toString();
            if (!name.matches("(JMSX|_AMQ|caravan).*") && !headers.isSecret(name)) {
                core.putObjectProperty(name.replace('-', '_'), value);
            }
        }
        core.putStringProperty(BusHeaders.REASON, CloseDelivery.reason(exchange));
        message.setJMSDeliveryMode(DeliveryMode.PERSISTENT);
        exchange.setMessage(new JmsMessage(exchange, message, null, null));
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
        boolean own = List.of(jms.queue(), jms.deadLetters(), jms.auditTopic(), jms.eventsTopic()).contains(name);
        if (replyTo.isTemporary() || !own && jms.replyQueues().matcher(name).matches()) {
            return replyTo instanceof Topic || replyTo.isTemporary() ? replyTo : ActiveMQDestination.createQueue(name);
        }
        if (session(exchange).queueQuery(replyTo.getSimpleAddress()).isTemporary()) {
            return ActiveMQDestination.createTemporaryQueue(name);
        }
        LOG.warn("Message gets no answer, because caravan.bus.jms.reply-queues does not allow its destination replyTo={}", name);
        return null;
    }

    private byte[] body(Message message) throws JMSException, BusMessage.PoisonException {
        if (message instanceof BytesMessage bytes) {
            properties.checkSize(bytes.getBodyLength());
            byte[] body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
            return body;
        }
        if (!(message instanceof TextMessage text)) {
            throw new BusMessage.PoisonException("The message is neither a text message nor a bytes message");
        }
        // Artemis tells the size of a message that it keeps in a file, with two bytes per character
        properties.checkSize(message.getObjectProperty("_AMQ_LARGE_SIZE") instanceof Long size ? size / 2 : 0);
        byte[] body = Objects.requireNonNullElse(text.getText(), "").getBytes(StandardCharsets.UTF_8);
        properties.checkSize(body.length);
        return body;
    }
}
