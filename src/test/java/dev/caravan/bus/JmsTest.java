package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway without a store, on a queue of Artemis. */
class JmsTest {

    private static final String QUEUE = "jms-test";
    private static final String DEAD = "jms-test-dead";
    private static final Path COUNTS = BusGateway.counts();
    private static final long SOON_MS = 10_000;
    private static final long NEVER_MS = 700;

    private static String broker;
    private static BusGateway gateway;

    private JmsClient client;

    @BeforeAll
    static void start() {
        broker = SharedServers.get(ServerKind.ARTEMIS).address();
        gateway = new BusGateway(COUNTS, settings(QUEUE));
    }

    private static List<String> settings(String queue) {
        return List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + broker, "bus.jms.queue=" + queue, "bus.jms.dead-letters=" + DEAD, "bus.max-message=100KB");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() {
        client = new JmsClient(broker, QUEUE);
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
        assertThat(said(client.call("look", "{\"word\":\"b\"}", "X-User-Id", "ann"))).isEqualTo("look b for ann");
    }

    @Test
    void bytesAreAnsweredWithBytesAndTheMessageIdCorrelatesWhereTheSenderHasNoIdOfItsOwn() throws Exception {
        String id = client.with(session -> {
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes("{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"method\":\"ping\"}".getBytes(StandardCharsets.UTF_8));
            return client.send(bytes, null, client.answers(), 0);
        });

        Message answer = client.next(SOON_MS);

        assertThat(answer).isInstanceOf(BytesMessage.class);
        assertThat(JmsClient.body(answer)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"result\":{}}");
        assertThat(answer.getJMSCorrelationID()).isEqualTo(id);
    }

    @Test
    void aRequestWithoutReplyToRunsAndANotificationIsNotAnswered() {
        client.tell(call("change", "one-way"));
        client.send(client.text("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"), "n", client.answers(), 0);
        client.send(client.text("{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}"), "n", client.answers(), 0);

        await().atMost(Duration.ofSeconds(10)).until(() -> gateway.runs("change", "one-way") == 1);
        assertThat(client.next(NEVER_MS)).isNull();
        assertThat(client.take(DEAD, NEVER_MS)).isNull();
    }

    @Test
    void aBatchIsAnsweredByOneMessage() {
        JsonNode answers = client.request("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"nothing\"}]");

        assertThat(answers).hasSize(2);
        assertThat(answers.at("/1/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void whatIsNoJsonIsAnsweredAndWithoutReplyToADeadLetterWithItsReason() throws Exception {
        assertThat(client.request("{nonsense").at("/error/code").asInt()).isEqualTo(-32700);

        client.send(client.text("{nonsense", "Note", "kept"), "mine", null, 0);

        Message dead = client.take(DEAD, SOON_MS);
        assertThat(JmsClient.body(dead)).isEqualTo("{nonsense");
        assertThat(dead.getStringProperty("caravanReason")).startsWith("Parse error");
        assertThat(dead.getStringProperty("Note")).isEqualTo("kept");
        assertThat(dead.getJMSCorrelationID()).isEqualTo("mine");
    }

    @Test
    void whatIsNoTextAndWhatIsTooLargeIsADeadLetter() throws Exception {
        client.with(session -> client.send(session.createMapMessage(), null, client.answers(), 0));
        assertThat(client.take(DEAD, SOON_MS).getStringProperty("caravanReason")).isEqualTo("It is neither text nor bytes");

        for (int size : new int[] {100 * 1024 + 1, 10_000_000}) {
            client.send(client.text("x".repeat(size)), null, client.answers(), 0);
            Message dead = client.take(DEAD, SOON_MS);
            assertThat(dead.getStringProperty("caravanReason")).isEqualTo("It is larger than 102400 bytes");
            assertThat(JmsClient.body(dead)).hasSize(size);
            client.with(session -> {
                BytesMessage bytes = session.createBytesMessage();
                bytes.writeBytes(new byte[size]);
                return client.send(bytes, null, null, 0);
            });
            assertThat(((BytesMessage) client.take(DEAD, SOON_MS)).getBodyLength()).isEqualTo(size);
        }
        assertThat(client.next(NEVER_MS)).isNull();
    }

    @Test
    void whatAMessageCarriesCanNotSteerARoute() throws Exception {
        TextMessage message = client.text(call("look", "steered"));
        for (String name : new String[] {"CamelFileName", "CamelFileName_", "CamelJmsDestinationName", "CamelSqlQuery", "breadcrumbId", "fileName", "word"}) {
            message.setStringProperty(name, "elsewhere");
        }
        client.send(message, "c", client.answers(), 0);

        assertThat(said(McpClient.JSON.readTree(JmsClient.body(client.next(SOON_MS))))).isEqualTo("look steered for local");
        assertThat(gateway.runs("look", "steered")).isEqualTo(1);
        assertThat(COUNTS.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void anAnswerThatNobodyWaitsForIsNotComputed() throws Exception {
        try (BusGateway later = new BusGateway(COUNTS, settings("jms-test-later"))) {
            later.bean(CamelContext.class).getRouteController().stopRoute("entry-jms");
            try (JmsClient there = new JmsClient(broker, "jms-test-later")) {
                there.send(there.text(call("change", "expired")), "e", there.answers(), 200);
                there.send(there.text(call("change", "waited")), "w", there.answers(), 60_000);
                Thread.sleep(400); // till it has expired, which is the broker's time
                later.bean(CamelContext.class).getRouteController().startRoute("entry-jms");

                Message answer = there.next(SOON_MS);

                assertThat(answer.getJMSCorrelationID()).isEqualTo("w");
                assertThat(answer.getJMSExpiration() - System.currentTimeMillis()).as("no longer than the sender waits").isBetween(1L, 60_000L);
                assertThat(there.next(NEVER_MS)).isNull();
                assertThat(later.runs("change", "expired")).isZero();
            }
        }
    }

    @Test
    void theAnswerIsTheOneMessageWhateverTheToolSaysOrAsks() {
        String params = "{\"name\":\"asks\",\"arguments\":{},\"_meta\":{\"progressToken\":1,\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
        String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":";

        JsonNode asked = client.request(request + params + "}}");
        JsonNode answered = client.request(request + params + ",\"requestState\":" + asked.at("/result/requestState")
                + ",\"inputResponses\":{\"name\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}}}}");
        JsonNode legacy = client.call("asks", "{}");
        JsonNode listen = client.request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":{\"toolsListChanged\":true},"
                + params.substring(params.indexOf("\"_meta\"")) + "}}");

        assertThat(asked.at("/result/resultType").asText()).isEqualTo("input_required");
        assertThat(said(answered)).isEqualTo("Hello, Ann");
        assertThat(legacy.at("/result/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(listen.at("/error/message").asText()).contains("stream of events");
        assertThat(client.next(NEVER_MS)).as("progress").isNull();
    }

    @Test
    void anAnswerWhoseQueueIsGoneIsDropped() throws Exception {
        try (JmsClient gone = new JmsClient(broker, QUEUE)) {
            gone.send(gone.text(call("change_slowly", "gone")), "g", gone.answers(), 0);
            await().atMost(Duration.ofSeconds(10)).until(() -> gateway.runs("change_slowly", "gone") == 1);
        }
        TemporaryQueue deleted = client.with(session -> session.createTemporaryQueue());
        client.send(client.text(call("look_slowly", "deleted")), "d", deleted, 0);
        await().atMost(Duration.ofSeconds(10)).until(() -> gateway.runs("look_slowly", "deleted") == 1);
        client.with(session -> {
            deleted.delete();
            return null;
        });

        Thread.sleep(5_000); // both are answered, and might be delivered again
        assertThat(gateway.runs("change_slowly", "gone")).isEqualTo(1);
        assertThat(gateway.runs("look_slowly", "deleted")).isEqualTo(1);
        assertThat(said(client.call("look", "{\"word\":\"after\"}"))).isEqualTo("look after for local");
    }

    @Test
    void aThousandAtOnceAreEachAnsweredOnceByTwoGatewaysAndSlowOnesKeepNobodyWaiting() throws Exception {
        try (BusGateway other = new BusGateway(COUNTS, settings(QUEUE))) {
            for (int i = 0; i < 8; i++) {
                client.send(client.text(call("look_slowly", "slow" + i)), "slow" + i, client.answers(), 0);
            }
            for (int i = 0; i < 1_000; i++) {
                client.send(client.text(call("change", "many" + i)), "many" + i, client.answers(), 0);
            }
            Map<String, String> answers = new HashMap<>();
            Set<String> beforeASlowOne = new HashSet<>();
            for (int i = 0; i < 1_008; i++) {
                Message answer = client.next(SOON_MS);
                assertThat(answer).as("answer " + i).isNotNull();
                String id = answer.getJMSCorrelationID();
                assertThat(answers.put(id, JmsClient.body(answer))).as(id).isNull();
                if (answers.keySet().stream().noneMatch(key -> key.startsWith("slow"))) {
                    beforeASlowOne.add(id);
                }
            }
            assertThat(client.next(NEVER_MS)).isNull();
            assertThat(beforeASlowOne).hasSizeGreaterThan(100);
            for (int i = 0; i < 1_000; i++) {
                assertThat(answers.get("many" + i)).contains("change many" + i + " for local");
            }
            assertThat(IntStream.range(0, 1_000).mapToLong(i -> gateway.runs("change", "many" + i)).sum()).isEqualTo(1_000);
            assertThat(handled(other)).as("shared").isBetween(1L, 1_007L);
        }
    }

    /** Calls that it has run. */
    static long handled(BusGateway gateway) {
        return gateway.bean(MeterRegistry.class).find("caravan.tool.calls").timers().stream().mapToLong(Timer::count).sum();
    }

    static String call(String tool, String word) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + word + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":{\"word\":\"" + word + "\"}}}";
    }

    static String said(JsonNode answer) {
        return answer.at("/result/structuredContent/data").asText(answer.toString());
    }
}
