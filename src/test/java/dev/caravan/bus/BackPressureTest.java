package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message whose call finds no place waits, and runs once when one is free; health and metrics say so. */
@Tag("nightly")
class BackPressureTest extends JmsGatewayTest {

    private static final Duration SOON = Duration.ofMillis(SOON_MS);

    @ParameterizedTest
    @ValueSource(strings = {"tools.max-in-flight=1", "tools.max-in-flight-per-caller=1"})
    void aChangeWaitsForItsPlace(String limit) throws Exception {
        String queue = "places-" + System.nanoTime();
        List<String> settings = new ArrayList<>(settings(queue));
        settings.addAll(List.of(limit, "security.mode=api-key", "security.keys[0].name=ann",
                "security.keys[0].sha256=" + OwnGateway.sha256("key"), "security.keys[0].scopes=tools:call"));
        try (BusGateway full = new BusGateway(BusGateway.counts(), settings); JmsClient caller = new JmsClient(broker, queue)) {
            CompletableFuture<?> held = CompletableFuture.supplyAsync(
                    () -> full.http().call("look_very_slowly", McpClient.object("{\"word\":\"held\"}"), "X-API-Key", "key"));
            await().atMost(SOON).until(() -> full.runs("look_very_slowly", "held") == 1);
            caller.send(caller.text(call("change", "waits"), "X-API-Key", "key"), null, caller.answers(), 0);
            await().atMost(SOON).until(() -> full.operations("/actuator/health").contains("1 messages wait: "));
            assertThat(full.operations("/actuator/prometheus")).containsPattern("caravan_bus_waiting 1\\.0");
            assertThat(full.runs("change", "waits")).isZero();

            full.release();

            JsonNode answer = McpClient.JSON.readTree(JmsClient.body(caller.next(SOON_MS)));
            assertThat(said(answer)).isEqualTo("change waits for ann");
            assertThat(full.runs("change", "waits")).isEqualTo(1);
            held.join();
            await().atMost(SOON).until(() -> full.operations("/actuator/health").contains("\"jms\":{\"status\":\"UP\""));
        }
    }
}
