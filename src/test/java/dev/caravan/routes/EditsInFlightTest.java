package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.RouteYaml;
import dev.caravan.WaitingStep;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that has begun ends on the old route, and the next one is served by the new one. */
@Tag("nightly")
class EditsInFlightTest extends EditedRoutesTest {

    @AfterEach
    void open() {
        WaitingStep.open();
    }

    @Test
    void callInFlightEndsOnTheOldRouteAndTheNextUsesTheNewOne() throws Exception {
        save("edited", RouteYaml.tool("edited", "description: A tool of the test's own.\nreadOnlyHint: true",
                WaitingStep.YAML + "\n- setBody:\n    constant: old"));
        answers("edited", "old");
        WaitingStep.close();
        ExecutorService callers = Executors.newCachedThreadPool();
        Future<String> inFlight = callers.submit(() -> answer("edited"));
        untilOneIsOn("edited");

        save("edited", tool("edited", "new"));
        untilIsReplaced("edited");
        Future<String> meanwhile = callers.submit(() -> answer("edited"));
        WaitingStep.open();

        assertThat(inFlight.get(20, SECONDS)).isEqualTo("old");
        assertThat(meanwhile.get(20, SECONDS)).isEqualTo("new");
        assertThat(list()).contains("edited");
        callers.shutdownNow();
    }

    @Test
    void longCallDoesNotBlockLaterEdits() throws Exception {
        save("edited", tool("edited", "old").replace("readOnlyHint: true", "readOnlyHint: true\n        timeout: 300ms")
                .replace("- setBody", "- delay:\n            constant: 600000\n        - setBody"));
        await().until(() -> list().contains("edited"));
        assertThat(client.envelope("edited", object("{}")).at("/error/detail/timeoutMs").asInt()).isEqualTo(300);

        try (GatewayLog log = GatewayLog.record()) {
            for (String answer : List.of("first", "second", "third")) {
                save("edited", tool("edited", answer));
                answers("edited", answer);
            }

            assertThat(log.text().split("Route replaced while calls are still on it id=edited ", -1))
                    .as("only the first edit waited for the call").hasSize(2);
        }
    }

    @Test
    void readInFlightEndsOnTheOldRouteAfterTheResourceIsRemoved() throws Exception {
        save("page", RouteYaml.route("page", "ai-resource:page", "resourceUri: edit:///page\nmimeType: text/plain",
                WaitingStep.YAML + "\n- setBody:\n    constant: old"));
        reads("old");
        WaitingStep.close();
        ExecutorService readers = Executors.newCachedThreadPool();
        Future<JsonNode> inFlight = readers.submit(() -> read(client));
        untilOneIsOn("page");

        Files.delete(edited().resolve("page.camel.yaml"));
        untilIsHeld("ai-resource://page");
        WaitingStep.open();

        assertThat(inFlight.get(20, SECONDS).at("/result/contents/0/text").asText()).isEqualTo("old");
        await().until(() -> read(client).at("/error/code").asInt() == -32002);
        assertThat(client.legacy("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").body())
                .doesNotContain("edit:///page");
        readers.shutdownNow();
    }
}
