package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway that gets SIGTERM answers what it works on, refuses new requests, and leaves what takes too long. */
@Tag("nightly")
class ShutdownTest extends ChildGatewaysTest {

    @Test
    void runningCallsAreAnsweredAndNewOnesRefused() throws Exception {
        int port = FreePorts.pick();
        int operations = FreePorts.pick();
        Path released = TemporaryFolder.make("held").resolve("released");
        try (ChildJvm gateway = ready(port, operations,
                gateway(port, operations, "--caravan.http.stop-delay=10s", "--caravan.http.drain=60s"));
                StreamClient stream = StreamClient.open(port, "/mcp", "Accept", "text/event-stream")) {
            CompletableFuture<Answer> held = CompletableFuture.supplyAsync(
                    () -> call(port, "held", McpClient.JSON.createObjectNode().put("until", released.toString())));
            gateway.untilItPrints("The held one has begun");

            gateway.process().destroy();

            await().atMost(60, SECONDS).until(() -> readiness(operations) == 503);
            assertThat(new McpClient(port).post(McpClient.request("ping", null).toString()).status()).as("while balancers look away")
                    .isEqualTo(200);
            await().atMost(60, SECONDS).until(() -> new McpClient(port).post(McpClient.request("ping", null).toString()).status() == 503);
            Answer refused = new McpClient(port).post(McpClient.request("ping", null).toString());
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.headers().get("retry-after")).containsExactly("1");
            Files.createFile(released);
            assertThat(stream.next()).isEqualTo(StreamClient.END);
            assertThat(held.get(60, SECONDS).result().at("/structuredContent/data").asText()).isEqualTo("late");
            assertThat(gateway.process().waitFor(60, SECONDS)).isTrue();
        }
    }

    @Test
    void callsBeyondTheGracePeriodAreAbandoned() throws Exception {
        int port = FreePorts.pick();
        try (ChildJvm gateway = gateway(port, 0, "--caravan.http.drain=500ms", "--camel.main.shutdown-timeout=1")
                .untilItPrints("Caravan is ready")) {
            ObjectNode never = McpClient.JSON.createObjectNode().put("until", TemporaryFolder.make("held").resolve("never").toString());
            CompletableFuture<Answer> held = CompletableFuture.supplyAsync(() -> call(port, "held", never));
            gateway.untilItPrints("The held one has begun");
            gateway.process().destroy();
            assertThat(gateway.process().waitFor(60, SECONDS)).isTrue();
            assertThat(gateway.printed()).contains("Gateway stops with unanswered requests requests=1 drain=0s");
            held.cancel(true);
        }
    }
}
