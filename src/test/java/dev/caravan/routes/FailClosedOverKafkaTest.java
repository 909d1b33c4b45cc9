package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.bus.BusScenarios;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** A record whose step throws an Error ends in an answer or as a dead letter, and is committed: it holds up none that comes after it. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailClosedOverKafkaTest {

    private static final String NAME = "kafka-errors-" + System.nanoTime();
    private static final Duration LONG = Duration.ofMinutes(1);

    private final String servers = SharedServers.get(ServerKind.KAFKA).address();
    private final TopicPartition partition = new TopicPartition(NAME, 0);
    private OwnGateway gateway;
    private BusScenarios bus;
    private Walk walk;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withEntries().bean(ThrowingSteps.class)
                .settings("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + servers, "bus.kafka.topic=" + NAME,
                        "bus.kafka.group-id=" + NAME, "bus.kafka.dead-letters=" + NAME + "-dead", "bus.max-message=100KB",
                        "bus.kafka.max-in-flight=2")
                .start();
        bus = new BusScenarios(SharedServers.get(ServerKind.ARTEMIS).address(), servers, NAME);
        walk = new Walk(gateway);
        Walk.untilAnswered(bus.overKafka().get(0));
    }

    @AfterAll
    void stop() {
        bus.close();
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> everyStep() throws Exception {
        Set<String> walked = new HashSet<>();
        List<DynamicTest> tests = new ArrayList<>();
        for (Scenario scenario : bus.overKafka()) {
            Walk.Ended whole = walk.settled(scenario);
            for (String step : whole.names()) {
                if (walked.add(step)) {
                    Throwable error = Walk.ERRORS.get(tests.size() % Walk.ERRORS.size()).get();
                    tests.add(DynamicTest.dynamicTest(step + " throws " + error.getClass().getSimpleName(), () -> {
                        walk.throwAt(scenario, whole, step, error, false);
                        isCommitted();
                    }));
                }
            }
        }
        return tests.stream();
    }

    @Test
    void unreadableRecordBecomesADeadLetter() throws Exception {
        Scenario ping = bus.overKafka().get(0);
        String reads = walk.settled(ping).run().stream().map(ThrowingSteps.Step::name)
                .filter(name -> name.startsWith("entry-kafka/process")).findFirst().orElseThrow();
        ThrowingSteps steps = gateway.bean(ThrowingSteps.class);
        steps.armForGood(reads, new NoClassDefFoundError("test"));

        String answer = ping.prepare().call().call();

        steps.disarm();
        assertThat(answer).isEqualTo("500 The message failed unexpectedly; see the log");
        assertThat(walk.settled(ping).answer()).startsWith("200").contains("result");
        isCommitted();
    }

    private void isCommitted() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            await().atMost(LONG).untilAsserted(() -> {
                long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition).get().offset();
                var committed = admin.listConsumerGroupOffsets(NAME).partitionsToOffsetAndMetadata().get().get(partition);
                assertThat(committed).isNotNull();
                assertThat(committed.offset()).isEqualTo(end);
            });
        }
    }
}
