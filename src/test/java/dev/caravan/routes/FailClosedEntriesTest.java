package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.bus.BusScenarios;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Whatever a step behind REST, JMS or a batch throws: there is an answer, and nothing of the request is left behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailClosedEntriesTest {

    private static final String NAME = "fail-closed-" + System.nanoTime();

    private OwnGateway gateway;
    private BusScenarios bus;
    private Walk walk;

    @BeforeAll
    void start() {
        String broker = SharedServers.get(ServerKind.ARTEMIS).address();
        gateway = OwnGateway.withEntries().bean(ThrowingSteps.class)
                .settings("bus.jms.enabled=true", "bus.jms.broker-url=" + broker, "bus.jms.queue=" + NAME,
                "bus.jms.dead-letters=" + NAME + "-dead", "bus.max-message=100KB", "bus.max-deliveries=2").start();
        bus = new BusScenarios(broker, null, NAME);
        walk = new Walk(gateway);
        Walk.untilAnswered(bus.overJms().get(0));
    }

    @AfterAll
    void stop() {
        bus.close();
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> rest() throws Exception {
        return everyStep(Scenario.of("REST", () -> {
            RestClient.Answer answer = new RestClient(gateway.port(), null).get("/page/state");
            return answer.status() + " " + answer.json();
        }));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> batch() throws Exception {
        return everyStep(Scenario.of("batch",
                () -> McpScenarios.told(gateway.client().post(
                        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"none\"}]",
                "MCP-Protocol-Version", "2025-03-26"))));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> jms() throws Exception {
        return everyStep(bus.overJms().toArray(Scenario[]::new));
    }

    @Test
    void messageWhoseStepAlwaysThrowsBecomesADeadLetter() throws Exception {
        Scenario ping = bus.overJms().get(0);
        List<String> first = walk.settled(ping).run().stream().map(ThrowingSteps.Step::name)
                .filter(name -> name.startsWith("entry-jms/process")).toList();
        ThrowingSteps steps = gateway.bean(ThrowingSteps.class);
        steps.armForGood(first.get(0), new NoClassDefFoundError("test"));

        String answer = ping.prepare().call().call();

        steps.disarm();
        assertThat(answer).isEqualTo("500 The message failed unexpectedly; see the log");
        assertThat(walk.settled(ping).answer()).startsWith("200").contains("result");
    }

    private Stream<DynamicTest> everyStep(Scenario... scenarios) throws Exception {
        List<DynamicTest> tests = walk.everyStep(List.of(scenarios), new HashSet<>());
        assertThat(tests).hasSizeGreaterThan(5);
        return tests.stream();
    }
}
