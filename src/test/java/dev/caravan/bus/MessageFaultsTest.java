package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide's table of faults, for the faults of a message: what its caller sees, the broker holds, and the log and metrics say. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultTableTest {

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String NAME = "faults-" + System.nanoTime();
    /** SHA-256 of "test". */
    private static final String TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    private final String broker = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String servers = SharedServers.get(ServerKind.KAFKA).address();
    private final List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
    private BusGateway gateway;
    private JmsClient jms;
    private KafkaClient kafka;
    private KafkaConsumer<byte[], byte[]> deadRecords;

    /**
     * @param fault  row of the guide's table
     * @param answer what the caller sees, if it names a place for answers
     * @param told   whether it is a dead letter too then; without a place it is, unless its call ran
     * @param end    end with a place, in metrics
     * @param alone  end without a place
     */
    private record Row(String fault, String body, String key, String answer, boolean told, String end, String alone) {

        @Override
        public String toString() {
            return fault;
        }
    }

    private static List<Row> rows() {
        return List.of(
                new Row("Tool too late", call("look_very_slowly", "late"), "test", "UPSTREAM_ERROR", false, "answered", "done"),
                new Row("Not allowed", call("look", "refused"), "wrong", "The key is not valid", false, "answered", "dead"),
                new Row("No JSON", "{nonsense", "test", "Parse error", false, "answered", "dead"),
                new Row("Too large", "x".repeat(200_000), "test", "The message exceeds the limit of 102400 bytes", true, "dead", "dead"));
    }

    @BeforeAll
    void start() {
        gateway = new BusGateway(BusGateway.counts(), List.of("tools.timeout=1s", "bus.max-message=100KB", "security.mode=api-key",
                "security.keys[0].name=reports", "security.keys[0].sha256=" + TEST, "security.keys[0].scopes=tools:call",
                "bus.jms.enabled=true", "bus.jms.broker-url=" + broker, "bus.jms.queue=" + NAME, "bus.jms.dead-letters=" + NAME + "-dead",
                "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + servers, "bus.kafka.topic=" + NAME, "bus.kafka.group-id=" + NAME,
                "bus.kafka.dead-letters=" + NAME + "-dead"));
        jms = new JmsClient(broker, NAME);
        kafka = new KafkaClient(servers, NAME);
        deadRecords = kafka.consumer(NAME + "-dead");
    }

    @AfterAll
    void stop() {
        jms.close();
        deadRecords.close();
        kafka.close();
        gateway.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void overJms(Row row) throws Exception {
        double before = ended("jms", row.end());
        try (GatewayLog log = GatewayLog.record()) {
            jms.send(jms.text(row.body(), "X-API-Key", row.key()), "c", jms.answers(), 0);
            assertThat(JmsClient.body(jms.next(SOON.toMillis()))).contains(row.answer());
            await().atMost(SOON).until(() -> ended("jms", row.end()) == before + 1);
            assertThat(log.text().contains("Message sent to dead letters")).isEqualTo(row.told());
            assertThat(jms.take(NAME + "-dead", row.told() ? SOON.toMillis() : 200) != null).isEqualTo(row.told());
        }
        double alone = ended("jms", row.alone());
        jms.tell(row.body(), "X-API-Key", row.key());
        await().atMost(SOON).until(() -> ended("jms", row.alone()) == alone + 1);
        boolean dead = row.alone().equals("dead");
        var letter = jms.take(NAME + "-dead", dead ? SOON.toMillis() : 200);
        assertThat(letter == null ? null : letter.getStringProperty("caravanReason")).matches(reason -> dead == (reason != null));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void overKafka(Row row) {
        double before = ended("kafka", row.end());
        try (GatewayLog log = GatewayLog.record()) {
            kafka.send(kafka.record(0, row.body().getBytes(StandardCharsets.UTF_8), "c", kafka.answers(), "X-API-Key", row.key()));
            assertThat(new String(kafka.next(SOON).value(), StandardCharsets.UTF_8)).contains(row.answer());
            await().atMost(SOON).until(() -> ended("kafka", row.end()) == before + 1);
            assertThat(log.text().contains("A record of Kafka is a dead letter")).isEqualTo(row.told());
        }
        double alone = ended("kafka", row.alone());
        kafka.tell(row.body(), "X-API-Key", row.key());
        await().atMost(SOON).until(() -> ended("kafka", row.alone()) == alone + 1);
        for (int i = 0; i < (row.told() ? 2 : row.alone().equals("dead") ? 1 : 0); i++) {
            assertThat(KafkaClient.header(KafkaClient.next(deadRecords, polled, SOON), "caravanReason")).contains(row.answer());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theGuideHasTheRow(Row row) throws Exception {
        assertThat(Files.readString(Path.of("src/site/markdown/guides/bus.md"))).contains("| " + row.fault() + " |");
    }

    private double ended(String bus, String end) {
        Counter counter = gateway.bean(MeterRegistry.class).find("caravan.bus.messages").tags("bus", bus, "end", end).counter();
        return counter == null ? 0 : counter.count();
    }
}
