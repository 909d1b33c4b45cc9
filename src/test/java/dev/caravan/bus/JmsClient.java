package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Over JMS, with a temporary queue for the answers. For one thread. */
public final class JmsClient implements BusClient {

    private static final long PATIENCE_MS = 60_000;

    private final ActiveMQConnectionFactory factory;
    private final Connection connection;
    private final Session session;
    private final String queue;
    private final Destination answers;
    private final MessageConsumer replies;

    public JmsClient(String brokerUrl, String queue) {
        this.factory = new ActiveMQConnectionFactory(brokerUrl);
        this.queue = queue;
        try {
            connection = factory.createConnection();
            connection.start();
            session = connection.createSession();
            answers = session.createTemporaryQueue();
            replies = session.createConsumer(answers);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a test does with JMS itself. */
    public interface Work<T> {
        T in(Session session) throws JMSException;
    }

    public <T> T with(Work<T> work) {
        try {
            return work.in(session);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String ask(String message, String... headers) {
        String correlation = UUID.randomUUID().toString();
        send(text(message, headers), correlation, answers, 0);
        Message answer = next(PATIENCE_MS);
        assertThat(answer).as("an answer to " + message).isNotNull();
        String answered = with(in -> answer.getJMSCorrelationID());
        assertThat(answered).isEqualTo(correlation);
        return body(answer);
    }

    @Override
    public void tell(String message, String... headers) {
        send(text(message, headers), null, null, 0);
    }

    TextMessage text(String message, String... headers) {
        return with(in -> {
            TextMessage text = in.createTextMessage(message);
            for (int i = 0; i < headers.length; i += 2) {
                text.setStringProperty(headers[i].replace('-', '_'), headers[i + 1]);
            }
            return text;
        });
    }

    /** @return its id */
    String send(Message message, String correlation, Destination replyTo, long timeToLive) {
        return with(in -> {
            message.setJMSCorrelationID(correlation);
            message.setJMSReplyTo(replyTo);
            try (MessageProducer producer = in.createProducer(in.createQueue(queue))) {
                producer.setTimeToLive(timeToLive);
                producer.send(message);
            }
            return message.getJMSMessageID();
        });
    }

    Destination answers() {
        return answers;
    }

    /** The next answer; null: none came. */
    Message next(long millis) {
        return with(in -> replies.receive(millis));
    }

    /** Takes one message off another queue; null: none came. */
    Message take(String other, long millis) {
        return with(in -> {
            try (MessageConsumer consumer = in.createConsumer(in.createQueue(other))) {
                return consumer.receive(millis);
            }
        });
    }

    static String body(Message message) {
        try {
            if (message instanceof BytesMessage bytes) {
                byte[] body = new byte[(int) bytes.getBodyLength()];
                bytes.readBytes(body);
                return new String(body, StandardCharsets.UTF_8);
            }
            return ((TextMessage) message).getText();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
            factory.close();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
