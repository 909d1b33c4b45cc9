package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.http.Inside;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** A {@code subscriptions/listen} that fails or whose client leaves gives its places back without waiting for a heartbeat. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListenFailsTest {

    private OwnGateway gateway;
    private ThrowingSteps steps;

    @BeforeAll
    void start() {
        gateway = ThrowingSteps.gateway().start();
        steps = gateway.bean(ThrowingSteps.class);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> listenFailsWhicheverStepThrows() throws IOException {
        steps.taken();
        try (StreamClient stream = listen()) {
            assertThat(stream.next()).contains("subscriptions/acknowledged");
        }
        awaitNobody();
        Set<String> names = new LinkedHashSet<>();
        steps.taken().forEach(step -> names.add(step.name()));
        assertThat(names).hasSizeGreaterThan(5);
        return names.stream().flatMap(step -> Stream.of(false, true)
                .map(afterEnd -> DynamicTest.dynamicTest(step + (afterEnd ? " after its end" : ""), () -> throwAt(step, afterEnd))));
    }

    private void throwAt(String step, boolean afterEnd) throws IOException {
        steps.arm(step, new StackOverflowError(), afterEnd);
        try (StreamClient stream = listen()) {
            assertThat(steps.isArmed()).isFalse();
            assertThat(stream.header("Content-Type")).isEqualTo("application/json");
            assertThat(stream.body()).contains("-32603");
            awaitNobody(); // its client has not left
        } finally {
            steps.disarm();
        }
    }

    @Test
    void streamsOfDepartedClientsCloseAtOnce() throws IOException {
        StreamClient listening = listen();
        StreamClient standing = StreamClient.open(gateway.port(), "/mcp");
        assertThat(listening.next()).contains("subscriptions/acknowledged");
        assertThat(streams()).isEqualTo(2);

        listening.close();
        await().until(() -> streams() == 1);
        standing.close();
        awaitNobody();
    }

    private StreamClient listen() throws IOException {
        return StreamClient.post(gateway.port(), "/mcp", McpScenarios.LISTEN, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method",
                "subscriptions/listen");
    }

    private int streams() {
        return (int) gateway.bean(MeterRegistry.class).get("caravan.http.streams").gauge().value();
    }

    private void awaitNobody() {
        await().pollInterval(Duration.ofMillis(3)).untilAsserted(() -> {
            assertThat(streams()).as("streams").isZero();
            assertThat(Inside.requests(gateway.application())).as("requests inside").isZero();
            assertThat(GateRegistry.of(gateway.camel()).taken()).as("gates that somebody is inside of").isEmpty();
        });
    }
}
