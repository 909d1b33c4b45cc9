package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Qpid JMS, which speaks AMQP 1.0: requests, answers, correlation, groups, priorities and expiry as over Artemis' own protocol. */
@Tag("full")
class QpidClientTest extends JmsGatewayTest {

    private static final int COUNT = 100;

    private final String run = "qpid" + System.nanoTime();
    private Connection connection;
    private Session session;
    private MessageProducer producer;

    @BeforeEach
    void connectQpid() throws JMSException {
        connection = new JmsConnectionFactory(broker.replace("tcp://", "amqp://")).createConnection();
        connection.start();
        session = connection.createSession();
        producer = session.createProducer(session.createQueue(QUEUE));
    }

    @AfterEach
    void disconnectQpid() throws JMSException {
        connection.close();
    }

    @Test
    void eachRequestRunsOnceAndIsAnsweredAtItsTemporaryQueue() throws Exception {
        Destination answers = session.createTemporaryQueue();
        try (MessageConsumer replies = session.createConsumer(answers)) {
            for (int i = 0; i < COUNT; i++) {
                send(call("change", run + i), "c" + i, answers);
            }
            Map<String, String> answered = new HashMap<>();
            for (int i = 0; i < COUNT; i++) {
                Message answer = replies.receive(SOON_MS);
                assertThat(answered.put(answer.getJMSCorrelationID(), JmsClient.body(answer))).isNull();
            }
            for (int i = 0; i < COUNT; i++) {
                assertThat(answered.get("c" + i)).contains("change " + run + i + " for local");
                assertThat(gateway.runs("change", run + i)).isEqualTo(1);
            }
            assertThat(replies.receive(NEVER_MS)).isNull();
        }
    }

    @Test
    void answersGoToANamedQueueAndATopic() throws Exception {
        String named = "caravan.answers." + run;
        for (Destination answers : List.of(session.createQueue(named), session.createTopic(named + "t"))) {
            try (MessageConsumer replies = session.createConsumer(answers)) {
                send(call("look", run), "named", answers);
                Message answer = replies.receive(SOON_MS);
                assertThat(answer).as(answers.toString()).isNotNull();
                assertThat(answer.getJMSCorrelationID()).isEqualTo("named");
            }
        }
    }

    @Test
    void theMessageIdIsTheDefaultCorrelationId() throws Exception {
        Destination answers = session.createTemporaryQueue();
        try (MessageConsumer replies = session.createConsumer(answers)) {
            String id = send(call("look", run), null, answers);
            assertThat(replies.receive(SOON_MS).getJMSCorrelationID()).isEqualTo(id);
        }
    }

    @Test
    void bytesOfACorrelationIdComeBackAndBytesGetBytes() throws Exception {
        byte[] correlation = {0, -1, 7, 9};
        Destination answers = session.createTemporaryQueue();
        try (MessageConsumer replies = session.createConsumer(answers)) {
            BytesMessage request = session.createBytesMessage();
            request.writeBytes(call("look", run).getBytes(StandardCharsets.UTF_8));
            request.setJMSCorrelationIDAsBytes(correlation);
            request.setJMSReplyTo(answers);
            producer.send(request);
            Message answer = replies.receive(SOON_MS);
            assertThat(answer.getJMSCorrelationIDAsBytes()).isEqualTo(correlation);
            assertThat(answer).isInstanceOf(BytesMessage.class);
            assertThat(JmsClient.body(answer)).contains("look " + run + " for local");
        }
    }

    @Test
    void answersHaveThePriorityAndExpiryOfTheirRequests() throws Exception {
        Destination answers = session.createTemporaryQueue();
        try (MessageConsumer replies = session.createConsumer(answers)) {
            TextMessage request = session.createTextMessage(call("look", run));
            request.setJMSReplyTo(answers);
            producer.send(request, jakarta.jms.DeliveryMode.PERSISTENT, 8, 60_000);
            Message answer = replies.receive(SOON_MS);
            assertThat(answer.getJMSPriority()).isEqualTo(8);
            assertThat(answer.getJMSExpiration()).isBetween(request.getJMSExpiration() - 1_000, request.getJMSExpiration() + 1_000);
        }
    }

    @Test
    void aGroupKeepsItsOrder() throws Exception {
        gateway.hold();
        for (String word : List.of("first", "second")) {
            TextMessage request = session.createTextMessage(call(word.equals("first") ? "look_very_slowly" : "look", run + word));
            request.setStringProperty("JMSXGroupID", run);
            producer.send(request);
        }
        await().atMost(Duration.ofMillis(SOON_MS)).until(() -> gateway.runs("look_very_slowly", run + "first") == 1);
        await().during(Duration.ofMillis(NEVER_MS)).until(() -> gateway.runs("look", run + "second") == 0);
        gateway.release();
        await().atMost(Duration.ofMillis(SOON_MS)).until(() -> gateway.runs("look", run + "second") == 1);
    }

    /** @return its id */
    private String send(String body, String correlation, Destination answers) throws JMSException {
        TextMessage request = session.createTextMessage(body);
        request.setJMSCorrelationID(correlation);
        request.setJMSReplyTo(answers);
        producer.send(request);
        return request.getJMSMessageID();
    }
}
