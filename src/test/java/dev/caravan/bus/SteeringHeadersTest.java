package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators' own routes and Kamelets can't be steered by headers of a foreign message, in whatever case, and read no Java objects. */
@Tag("full")
class SteeringHeadersTest {

    private static final AtomicInteger READ = new AtomicInteger();
    private static final Path OUT = TemporaryFolder.make("caravan-steering");
    private static final String NAME = "steering-" + System.nanoTime();
    private static final int PORT = FreePorts.pick();
    private static final String[] STEERING = {"CamelFileName", "camelFileName", "CAMELFileName", "cAmElFiLeNaMe"};

    private static OwnGateway gateway;
    private static String jms;
    private static String kafka;

    /** What runs where it is deserialized. */
    private static final class Gadget implements Serializable {

        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    @BeforeAll
    static void start() {
        jms = SharedServers.get(ServerKind.ARTEMIS).address();
        kafka = SharedServers.get(ServerKind.KAFKA).address();
        gateway = OwnGateway.withEntries().settings("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + NAME).file("own", """
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
                """.formatted(NAME, OUT, kafka, jms, PORT)).start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void noCaseOfAHeaderNamesTheFileOverJms() throws Exception {
        overJms("own", "jms");
    }

    @Test
    void noCaseOfAHeaderNamesTheFileOverAKameletOfJms() throws Exception {
        overJms("kamelet", "kamelet");
    }

    private static void overJms(String queue, String folder) {
        try (JmsClient client = new JmsClient(jms, NAME + "-" + queue)) {
            for (String header : STEERING) {
                client.tell("text of " + header, header, "steered-" + header);
            }
        }
        written(folder);
    }

    @Test
    void noCaseOfAHeaderNamesTheFileOverKafka() throws Exception {
        try (KafkaClient client = new KafkaClient(kafka, NAME + "-own")) {
            for (String header : STEERING) {
                client.tell("text of " + header, header, "steered-" + header);
            }
        }
        written("kafka");
    }

    private static void written(String folder) {
        await().atMost(Duration.ofSeconds(60)).until(() -> files(folder).stream().filter(file -> text(folder, file).startsWith("text of")).count() == STEERING.length);
        assertThat(files(folder)).noneMatch(name -> name.startsWith("steered"));
    }

    private static List<String> files(String folder) {
        String[] names = OUT.resolve(folder).toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    @Test
    void noHeaderChoosesTheTopicThatARouteSendsTo() throws Exception {
        try (JmsClient client = new JmsClient(jms, NAME + "-relay")) {
            client.tell("over JMS", "kafka_DOT_OVERRIDE_TOPIC", NAME + "-stolen");
        }
        HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PORT + "/own")).header("Kafka.Override_Topic", NAME + "-stolen")
                .POST(HttpRequest.BodyPublishers.ofString("over HTTP")).build(), BodyHandlers.ofString());

        try (KafkaClient client = new KafkaClient(kafka, NAME + "-relayed"); var relayed = client.consumer(NAME + "-relayed")) {
            List<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                var record = KafkaClient.next(relayed, polled, Duration.ofSeconds(30));
                assertThat(record).as("a record in the route's own topic").isNotNull();
                texts.add(new String(record.value()));
            }
            assertThat(texts).containsExactlyInAnyOrder("over JMS", "over HTTP");
        }
    }

    @Test
    void noObjectOfAMessageIsRead() throws Exception {
        for (String queue : List.of("own", "kamelet")) {
            try (JmsClient client = new JmsClient(jms, NAME + "-" + queue)) {
                client.with(session -> client.send(session.createObjectMessage(new Gadget()), null, null, 0));
                client.tell("after the object");
            }
        }
        for (String folder : List.of("jms", "kamelet")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> files(folder).stream().anyMatch(name -> text(folder, name).equals("after the object")));
        }
        assertThat(READ).as("objects read").hasValue(0);
    }

    private static String text(String folder, String file) {
        try {
            return Files.readString(OUT.resolve(folder).resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
