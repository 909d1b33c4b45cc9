package dev.caravan.bus;

import static dev.caravan.bus.JmsTest.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Store;
import jakarta.jms.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways with a store, of which one is killed while it works; and messages that come twice. */
class RedeliveryTest {

    private static final String UNKNOWN = "how it ended is not known";
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Path counts = BusGateway.counts();
    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();
    private final String name = "redelivery-" + System.nanoTime();

    /** How soon Kafka takes a gateway that says nothing for a dead one: the least that a broker allows, instead of 45 s. */
    @TempDir
    private Path folder;

    private Path clients;

    @BeforeEach
    void saveClientSettings() throws IOException {
        clients = Files.writeString(folder.resolve("kafka.properties"), "session.timeout.ms=6000\nheartbeat.interval.ms=1500\n");
    }

    private List<String> settings(boolean store, String... more) {
        List<String> settings = new ArrayList<>(List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name, "bus.jms.dead-letters=" + name + "-dead",
                "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name, "bus.message-id=X-Message-Id",
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

    private ChildJvm killable(List<String> settings) throws Exception {
        int port = GatewayTest.freePort();
        List<String> arguments = new ArrayList<>(BusGateway.arguments(port, GatewayTest.freePort(), counts));
        settings.forEach(setting -> arguments.add("--caravan." + setting));
        ChildJvm child = ChildJvm.run(Caravan.class, arguments.toArray(String[]::new));
        await().atMost(LONG).until(() -> child.printed().contains("Caravan is ready") || !child.process().isAlive());
        return child;
    }

    private long runs(String tool) {
        return BusGateway.runs(counts, tool, name);
    }

    @Test
    void whatAKilledGatewayBeganIsAnsweredByAnotherAndNothingThatChangesIsRunTwice() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            Map<String, String> answers = new HashMap<>();
            try (ChildJvm killed = killable(settings(true))) {
                for (String tool : List.of("change_very_slowly", "look_very_slowly")) {
                    overJms.send(overJms.text(call(tool, name)), tool, overJms.answers(), 0);
                    overKafka.send(overKafka.record(0, call(tool, name + "k").getBytes(StandardCharsets.UTF_8), tool + "k", overKafka.answers()));
                }
                await().atMost(LONG).until(() -> runs("change_very_slowly") + runs("look_very_slowly") == 2
                        && BusGateway.runs(counts, "change_very_slowly", name + "k") + BusGateway.runs(counts, "look_very_slowly", name + "k") == 2);
                killed.kill();
            }
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                for (int i = 0; i < 2; i++) {
                    Message answer = overJms.next(LONG.toMillis());
                    answers.put(answer.getJMSCorrelationID(), JmsClient.body(answer));
                }
                for (int i = 0; i < 2; i++) {
                    ConsumerRecord<byte[], byte[]> answer = overKafka.next(LONG);
                    answers.put(KafkaClient.correlation(answer), new String(answer.value(), StandardCharsets.UTF_8));
                }
                for (String suffix : List.of("", "k")) {
                    assertThat(answers.get("change_very_slowly" + suffix)).contains("\"error\"", UNKNOWN);
                    assertThat(answers.get("look_very_slowly" + suffix)).contains("look_very_slowly " + name + suffix + " for local");
                    assertThat(BusGateway.runs(counts, "change_very_slowly", name + suffix)).isEqualTo(1);
                    assertThat(BusGateway.runs(counts, "look_very_slowly", name + suffix)).isEqualTo(2);
                }
                assertThat(overJms.next(1_000)).isNull();
                assertThat(overKafka.next(Duration.ofSeconds(1))).isNull();
            }
        }
    }

    @Test
    void whatComesAgainIsAnsweredAsBeforeByWhicheverGatewayButForNobodyElse() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            for (BusClient client : List.of(overJms, overKafka)) {
                String message = call("change", name);
                String first;
                long before = runs("change");
                try (BusGateway one = new BusGateway(counts, settings(true))) {
                    await().atMost(LONG).ignoreExceptions().until(() -> one.bean(Store.class).run(jdbc -> jdbc.sql("select count(*) from bus_call").query(Integer.class).single()) >= 0);
                    first = client.ask(message, "X-Message-Id", "m1", "X-User-Id", "ann");
                    assertThat(first).contains("change " + name + " for ann");
                }
                try (BusGateway other = new BusGateway(counts, settings(true))) {
                    assertThat(client.ask(message, "X-Message-Id", "m1", "X-User-Id", "ann")).as("with its trace id and time").isEqualTo(first);
                    assertThat(runs("change")).isEqualTo(before + 1);
                    assertThat(client.ask(message, "X-Message-Id", "m1", "X-User-Id", "bob")).contains("for bob");
                    assertThat(client.ask(message, "X-Message-Id", "m2", "X-User-Id", "ann")).contains("for ann").isNotEqualTo(first);
                    assertThat(runs("change")).isEqualTo(before + 3);
                }
            }
        }
    }

    @Test
    void withoutAStoreAGatewayThatWasKilledLeavesNothingToBeRunTwiceOverJms() throws Exception {
        try (JmsClient client = new JmsClient(jms, name)) {
            try (ChildJvm killed = killable(settings(false))) {
                client.send(client.text(call("change_very_slowly", name)), "c", client.answers(), 0);
                await().atMost(LONG).until(() -> runs("change_very_slowly") == 1);
                killed.kill();
            }
            try (BusGateway other = new BusGateway(counts, settings(false))) {
                assertThat(JmsClient.body(client.next(LONG.toMillis()))).contains(UNKNOWN);
                assertThat(runs("change_very_slowly")).isEqualTo(1);
                assertThat(McpClient.JSON.readTree(client.ask(call("change", name))).at("/result/isError").asBoolean(true)).isFalse();
            }
        }
    }

    /** A broker may count a death twice: for the consumer that had the message, and for one that waited beside it. */
    @Test
    void aMessageThatGatewaysDieOfIsADeadLetterOfJms() throws Exception {
        List<String> settings = settings(false, "bus.max-deliveries=4");
        try (JmsClient client = new JmsClient(jms, name)) {
            client.send(client.text(call("look_very_slowly", name)), "j", client.answers(), 0);
            Message dead = null;
            int deaths = 0;
            while (dead == null) {
                int before = deaths;
                try (ChildJvm killed = killable(settings)) {
                    for (int i = 0; i < 60 && dead == null && runs("look_very_slowly") == before; i++) {
                        dead = client.take(name + "-dead", 1_000);
                    }
                    killed.kill();
                    deaths = (int) runs("look_very_slowly");
                    assertThat(dead != null || deaths == before + 1).as("it ran or it is dead").isTrue();
                }
            }
            assertThat(deaths).as("how many died of it").isBetween(2, 4);
            assertThat(dead.getStringProperty("caravanReason")).matches("It was delivered [4-8] times, and never answered");
            try (BusGateway last = new BusGateway(counts, settings)) {
                assertThat(client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).contains("result");
                assertThat(runs("look_very_slowly")).isEqualTo(deaths);
            }
        }
    }

    @Test
    void aMessageThatGatewaysDieOfIsADeadLetterOfKafka() throws Exception {
        List<String> settings = settings(false, "bus.max-deliveries=2");
        try (KafkaClient client = new KafkaClient(kafka, name)) {
            client.send(client.record(0, call("look_very_slowly", name).getBytes(StandardCharsets.UTF_8), "k", client.answers()));
            for (int i = 1; i <= 2; i++) {
                int deaths = i;
                try (ChildJvm killed = killable(settings)) {
                    await().atMost(LONG).until(() -> runs("look_very_slowly") == deaths);
                    killed.kill();
                }
            }
            try (BusGateway last = new BusGateway(counts, settings); var dead = client.consumer(name + "-dead")) {
                assertThat(KafkaClient.header(KafkaClient.next(dead, new ArrayList<>(), LONG), "caravanReason")).isEqualTo("It was delivered 2 times, and never answered");
                assertThat(client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).contains("result");
                assertThat(runs("look_very_slowly")).isEqualTo(2);
            }
        }
    }
}
