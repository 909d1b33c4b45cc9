package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.caravan.GatewayLog;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TextMessage;
import java.util.List;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveMessage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers go to addresses of every kind, with the correlation id of the request as text or bytes. */
@Tag("full")
class ReplyAddressesTest extends JmsGatewayTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";

    @Test
    void answersGoToATopicWithThePrefix() {
        client.with(session -> {
            Destination topic = session.createTopic("caravan.answers.topic");
            MessageConsumer subscriber = session.createConsumer(topic);
            client.send(client.text(PING), "t", topic, 0);
            assertThat(JmsClient.body(subscriber.receive(SOON_MS))).contains("result");
            return null;
        });
    }

    @Test
    void callersShareAQueueBySelector() {
        client.with(session -> {
            Destination shared = session.createQueue("caravan.answers.shared");
            for (String caller : List.of("a", "b", "c")) {
                client.send(client.text(PING.replace("9", "\"" + caller + "\"")), caller, shared, 0);
            }
            for (String caller : List.of("c", "a", "b")) {
                try (MessageConsumer own = session.createConsumer(shared, "JMSCorrelationID = '" + caller + "'")) {
                    assertThat(JmsClient.body(own.receive(SOON_MS))).contains("\"id\":\"" + caller + "\"");
                }
            }
            return null;
        });
    }

    @Test
    void bytesOfACorrelationIdComeBack() {
        byte[] id = {0, -1, 7};
        client.with(session -> {
            TextMessage request = client.text(PING);
            request.setJMSCorrelationIDAsBytes(id);
            request.setJMSReplyTo(client.answers());
            session.createProducer(session.createQueue(QUEUE)).send(request);
            Message answer = client.next(SOON_MS);
            assertThat(answer.getJMSCorrelationIDAsBytes()).isEqualTo(id);
            return null;
        });
    }

    @Test
    void answersHaveTheirRequestsPriorityAndStreamsAndObjectsAreRefused() {
        client.with(session -> {
            TextMessage request = client.text(PING);
            request.setJMSReplyTo(client.answers());
            session.createProducer(session.createQueue(QUEUE)).send(request, jakarta.jms.DeliveryMode.NON_PERSISTENT, 8, 60_000);
            Message answer = client.next(SOON_MS);
            assertThat(answer.getJMSPriority()).isEqualTo(8);
            // the client library adds what is left of the time to live to its own clock
            assertThat(answer.getJMSExpiration()).isCloseTo(request.getJMSExpiration(), within(1_000L));
            for (Message odd : List.of(session.createObjectMessage("text"), session.createStreamMessage(), session.createMessage())) {
                client.send(odd, "odd", client.answers(), 0);
                assertThat(JmsClient.body(client.next(SOON_MS))).contains("neither a text message nor a bytes message");
                assertThat(client.take(DEAD, SOON_MS).getJMSCorrelationID()).isEqualTo("odd");
            }
            BytesMessage empty = session.createBytesMessage();
            client.send(empty, null, client.answers(), 0);
            assertThat(JmsClient.body(client.next(SOON_MS))).contains("-32700");
            return null;
        });
    }

    @Test
    void theLogNamesADestinationThatIsNotAllowed() {
        try (GatewayLog log = GatewayLog.record()) {
            client.with(session -> client.send(client.text(PING), null, session.createQueue("orders"), 0));
            assertThat(client.ask(PING)).contains("result");
            org.awaitility.Awaitility.await().until(() -> log.text().contains("replyTo=orders"));
        }
    }

    /** Otherwise a gateway with a fast clock drops what the broker has not dropped. */
    @Test
    void theBrokersClockAloneDropsMessages() {
        ClientMessageImpl message = new ClientMessageImpl((byte) 3, true, 1, 0, (byte) 4, 100);
        message.setAddress(SimpleString.of(QUEUE));

        assertThat(message.isExpired()).isTrue();
        new JmsConfiguration.BrokersClock().intercept(new SessionReceiveMessage(1, message, 1), null);

        assertThat(message.isExpired()).isFalse();
        assertThat(message.getLongProperty("caravanExpires")).isEqualTo(1);
    }
}
