package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes of lists and resources are CloudEvents on both buses. A subscriber that was away gets those that it missed, in their order. */
@Tag("full")
class ListEventsTest extends BothBrokersTest {

    @Test
    void aSubscriberThatWasAwayGetsWhatItMissed() throws Exception {
        OwnGateway.Builder builder = OwnGateway.withEntries()
                .settings(settings(false, "bus.jms.events-topic=" + name + "-changes", "bus.kafka.events-topic=" + name + "-changes")
                        .toArray(String[]::new))
                .file("thing", RouteYaml.tool("touch", "description: A tool\nparameter.id: string\n", """
                        - to: mcp:updated?uri=thing:///${header.id}
                        - setBody:
                            constant: touched
                        """));
        Path edited = builder.routes().resolve("edited");
        try (OwnGateway gateway = builder.start(); KafkaClient client = new KafkaClient(kafka, name)) {
            try (Connection here = subscriber()) {
                subscription(here);
            }
            Files.writeString(edited.resolve("new.camel.yaml"),
                    RouteYaml.tool("new", "description: A tool", "- setBody:\n    constant: n"));
            await().atMost(LONG).until(() -> gateway.client().call("new", McpClient.object("{}")).body()
                    .contains("\"ok\":true"));
            gateway.client().call("touch", McpClient.object("{\"id\":\"7\"}"));

            try (Connection again = subscriber(); KafkaConsumer<byte[], byte[]> records = client.consumer(name + "-changes")) {
                MessageConsumer missed = subscription(again);
                List<String> seen = new ArrayList<>();
                TextMessage event = null;
                while (seen.isEmpty() || !seen.get(seen.size() - 1).equals("dev.caravan.resources.updated")) {
                    event = (TextMessage) missed.receive(LONG.toMillis());
                    assertThat(event).as("after " + seen).isNotNull();
                    assertThat(event.getStringProperty("cloudEvents_specversion")).isEqualTo("1.0");
                    assertThat(event.getStringProperty("cloudEvents_source")).isEqualTo("/caravan");
                    assertThat(event.getStringProperty("cloudEvents_id")).isNotBlank();
                    seen.add(event.getStringProperty("cloudEvents_type"));
                }
                assertThat(seen).contains("dev.caravan.tools.list_changed");
                assertThat(event.getStringProperty("cloudEvents_subject")).isEqualTo("thing:///7");
                assertThat(event.getText()).isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"thing:///7\"}}");
                isOnKafka(records);
            }
        }
    }

    private static void isOnKafka(KafkaConsumer<byte[], byte[]> records) {
        List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
        List<String> types = new ArrayList<>();
        ConsumerRecord<byte[], byte[]> record = null;
        while (types.isEmpty() || !types.get(types.size() - 1).equals("dev.caravan.resources.updated")) {
            record = KafkaClient.next(records, polled, LONG);
            assertThat(record).as("after " + types).isNotNull();
            types.add(KafkaClient.header(record, "ce_type"));
        }
        assertThat(types).contains("dev.caravan.tools.list_changed");
        assertThat(KafkaClient.header(record, "ce_subject")).isEqualTo("thing:///7");
        assertThat(new String(record.value())).contains("notifications/resources/updated");
    }

    private Connection subscriber() throws Exception {
        Connection connection = new ActiveMQConnectionFactory(jms).createConnection();
        connection.setClientID(name);
        connection.start();
        return connection;
    }

    private MessageConsumer subscription(Connection connection) throws Exception {
        Session session = connection.createSession();
        return session.createDurableSubscriber(session.createTopic(name + "-changes"), "changes");
    }
}
