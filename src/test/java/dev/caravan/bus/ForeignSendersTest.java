package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Senders that don't speak Artemis' own protocol, or give their messages no id. */
@Tag("full")
class ForeignSendersTest extends JmsGatewayTest {

    private static final int LETTERS = 21;
    private static final String SECRET = "sk-of-the-caller";

    private final String word = "w" + UUID.randomUUID();

    @Test
    void equalMessagesWithoutAnIdAllRun() throws Exception {
        client.with(session -> {
            try (MessageProducer producer = session.createProducer(session.createQueue(QUEUE))) {
                producer.setDisableMessageID(true);
                for (int i = 0; i < 3; i++) {
                    producer.send(client.text(call("change", word)));
                }
            }
            return null;
        });

        runs(3);
    }

    @Test
    void equalStompMessagesAllRun() throws Exception {
        try (StompClient stomp = new StompClient(broker)) {
            for (int i = 0; i < 3; i++) {
                stomp.send(QUEUE, call("change", word));
            }
        }

        runs(3);
    }

    @Test
    void theIdempotencyKeyTellsARepetitionWithoutAnId() throws Exception {
        try (StompClient stomp = new StompClient(broker)) {
            for (int i = 0; i < 3; i++) {
                stomp.send(QUEUE, call("change", word), "Idempotency-Key:" + word);
            }
        }

        runs(1);
    }

    @Test
    void deadLettersOfStompHaveTheirReasonAndNoSecret() throws Exception {
        int before = atTheBroker();
        try (StompClient stomp = new StompClient(broker)) {
            for (int i = 0; i < LETTERS; i++) {
                stomp.send(QUEUE, "{nonsense", "x-user-id:ann", "x-api-key:" + SECRET, "authorization:Bearer " + SECRET,
                        "X-MCP-Instance:" + SECRET,
                        "my-session-token:" + SECRET, "note:kept", "a.b:odd");
            }
        }

        areDeadLetters(before);
    }

    @Test
    void deadLettersOfAmqpHaveTheirReasonAndNoSecret() throws Exception {
        int before = atTheBroker();
        JmsConnectionFactory factory = new JmsConnectionFactory(broker.replace("tcp://", "amqp://"));
        factory.setValidatePropertyNames(false);
        try (Connection connection = factory.createConnection(); Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            for (int i = 0; i < LETTERS; i++) {
                TextMessage message = session.createTextMessage("{nonsense");
                for (String[] property : new String[][]{{"x-user-id", "ann"}, {"x-api-key", SECRET}, {"authorization", "Bearer " + SECRET},
                    {"X-MCP-Instance", SECRET},
                        {"my-session-token", SECRET}, {"note", "kept"}, {"a.b", "odd"}}) {
                    message.setStringProperty(property[0], property[1]);
                }
                producer.send(message);
            }
        }

        areDeadLetters(before);
    }

    private void areDeadLetters(int before) throws JMSException {
        for (int i = 0; i < LETTERS; i++) {
            Message dead = client.take(DEAD, SOON_MS);
            assertThat(dead).as("dead letter " + i).isNotNull();
            assertThat(dead.getStringProperty("caravanReason")).startsWith("Parse error");
            assertThat(JmsClient.body(dead)).isEqualTo("{nonsense");
            assertThat(dead.getStringProperty("x_user_id")).isEqualTo("ann");
            assertThat(dead.getStringProperty("note")).isEqualTo("kept");
            List<String> values = new ArrayList<>();
            for (Object name : Collections.list(dead.getPropertyNames())) {
                values.add(name + "=" + dead.getObjectProperty((String) name));
            }
            assertThat(values.toString()).doesNotContain(SECRET);
        }
        assertThat(atTheBroker()).as("what the broker itself takes for dead").isEqualTo(before);
    }

    /** How many messages the broker has given up. */
    private int atTheBroker() {
        return client.with(session -> Collections.list(session.createBrowser(session.createQueue("DLQ")).getEnumeration()).size());
    }

    private void runs(int times) throws Exception {
        await().atMost(java.time.Duration.ofMillis(SOON_MS)).until(() -> gateway.runs("change", word) >= times);
        client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        await().during(java.time.Duration.ofMillis(NEVER_MS)).until(() -> gateway.runs("change", word) == times);
    }
}
