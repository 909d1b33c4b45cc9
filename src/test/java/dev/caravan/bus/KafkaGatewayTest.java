package dev.caravan.bus;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A gateway without a store on a topic of Kafka, shared by the classes that extend it, and a sender. */
abstract class KafkaGatewayTest {

    static final String TOPIC = "kafka-test";

    static final String DEAD = "kafka-test-dead";

    static final Path COUNTS = BusGateway.counts();

    static final Duration SOON = Duration.ofSeconds(60);

    static final Duration NEVER = Duration.ofMillis(1_500);

    static String servers;

    /** Ends with the JVM. */
    static BusGateway gateway;

    KafkaClient client;

    @BeforeAll
    static void start() {
        if (gateway != null) {
            return;
        }
        servers = SharedServers.get(ServerKind.KAFKA).address();
        gateway = BusGateway.impatient(COUNTS, settings());
    }

    static List<String> settings() {
        return List.of("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + servers, "bus.kafka.topic=" + TOPIC,
                "bus.kafka.group-id=" + TOPIC,
                "bus.kafka.dead-letters=" + DEAD, "bus.max-message=100KB");
    }

    @BeforeEach
    void connect() {
        client = new KafkaClient(servers, TOPIC);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }
}
