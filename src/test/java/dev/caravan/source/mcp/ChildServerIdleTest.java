package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The process of a server that nobody calls ends, and the next call starts another. */
@Tag("full")
class ChildServerIdleTest extends ChildServerTest {

    @Test
    void idleProcessEndsAndTheNextCallStartsAnother() throws Exception {
        start(ScriptedServer.command(), ChildServerTest::resting);
        String first = text("pid", Map.of());

        await().atMost(60, SECONDS).until(() -> status().state() == UpstreamServer.State.IDLE);
        await().atMost(60, SECONDS).until(() -> ProcessHandle.of(Long.parseLong(first)).isEmpty());
        assertThat(text("pid", Map.of())).isNotEqualTo(first);
    }

    @Test
    void busyProcessDoesNotEnd() throws Exception {
        start(ScriptedServer.command(), server -> resting(settings(server, Duration.ofMinutes(1), server.maxMessage())));
        CompletableFuture<String> held = CompletableFuture.supplyAsync(() -> {
            try {
                return text("hold", Map.of());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(60, SECONDS).until(() -> text("held", Map.of()).equals("1"));
        String first = text("pid", Map.of());

        await("three times as long as a process may be idle").during(3, SECONDS).atMost(60, SECONDS)
                .until(() -> status().state() == UpstreamServer.State.CONNECTED);
        assertThat(text("pid", Map.of())).isEqualTo(first);
        text("release", Map.of());
        assertThat(held.get(60, SECONDS)).isEqualTo("held");
    }
}
