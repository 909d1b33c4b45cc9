package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators' own routes and Kamelets can't be steered by headers of a foreign message, in whatever case, and read no Java objects. */
@Tag("nightly")
class SteeringHeadersTest {

    private static final AtomicInteger READ = new AtomicInteger();
    private static final String[] STEERING = {"CamelFileName", "camelFileName", "CAMELFileName", "cAmElFiLeNaMe"};

    private static OwnBusRoutes own;

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
        own = new OwnBusRoutes();
    }

    @AfterAll
    static void stop() {
        own.close();
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
        try (JmsClient client = new JmsClient(own.jms, own.name + "-" + queue)) {
            for (String header : STEERING) {
                client.tell("text of " + header, header, "steered-" + header);
            }
        }
        written(folder);
    }

    @Test
    void noCaseOfAHeaderNamesTheFileOverKafka() throws Exception {
        try (KafkaClient client = new KafkaClient(own.kafka, own.name + "-own")) {
            for (String header : STEERING) {
                client.tell("text of " + header, header, "steered-" + header);
            }
        }
        written("kafka");
    }

    private static void written(String folder) {
        own.awaitTexts(folder, "text of", STEERING.length);
        assertThat(own.files(folder)).noneMatch(name -> name.startsWith("steered"));
    }

    @Test
    void noHeaderChoosesTheTopicThatARouteSendsTo() throws Exception {
        try (JmsClient client = new JmsClient(own.jms, own.name + "-relay")) {
            client.tell("over JMS", "kafka_DOT_OVERRIDE_TOPIC", own.name + "-stolen");
        }
        HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + own.port + "/own"))
                        .header("Kafka.Override_Topic", own.name + "-stolen")
                .POST(HttpRequest.BodyPublishers.ofString("over HTTP")).build(), BodyHandlers.ofString());

        try (KafkaClient client = new KafkaClient(own.kafka, own.name + "-relayed"); var relayed = client.consumer(own.name + "-relayed")) {
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
            try (JmsClient client = new JmsClient(own.jms, own.name + "-" + queue)) {
                client.with(session -> client.send(session.createObjectMessage(new Gadget()), null, null, 0));
                client.tell("after the object");
            }
        }
        for (String folder : List.of("jms", "kamelet")) {
            own.awaitTexts(folder, "after the object", 1);
        }
        assertThat(READ).as("objects read").hasValue(0);
    }
}
