package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.envelope.UpstreamException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Late calls end the connection to a child process only if the server answers no ping either. */
@Tag("nightly")
class ChildServerLateCallsTest extends ChildServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stopCallers() {
        callers.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "no-ping"})
    void slowCallsDoNotAffectOtherCallers(String flag) throws Exception {
        start(ScriptedServer.command(flag), server -> settings(server, TIMEOUT, server.maxMessage()));
        String pid = text("pid", Map.of());
        Instant connected = status().since();
        List<Future<String>> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            slow.add(callers.submit(() -> text("silent", Map.of())));
        }
        await().atMost(60, SECONDS).until(() -> text("silenced", Map.of()).equals("3"));
        Instant half = Instant.now().plus(TIMEOUT.dividedBy(2));
        await().until(() -> Instant.now().isAfter(half));
        Future<String> held = callers.submit(() -> text("hold", Map.of()));
        await().atMost(60, SECONDS).until(() -> text("held", Map.of()).equals("1"));

        for (Future<String> call : slow) {
            assertThatThrownBy(() -> call.get(60, SECONDS)).hasMessageContaining("10000 ms");
        }
        assertThat(held).isNotDone();
        text("release", Map.of());

        assertThat(held.get(60, SECONDS)).isEqualTo("held");
        await().atMost(60, SECONDS).until(() -> Integer.parseInt(text("pings", Map.of())) > 0);
        assertThat(text("pid", Map.of())).isEqualTo(pid);
        assertThat(status().since()).isEqualTo(connected);
    }

    @Test
    void hangingServerTimesOutAndIsReplaced() throws Exception {
        start(ScriptedServer.command(), server -> settings(server, Duration.ofMillis(500), server.maxMessage()));
        await().ignoreExceptionsInstanceOf(UpstreamException.class).until(() -> text("pid", Map.of()) != null);
        ProcessHandle first = ProcessHandle.of(Long.parseLong(text("pid", Map.of()))).orElseThrow();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> text("hang", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("500 ms");
        }

        await().until(() -> !first.isAlive());
        await().ignoreExceptionsInstanceOf(UpstreamException.class)
                .until(() -> Long.parseLong(text("pid", Map.of())) != first.pid());
    }
}
