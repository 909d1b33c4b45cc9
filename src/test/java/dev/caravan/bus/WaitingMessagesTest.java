package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Store;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that can't be admitted now stay with their broker, and run later. */
@Tag("nightly")
class WaitingMessagesTest extends BothBrokersTest {

    private static final int MESSAGES = 30;
    private static final Duration QUIET = Duration.ofSeconds(3);

    private EmbeddedServers servers;
    private ServerHandle store;

    @BeforeEach
    void startStore() {
        servers = SharedServers.apart("bus-outage");
        servers.start(List.of(ServerKind.POSTGRESQL));
        store = servers.get(ServerKind.POSTGRESQL);
    }

    @AfterEach
    void stopServers() {
        servers.close();
    }

    private List<String> withStore(String... more) {
        List<String> settings = new ArrayList<>(settings(false, more));
        store.properties().forEach((key, value) -> {
            if (key.startsWith("caravan.store.")) {
                settings.add(key.substring("caravan.".length()) + "=" + value);
            }
        });
        return settings;
    }

    private static void awaitStore(BusGateway gateway) {
        await().atMost(LONG).ignoreExceptions().until(
                () -> gateway.bean(Store.class).run(jdbc -> jdbc.sql("select count(*) from key_value").query(Integer.class).single()) >= 0);
    }

    @Test
    void writesWaitUntilTheStoreIsBackAndRunOnce() throws Exception {
        try (BusGateway gateway = new BusGateway(counts, withStore());
                JmsClient overJms = new JmsClient(jms, name);
                KafkaClient overKafka = new KafkaClient(kafka, name)) {
            awaitStore(gateway);
            assertThat(overKafka.ask(call("change", name + "-k"))).contains("change"); // it has its partitions
            store.stop();
            for (int i = 0; i < MESSAGES; i++) {
                String call = call("change", name + "-jms" + i);
                overJms.send(overJms.text(i % 2 == 0 ? call : keyed(call, name + i)), null, i % 10 == 9 ? overJms.answers() : null, 0);
                overKafka.tell(call("change", name + "-kafka" + i));
            }
            await().during(QUIET).atMost(LONG).until(() -> runs(gateway).stream().allMatch(runs -> runs == 0));

            store.start();

            await().atMost(LONG).until(() -> runs(gateway).stream().allMatch(runs -> runs == 1));
            for (int i = 0; i < MESSAGES / 10; i++) {
                assertThat(JmsClient.body(overJms.next(LONG.toMillis()))).contains("\"ok\":true");
            }
            await().during(QUIET).atMost(LONG).until(() -> runs(gateway).stream().allMatch(runs -> runs == 1));
            assertThat(overJms.take(name + "-dead", 100)).isNull();
        }
    }

    @Test
    void aGatewayThatStopsMeanwhileLeavesThemToAnother() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            try (BusGateway gateway = new BusGateway(counts, withStore())) {
                awaitStore(gateway);
                assertThat(overKafka.ask(call("change", name + "-k"))).contains("change");
                store.stop();
                for (int i = 0; i < MESSAGES; i++) {
                    overJms.tell(call("change", name + "-jms" + i));
                    overKafka.tell(call("change", name + "-kafka" + i));
                }
                await().during(QUIET).atMost(LONG).until(() -> runs(gateway).stream().allMatch(runs -> runs == 0));
            }
            store.start();
            try (BusGateway other = new BusGateway(counts, withStore())) {
                await().atMost(LONG).until(() -> runs(other).stream().allMatch(runs -> runs == 1));
                assertThat(overJms.take(name + "-dead", 100)).isNull();
            }
        }
    }

    @Test
    void messagesOverTheRateWaitForTheirTurn() throws Exception {
        try (BusGateway gateway = new BusGateway(counts,
                settings(false, "security.rate-limit.calls=5", "security.rate-limit.per=1s", "security.rate-limit.burst=2"));
                JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            for (int i = 0; i < MESSAGES; i++) {
                overJms.tell(call("look", name + "-jms" + i), "X-User-Id", "ann");
                overKafka.tell(call("look", name + "-kafka" + i), "X-User-Id", "bob");
            }
            await().atMost(LONG).until(() -> IntStream.range(0, MESSAGES)
                    .allMatch(i -> gateway.runs("look", name + "-jms" + i) == 1 && gateway.runs("look", name + "-kafka" + i) == 1));
            assertThat(overJms.take(name + "-dead", 100)).isNull();
            overJms.send(overJms.text(call("look", name + "-asked"), "X-User-Id", "ann"), null, overJms.answers(), 0);
            Message answer = overJms.next(LONG.toMillis());
            assertThat(JmsClient.body(answer)).contains("look " + name + "-asked for ann");
        }
    }

    private List<Long> runs(BusGateway gateway) {
        return IntStream.range(0, MESSAGES).boxed().flatMap(i -> java.util.stream.Stream.of("-jms" + i, "-kafka" + i))
                .map(end -> gateway.runs("change", name + end)).toList();
    }
}
