package dev.caravan.bus;

import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A gateway with an operator's own routes: from queues, a Kamelet and a topic into folders, and from a queue and HTTP into a topic. */
final class OwnBusRoutes implements AutoCloseable {

    final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    final String kafka = SharedServers.get(ServerKind.KAFKA).address();
    final String name = "own-" + System.nanoTime();
    final int port = FreePorts.pick();

    private final Path out = TemporaryFolder.make("caravan-own-routes");
    private final OwnGateway gateway;

    OwnBusRoutes() {
        gateway = OwnGateway.withEntries().settings("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name)
                .file("own", """
                - route:
                    id: own-jms
                    from:
                      uri: jms:queue:%1$s-own?connectionFactory=#jmsConnections
                      steps:
                        - to: file:%2$s/jms
                - route:
                    id: own-kamelet
                    from:
                      uri: kamelet:jms-apache-artemis-source?brokerURL=%4$s&destinationName=%1$s-kamelet
                      steps:
                        - to: file:%2$s/kamelet
                - route:
                    id: own-kafka
                    from:
                      uri: kafka:%1$s-own?brokers=%3$s&groupId=%1$s&autoOffsetReset=earliest
                      steps:
                        - to: file:%2$s/kafka
                - route:
                    id: own-relay
                    from:
                      uri: jms:queue:%1$s-relay?connectionFactory=#jmsConnections
                      steps:
                        - to: kafka:%1$s-relayed?brokers=%3$s
                - route:
                    id: own-http
                    from:
                      uri: undertow:http://127.0.0.1:%5$d/own
                      steps:
                        - convertBodyTo:
                            type: java.lang.String
                        - to: kafka:%1$s-relayed?brokers=%3$s
                        - setBody:
                            constant: taken
                """.formatted(name, out, kafka, jms, port)).start();
    }

    /** Waits until so many texts with that beginning are in a folder. */
    void awaitTexts(String folder, String beginning, int count) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> files(folder).stream().filter(file -> text(folder, file).startsWith(beginning)).count() == count);
    }

    List<String> files(String folder) {
        String[] names = out.resolve(folder).toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    private String text(String folder, String file) {
        try {
            return Files.readString(out.resolve(folder).resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
