package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.WaitingStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A modern client that leaves cancels its call, also before anything was sent to it. Other clients lose nothing by it. */
@Tag("full")
class LeavingClientsTest extends AskingToolTest {

    private static final String[] HEADERS = {"MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "asking"};
    private static final String LONG = "10m";

    @BeforeEach
    void closeStep() {
        WaitingStep.close();
    }

    @AfterEach
    void openStep() {
        WaitingStep.open();
        awaitEndOfRoute();
    }

    @Test
    void callOfALegacyClientThatLeavesGoesOn() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        goesOn(() -> legacy.start("tools/call", McpClient.object("{\"name\":\"asking\",\"arguments\":{}}"), 7));
    }

    @Test
    void callWithAnIdempotencyKeyGoesOnBecauseItsClientMayComeBack() throws Exception {
        goesOn(() -> StreamClient.send(port(), "/mcp", request(),
                Stream.concat(Arrays.stream(HEADERS), Stream.of("Idempotency-Key", UUID.randomUUID().toString())).toArray(String[]::new)));
    }

    private void goesOn(Callable<StreamClient> caller) throws Exception {
        Path written = Path.of("target/left/written" + port());
        tool(WaitingStep.YAML + "\n- setBody: {constant: done}\n- to: file:target/left?fileName=written" + port(), LONG);
        try (StreamClient call = caller.call()) {
            awaitWaiting(1);
        }

        leave();

        assertThat(WaitingStep.waiting()).isEqualTo(1);
        assertThat(written).as("by the call that was cancelled").doesNotExist();
        WaitingStep.open();
        awaitEndOfRoute();
        assertThat(written).exists();
        Files.delete(written);
    }

    @Test
    void connectionServesTheNextRequestAfterALongCall() throws Exception {
        tool(WaitingStep.YAML + "\n- setBody: {constant: done}", LONG);
        try (StreamClient staying = call()) {
            awaitWaiting(1);
            leave();
            WaitingStep.open();
            assertThat(answer(staying)).contains("done");

            again(staying);
            assertThat(answer(staying)).contains("done");
        }
    }

    @Test
    void requestThatComesDuringALongCallIsAnsweredAfterIt() throws Exception {
        tool(WaitingStep.YAML + "\n- setBody: {constant: done}", LONG);
        try (StreamClient staying = call()) {
            awaitWaiting(1);
            leave();
            again(staying);
            leave();
            WaitingStep.open();

            assertThat(answer(staying)).contains("done");
            assertThat(answer(staying)).contains("done");
        }
    }

    /** Calls, leaves and returns when the call has ended. By then also earlier calls are watched. */
    private void leave() throws Exception {
        int others = WaitingStep.waiting();
        try (StreamClient leaving = call()) {
            awaitWaiting(others + 1);
        }
        awaitWaiting(others);
    }

    private static void awaitWaiting(int calls) {
        await().until(() -> WaitingStep.waiting() == calls);
    }

    private StreamClient call() throws IOException {
        return StreamClient.send(port(), "/mcp", request(), HEADERS);
    }

    private static void again(StreamClient client) throws IOException {
        client.sendAgain("/mcp", request(), HEADERS);
    }

    private static String request() {
        return McpClient.request(
                "tools/call",
                        McpClient.modernParams(McpClient.object("{\"name\":\"asking\",\"arguments\":{}}"), McpClient.object("{}")))
                .toString();
    }

    private static String answer(StreamClient client) throws IOException {
        client.readHead();
        return client.body();
    }
}
