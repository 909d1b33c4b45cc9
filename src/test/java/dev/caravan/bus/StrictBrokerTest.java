package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** With a broker of an enterprise, over TLS and with passwords: its users are callers, its queues are full, its addresses are fixed. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrictBrokerTest {

    private static final long SOON_MS = 60_000;
    private static final Duration SOON = Duration.ofMillis(SOON_MS);
    /** SHA-256 of "test". */
    private static final String TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    private StrictBroker broker;
    private BusGateway gateway;

    @BeforeAll
    void start() throws Exception {
        broker = new StrictBroker();
        gateway = new BusGateway(BusGateway.counts(), List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + broker.url(),
                "bus.jms.username=gateway", "bus.jms.password=gateway-secret", "bus.jms.queue=" + StrictBroker.QUEUE,
                "bus.jms.dead-letters=" + StrictBroker.DEAD, "bus.user-header=JMSXUserID", "bus.users.orders=test",
                "security.mode=api-key", "security.keys[0].name=reports", "security.keys[0].sha256=" + TEST,
                "security.keys[0].scopes=tools:call"));
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        broker.close();
    }

    @Test
    void theBrokersUserIsACaller() throws Exception {
        assertThat(ask("orders", call("look", "vouched"), StrictBroker.ANSWERS)).contains("look vouched for reports");
        assertThat(ask("stranger", call("look", "vouched"), StrictBroker.ANSWERS)).contains("Credentials are required");
    }

    /** The property is the broker's: a sender can't write it. */
    @Test
    void nobodyIsTheUserThatHeNames() throws Exception {
        assertThat(ask("stranger", call("look", "forged"), StrictBroker.ANSWERS, "JMSXUserID", "orders"))
                .contains("Credentials are required");
        assertThat(gateway.runs("look", "forged")).isZero();
    }

    @Test
    void anAnswerToAnAddressThatMayNotBeMadeIsDropped() throws Exception {
        try (GatewayLog log = GatewayLog.record()) {
            assertThat(ask("orders", call("change", "nowhere"), "caravan.answers.nowhere")).isNull();
            await().atMost(SOON).until(() -> log.text().contains("An answer was dropped"));
        }
        assertThat(gateway.runs("change", "nowhere")).isEqualTo(1);
        assertThat(broker.depth(StrictBroker.QUEUE)).isZero();
    }

    @Test
    void aMessageStaysInItsQueueWhileTheQueueOfDeadLettersIsFull() throws Exception {
        try (Connection connection = broker.connect("orders"); Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue(StrictBroker.QUEUE));
            for (int i = 0; i < 5; i++) {
                producer.send(session.createTextMessage("{nonsense" + "x".repeat(1_000)));
            }
            await().atMost(SOON).during(Duration.ofSeconds(2)).until(() -> broker.depth(StrictBroker.DEAD) > 0
                    && broker.depth(StrictBroker.QUEUE) + broker.depth(StrictBroker.DEAD) == 5 && broker.depth(StrictBroker.QUEUE) > 0);
            MessageConsumer dead = session.createConsumer(session.createQueue(StrictBroker.DEAD));
            for (int i = 0; i < 5; i++) {
                assertThat(dead.receive(SOON_MS).getStringProperty("caravanReason")).matches("(Parse error|The message was delivered).*");
            }
        }
        await().atMost(SOON).until(() -> broker.depth(StrictBroker.QUEUE) == 0);
    }

    private String ask(String user, String text, String replyTo, String... property) throws Exception {
        try (Connection connection = broker.connect(user); Session session = connection.createSession()) {
            TextMessage message = session.createTextMessage(text);
            if (property.length > 0) {
                message.setObjectProperty(property[0], property[1]);
            }
            Queue answers = session.createQueue(StrictBroker.ANSWERS);
            message.setJMSReplyTo(replyTo.equals(StrictBroker.ANSWERS) ? answers
                    : org.apache.activemq.artemis.jms.client.ActiveMQDestination.createQueue(replyTo));
            session.createProducer(session.createQueue(StrictBroker.QUEUE)).send(message);
            MessageConsumer consumer = session.createConsumer(answers);
            Message answer = consumer.receive(replyTo.equals(StrictBroker.ANSWERS) ? SOON_MS : 2_000);
            return answer == null ? null : JmsClient.body(answer);
        }
    }
}
