package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A call is counted once and leaves one audit event, whichever step of the route audit throws an Error. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailClosedAuditTest {

    private OwnGateway gateway;
    private ThrowingSteps steps;
    private McpClient client;

    @BeforeAll
    void start() {
        gateway = ThrowingSteps.gateway().tool("greet", "t", "hello ${header.name}").start();
        steps = gateway.bean(ThrowingSteps.class);
        client = gateway.client();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void auditIsRetriedAfterAFailureOfAnyStep() {
        List<String> names = steps.known().stream().filter(name -> name.startsWith("audit/")).toList();
        int audited = 0;
        for (String name : names) {
            try (GatewayLog log = GatewayLog.record()) {
                long before = counted();
                steps.arm(name, new StackOverflowError(), false);

                McpClient.Answer answer = client.call("greet", McpClient.object("{}"));

                List<String> events = log.auditEvents("\"greet\"", 1);
                log.written(gateway.camel());
                assertThat(events).as(name).hasSize(1);
                assertThat(counted() - before).as(name).isEqualTo(1);
                assertThat(answer.body()).as(name).contains("\"isError\":false");
                audited += steps.isArmed() ? 0 : 1;
                steps.disarm();
            }
        }
        assertThat(audited).as("steps that threw").isGreaterThanOrEqualTo(2);
    }

    private long counted() {
        return gateway.bean(MeterRegistry.class).find("caravan.tool.calls").timers().stream().mapToLong(Timer::count).sum();
    }
}
