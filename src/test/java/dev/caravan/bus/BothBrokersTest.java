package dev.caravan.bus;

import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gateways on a queue of Artemis and a topic of Kafka, some of which a test kills. */
abstract class BothBrokersTest {

    static final String UNKNOWN = "Its end is unknown";

    static final Duration LONG = Duration.ofMinutes(2);

    final Path counts = BusGateway.counts();

    final String jms = SharedServers.get(ServerKind.ARTEMIS).address();

    final String kafka = SharedServers.get(ServerKind.KAFKA).address();

    final String name = "redelivery-" + System.nanoTime();

    @TempDir
    Path folder;

    private Path clients;

    /** Kafka takes a gateway that says nothing for a dead one after 6 s, the least that a broker allows, instead of 45 s. */
    @BeforeEach
    void saveClientSettings() throws IOException {
        clients = Files.writeString(folder.resolve("kafka.properties"), "session.timeout.ms=6000\nheartbeat.interval.ms=1500\n");
    }

    List<String> settings(boolean store, String... more) {
        List<String> settings = new ArrayList<>(List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name,
                "bus.jms.dead-letters=" + name + "-dead",
                "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name,
                "bus.message-id=X-Message-Id",
                "bus.kafka.dead-letters=" + name + "-dead", "bus.kafka.properties-file=" + clients));
        settings.addAll(List.of(more));
        if (store) {
            SharedServers.get(ServerKind.POSTGRESQL).properties().forEach((key, value) -> {
                if (key.startsWith("caravan.store.")) {
                    settings.add(key.substring("caravan.".length()) + "=" + value);
                }
            });
        }
        return settings;
    }

    ChildJvm killable(List<String> settings) throws Exception {
        return killable(settings, FreePorts.pick());
    }

    /** @param operations port of health and metrics */
    ChildJvm killable(List<String> settings, int operations) throws Exception {
        return killable(settings, operations, Map.of());
    }

    /** @param environment variables of its process */
    ChildJvm killable(List<String> settings, int operations, Map<String, String> environment) throws Exception {
        List<String> arguments = new ArrayList<>(BusGateway.arguments(FreePorts.pick(), operations, counts));
        settings.forEach(setting -> arguments.add("--caravan." + setting));
        ChildJvm child = ChildJvm.runWith(environment, Caravan.class, Patience.arguments(arguments.toArray(String[]::new)));
        await().atMost(LONG).until(() -> child.printed().contains("Caravan is ready") || !child.process().isAlive());
        return child;
    }

    long runs(String tool) {
        return BusGateway.runs(counts, tool, name);
    }
}
