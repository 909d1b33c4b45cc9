package dev.caravan.bus;

import static dev.caravan.McpClient.object;
import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.observe.AuditEvent;
import dev.caravan.observe.AuditQueue;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Brokers that aren't there when a gateway starts, and that go and come back. */
@Tag("nightly")
class BrokerOutageTest {

    private static final Duration LONG = Duration.ofSeconds(90);

    private final Path counts = BusGateway.counts();
    private final String name = "outage-" + System.nanoTime();

    @Test
    void gatewayStartsWithoutJmsAndConnectsLater() throws Exception {
        ServerHandle server = SharedServers.get(ServerKind.ARTEMIS);
        String address = server.address();
        server.stop();
        try (BusGateway gateway = new BusGateway(counts, "bus.jms.enabled=true", "bus.jms.broker-url=" + address, "bus.jms.retry=200ms",
                "bus.jms.queue=" + name, "bus.jms.audit-topic=" + name + "-audit")) {
            assertThat(gateway.http().envelope("look", object("{\"word\":\"early\"}")).at("/data").asText())
                    .isEqualTo("look early for local");
            await().atMost(LONG).until(() -> gateway.operations("/actuator/health").contains("\"jms\":{\"status\":\"DEGRADED\""));
            assertThat(gateway.operations("/actuator/health/ping")).contains("UP");
            for (int i = 0; i < 2; i++) {
                int round = i;
                if (i > 0) {
                    server.stop();
                }
                server.start();
                try (JmsClient client = new JmsClient(address, name)) {
                    assertThat(said(client.call("look", "{\"word\":\"round" + round + "\"}")))
                            .isEqualTo("look round" + round + " for local");
                    await().atMost(LONG).until(() -> gateway.operations("/actuator/health").contains("\"jms\":{\"status\":\"UP\""));
                    client.with(session -> {
                        MessageConsumer events = session.createConsumer(session.createTopic(name + "-audit"));
                        gateway.http().envelope("look", object("{\"word\":\"heard\"}"));
                        TextMessage event = (TextMessage) events.receive(LONG.toMillis());
                        assertThat(event.getText()).contains("\"tool\":\"look\"", "\"outcome\":\"OK\"");
                        return null;
                    });
                    client.send(client.text(call("look_very_slowly", "kept" + round)), null, null, 0);
                    await().atMost(LONG).until(() -> gateway.runs("look_very_slowly", "kept" + round) == 1);
                }
                if (i == 0) {
                    server.stop(); // while it is worked on, so that it is delivered again
                    server.start();
                    gateway.release();
                    await().atMost(LONG).until(() -> gateway.runs("look_very_slowly", "kept0") == 2);
                }
            }
        } finally {
            BusGateway.release(counts);
            server.start();
        }
    }

    @Test
    void callsContinueDuringAnOutageAndAuditEventsArriveAfterwards() throws Exception {
        ServerHandle server = SharedServers.get(ServerKind.KAFKA);
        String address = server.address();
        server.stop();
        try (BusGateway gateway = new BusGateway(counts, "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + address,
                "bus.kafka.topic=" + name,
                "bus.kafka.audit-topic=" + name + "-audit", "bus.jms.enabled=true",
                "bus.jms.broker-url=tcp://127.0.0.1:" + FreePorts.pick(),
                "bus.jms.audit-topic=" + name)) {
            gateway.http().envelope("look", object("{\"word\":\"first\"}")); // it loads classes
            long begin = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                gateway.http().envelope("look", object("{\"word\":\"a" + i + "\"}"));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
            assertThat(gateway.operations("/actuator/health")).contains("\"kafka\":{\"status\":\"DEGRADED\"");
            server.start();
            try (KafkaClient client = new KafkaClient(address, name); var events = client.consumer(name + "-audit")) {
                List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
                for (int i = 0; i < 21; i++) {
                    assertThat(new String(KafkaClient.next(events, polled, LONG).value())).contains("\"tool\":\"look\"");
                }
                assertThat(said(client.call("look", "{\"word\":\"back\"}"))).isEqualTo("look back for local");
                server.stop();
                server.start();
                assertThat(said(client.call("look", "{\"word\":\"again\"}"))).isEqualTo("look again for local");
            }
            assertThat(lost(gateway)).as("JMS has been away all the time").isZero();
            AuditQueue events = gateway.bean(AuditQueue.class);
            for (int i = 0; i < 10_100; i++) {
                events.put(new AuditEvent(Instant.now(), "local", null, Map.of("tool", "look", "number", i), null, "OK", 1L, "0"));
            }
            await().atMost(LONG).until(() -> lost(gateway) >= 100);
            assertThat(lost(gateway)).isLessThan(200);
            assertThat(gateway.http().envelope("look", object("{\"word\":\"still\"}")).at("/data").asText())
                    .isEqualTo("look still for local");
        } finally {
            server.start();
        }
    }

    private static double lost(BusGateway gateway) {
        return gateway.bean(MeterRegistry.class).get("caravan.audit.lost").counter().count();
    }
}
