package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The audit event of a request over HTTP is published to the JMS topic once, with no header of the request. */
@Tag("full")
class AuditTopicTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String NAME = "audit-topic-" + System.nanoTime();

    @Test
    void eventIsPublishedOnceWithoutRequestHeaders() {
        String broker = SharedServers.get(ServerKind.ARTEMIS).address();
        try (OwnGateway gateway = OwnGateway.withEntries().tool("greet", "t", "hello")
                .settings("bus.jms.enabled=true", "bus.jms.broker-url=" + broker, "bus.jms.queue=" + NAME,
                        "bus.jms.dead-letters=" + NAME + "-dead", "bus.jms.audit-topic=" + NAME)
                .start();
                JmsClient client = new JmsClient(broker, NAME)) {
            client.with(session -> {
                MessageConsumer events = session.createConsumer(session.createTopic(NAME));
                gateway.client().call("greet", McpClient.object("{}"), "Authorization", "Bearer secret");
                isAlone(events.receive(LONG.toMillis()), "\"tool\":\"greet\"");
                gateway.client().call("nobody", McpClient.object("{}"), "Authorization", "Bearer secret");
                isAlone(events.receive(LONG.toMillis()), "\"outcome\":\"UNKNOWN_TOOL\"");
                return null;
            });
            await().atMost(LONG).untilAsserted(() -> assertThat(gateway.camel().getInflightRepository().size("events-jms"))
                    .as("events that wait for a reply").isZero());
        }
    }

    private static void isAlone(Message event, String part) throws JMSException {
        assertThat(event).as("an event with " + part).isNotNull();
        assertThat(JmsClient.body(event)).contains(part);
        assertThat(event.getJMSReplyTo()).as("a reply is wanted").isNull();
        List<String> headers = new ArrayList<>();
        Collections.list((Enumeration<?>) event.getPropertyNames()).forEach(name -> headers.add(String.valueOf(name)));
        headers.removeIf(name -> name.startsWith("JMSX") || name.startsWith("_")); // the broker's
        assertThat(headers).as("headers").isSubsetOf("Content_HYPHEN_Type", "cloudEvents_specversion", "cloudEvents_id",
                "cloudEvents_source", "cloudEvents_type");
        assertThat(event.getStringProperty("cloudEvents_type")).isEqualTo("dev.caravan.audit");
    }
}
