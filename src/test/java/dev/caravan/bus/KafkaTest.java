package dev.caravan.bus;

import static dev.caravan.bus.JmsTest.call;
import static dev.caravan.bus.JmsTest.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway without a store, on a topic of Kafka. */
class KafkaTest {

    private static final String TOPIC = "kafka-test";
    private static final String DEAD = "kafka-test-dead";
    private static final Path COUNTS = BusGateway.counts();
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofMillis(1_500);

    private static String servers;
    private static BusGateway gateway;

    private KafkaClient client;

    @BeforeAll
    static void start() {
        servers = SharedServers.get(ServerKind.KAFKA).address();
        gateway = new BusGateway(COUNTS, settings());
    }

    private static List<String> settings() {
        return List.of("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + servers, "bus.kafka.topic=" + TOPIC,
                "bus.kafka.dead-letters=" + DEAD, "bus.kafka.reply-topics=answers-.*", "bus.max-message=100KB");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() {
        client = new KafkaClient(servers, TOPIC);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void aRequestIsAnsweredAsOverHttp() {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}";

        assertThat(client.request(list)).isEqualTo(gateway.http().post(list).json());
        assertThat(said(client.call("look", "{\"word\":\"一\"}"))).isEqualTo("look 一 for local");
        assertThat(said(client.call("look", "{\"word\":\"b\"}", "X-User-Id", "ann", "CamelFileName", "elsewhere", "word", "c"))).isEqualTo("look b for ann");
        assertThat(gateway.operations("/actuator/health")).contains("\"kafka\":{\"status\":\"UP\"");
    }

    @Test
    void aToolThatChangesSomethingWantsAStore() {
        JsonNode answer = client.call("change", "{\"word\":\"refused\"}");

        assertThat(answer.at("/error/message").asText()).contains("caravan.store.url");
        assertThat(gateway.runs("change", "refused")).isZero();
    }

    @Test
    void noReplyTopicOrOneThatIsNotAllowedGetsNoAnswer() {
        client.tell(call("look", "one-way"));
        client.send(client.record(null, call("look", "forbidden").getBytes(StandardCharsets.UTF_8), "f", "elsewhere"));
        client.send(client.record(null, "{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}".getBytes(StandardCharsets.UTF_8), "n", client.answers()));

        await().atMost(SOON).until(() -> gateway.runs("look", "one-way") == 1 && gateway.runs("look", "forbidden") == 1);
        assertThat(client.next(NEVER)).isNull();
    }

    @Test
    void whatCanNotBeReadIsADeadLetterWithItsReason() {
        assertThat(client.request("{nonsense").at("/error/code").asInt()).isEqualTo(-32700);
        client.tell("{nonsense", "note", "kept");
        client.send(client.record(null, new byte[200_000], "large", client.answers()));

        try (KafkaConsumer<byte[], byte[]> dead = client.consumer(DEAD)) {
            List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
            Map<String, ConsumerRecord<byte[], byte[]>> reasons = new HashMap<>();
            for (int i = 0; i < 2; i++) {
                ConsumerRecord<byte[], byte[]> record = KafkaClient.next(dead, polled, SOON);
                assertThat(record).isNotNull();
                reasons.put(KafkaClient.header(record, "caravanReason").split(":")[0], record);
            }
            assertThat(reasons).containsOnlyKeys("Parse error", "It is larger than 102400 bytes");
            assertThat(new String(reasons.get("Parse error").value(), StandardCharsets.UTF_8)).isEqualTo("{nonsense");
            assertThat(KafkaClient.header(reasons.get("Parse error"), "note")).isEqualTo("kept");
        }
        assertThat(client.next(NEVER)).isNull();
    }

    @Test
    void aSlowToolKeepsTheOthersOfItsPartitionWaitingForNothing() {
        client.send(client.record(0, call("look_slowly", "first").getBytes(StandardCharsets.UTF_8), "slow", client.answers()));
        for (int i = 0; i < 100; i++) {
            client.send(client.record(0, call("look", "later" + i).getBytes(StandardCharsets.UTF_8), "quick" + i, client.answers()));
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            ConsumerRecord<byte[], byte[]> answer = client.next(SOON);
            assertThat(answer).as("after " + order).isNotNull();
            order.add(KafkaClient.correlation(answer));
        }
        assertThat(order).doesNotHaveDuplicates();
        assertThat(order.indexOf("slow")).isGreaterThan(50);
    }

    @Test
    void aThousandAndMoreAreAnsweredOnceEachByTwoGatewaysOfWhichOneComesAndGoes() throws Exception {
        int sent = 0;
        try (BusGateway other = new BusGateway(COUNTS, settings())) {
            sent = look(sent, 600);
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            // It may get its partitions when the first gateway has done all that there was.
            while (JmsTest.handled(other) == 0) {
                assertThat(System.nanoTime()).as("the other gateway gets nothing").isLessThan(end);
                sent = look(sent, 10);
                Thread.sleep(100);
            }
        }
        sent = look(sent, 400);
        Map<String, String> answers = new HashMap<>();
        for (int i = 0; i < sent; i++) {
            ConsumerRecord<byte[], byte[]> answer = client.next(Duration.ofSeconds(60));
            assertThat(answer).as("answer " + i).isNotNull();
            assertThat(answers.put(KafkaClient.correlation(answer), new String(answer.value(), StandardCharsets.UTF_8))).isNull();
        }
        for (int i = 0; i < sent; i++) {
            assertThat(said(McpClient.JSON.readTree(answers.get("many" + i)))).isEqualTo("look many" + i + " for local");
        }
        assertThat(client.next(NEVER)).isNull();
    }

    /** To all partitions in turn. @return how many have been sent by then */
    private int look(int sent, int more) {
        for (int i = sent; i < sent + more; i++) {
            client.send(client.record(i % 4, call("look", "many" + i).getBytes(StandardCharsets.UTF_8), "many" + i, client.answers()));
        }
        return sent + more;
    }
}
