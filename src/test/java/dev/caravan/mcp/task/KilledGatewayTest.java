package dev.caravan.mcp.task;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.conformance.ConformanceGateway;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two gateways on one database, of which one is killed, or told to stop, while it works on tasks. */
@Tag("nightly")
class KilledGatewayTest extends GatewayTest {

    private static final ObjectNode CAPABILITIES = object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"elicitation\":{}}");

    @Test
    void survivingGatewayReportsTheTaskOfAKilledOneAsFailed() throws Exception {
        int port = FreePorts.pick();
        try (ChildJvm other = gateway(port, "10s")) {
            McpClient there = new McpClient(port);
            String asks = begin(there, "confirm_delete", "{\"filename\":\"a\"}");
            String works = begin(there, "slow_compute", "{\"seconds\":600}");
            await().until(() -> status(asks).equals("input_required"));

            client.modern("tasks/update",
                    object("{\"taskId\":\"" + asks
                            + "\",\"inputResponses\":{\"confirm\":{\"action\":\"accept\",\"content\":{\"confirm\":true}}}}"),
                    CAPABILITIES, "Result").result();
            await().until(() -> status(asks).equals("completed"));
            await("longer than the lease, its gateway works on it").during(Duration.ofSeconds(12)).atMost(Duration.ofSeconds(60))
                    .until(() -> status(works).equals("working"));

            other.kill();

            await().until(() -> !status(works).equals("working"));
            JsonNode task = get(works);
            assertThat(task.get("status").asText()).isEqualTo("failed");
            assertThat(task.at("/error/message").asText()).contains("stopped before the task was done");
            assertThat(get(asks).at("/result/content/0/text").asText()).isEqualTo("a: accept");
        }
    }

    @Test
    void stoppingGatewayReleasesItsTasksAtOnce() throws Exception {
        int port = FreePorts.pick();
        try (ChildJvm other = gateway(port, "1h")) {
            McpClient there = new McpClient(port);
            String asks = begin(there, "confirm_delete", "{\"filename\":\"a\"}");
            String works = begin(there, "slow_compute", "{\"seconds\":600}");
            await().until(() -> status(asks).equals("input_required"));
            assertThat(status(works)).isEqualTo("working");

            other.terminate();

            for (String id : List.of(asks, works)) {
                JsonNode task = get(id);
                assertThat(task.get("status").asText()).isEqualTo("failed");
                assertThat(task.at("/error/message").asText()).contains("stopped before the task was done");
            }
        }
    }

    private static ChildJvm gateway(int port, String lease) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--caravan.http.port=" + port, "--caravan.tasks.lease=" + lease));
        SharedServers.get(ServerKind.POSTGRESQL).properties().forEach((name, value) -> {
            if (name.startsWith("caravan.store.")) {
                arguments.add("--" + name + "=" + value);
            }
        });
        ChildJvm gateway = ChildJvm.run(ConformanceGateway.class, Patience.arguments(arguments.toArray(String[]::new)));
        await().atMost(Duration.ofMinutes(4))
                .until(() -> gateway.printed().contains("Conformance server ready") || !gateway.process().isAlive());
        return gateway;
    }

    private static String begin(McpClient client, String tool, String arguments) {
        ObjectNode params = object("{\"name\":\"" + tool + "\"}");
        params.set("arguments", object(arguments));
        return client.modern("tools/call", params, CAPABILITIES, "Result").result().get("taskId").asText();
    }

    private JsonNode get(String id) {
        return client.modern("tasks/get", object("{\"taskId\":\"" + id + "\"}"), CAPABILITIES, "Result").result();
    }

    private String status(String id) {
        return get(id).get("status").asText();
    }
}
