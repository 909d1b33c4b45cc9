package dev.caravan.bus;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A gateway without a store on a queue of Artemis, shared by the classes that extend it, and a sender. */
abstract class JmsGatewayTest {

    static final String QUEUE = "jms-test";

    static final String DEAD = "jms-test-dead";

    static final Path COUNTS = BusGateway.counts();

    static final long SOON_MS = 60_000;

    static final long NEVER_MS = 700;

    static String broker;

    /** Ends with the JVM. */
    static BusGateway gateway;

    JmsClient client;

    @BeforeAll
    static void start() {
        if (gateway != null) {
            return;
        }
        broker = SharedServers.get(ServerKind.ARTEMIS).address();
        gateway = new BusGateway(COUNTS, settings(QUEUE));
    }

    static List<String> settings(String queue) {
        return List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + broker, "bus.jms.queue=" + queue, "bus.jms.dead-letters=" + DEAD,
                "bus.max-message=100KB");
    }

    @BeforeEach
    void connect() {
        client = new JmsClient(broker, QUEUE);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }
}
