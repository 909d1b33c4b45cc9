package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.jms.Connection;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers that leave before their answers, or cancel their requests, leave nothing at the broker, and metrics count them. */
@Tag("full")
class LeftCallersTest extends JmsGatewayTest {

    private static final int CALLERS = 100;
    private static final Duration SOON = Duration.ofMillis(SOON_MS);

    @Test
    void callersThatLeaveLeaveNoQueue() throws Exception {
        double before = ended("dropped");
        List<String> left = new ArrayList<>();
        gateway.bean(org.apache.camel.CamelContext.class).getRouteController().stopRoute("entry-jms");
        for (int i = 0; i < CALLERS; i++) {
            try (JmsClient caller = new JmsClient(broker, QUEUE)) {
                caller.send(caller.text(call("change", "left" + i)), null, caller.answers(), 0);
                left.add(caller.with(session -> ((TemporaryQueue) caller.answers()).getQueueName()));
            }
        }
        gateway.bean(org.apache.camel.CamelContext.class).getRouteController().startRoute("entry-jms");

        await().atMost(SOON).until(() -> ended("dropped") == before + CALLERS);
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker);
                Connection connection = factory.createConnection()) {
            ClientSession session = ((ActiveMQSession) connection.createSession()).getCoreSession();
            for (String name : left) {
                assertThat(session.queueQuery(SimpleString.of(name)).isExists()).as(name).isFalse();
            }
        }
        for (int i = 0; i < CALLERS; i++) {
            assertThat(gateway.runs("change", "left" + i)).isEqualTo(1);
        }
    }

    @Test
    void aRequestIsCancelledByItsSenderAlone() throws Exception {
        gateway.hold();
        double before = ended("cancelled");
        client.send(client.text(call("look_very_slowly", "cancelled")), "c", client.answers(), 0);
        await().atMost(SOON).until(() -> gateway.runs("look_very_slowly", "cancelled") == 1);
        String cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"cancelled\"}}";
        try (JmsClient other = new JmsClient(broker, QUEUE)) {
            other.send(other.text(cancel), null, other.answers(), 0);
            client.send(client.text(cancel, "X-User-Id", "another"), null, client.answers(), 0);
            assertThat(other.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).contains("result");
        }
        await().during(Duration.ofMillis(NEVER_MS)).until(() -> ended("cancelled") == before);

        client.send(client.text(cancel), null, client.answers(), 0);

        await().atMost(SOON).until(() -> ended("cancelled") == before + 1);
        assertThat(client.next(NEVER_MS)).isNull();
        gateway.release();
    }

    @Test
    void metricsCountEachEnd() throws Exception {
        double answered = ended("answered");
        double done = ended("done");
        double dead = ended("dead");
        client.ask(call("look", "counted"));
        client.tell(call("look", "counted"));
        client.tell("{nonsense");
        assertThat(client.take(DEAD, SOON_MS)).isNotNull();

        await().atMost(SOON).until(() -> ended("answered") == answered + 1 && ended("done") == done + 1 && ended("dead") == dead + 1);
        assertThat(gateway.operations("/actuator/prometheus")).contains("caravan_bus_messages_total{bus=\"jms\",end=\"answered\"}",
                "caravan_bus_waiting");
    }

    private static double ended(String end) {
        var counter = gateway.bean(MeterRegistry.class).find("caravan.bus.messages").tags("bus", "jms", "end", end).counter();
        return counter == null ? 0 : counter.count();
    }
}
