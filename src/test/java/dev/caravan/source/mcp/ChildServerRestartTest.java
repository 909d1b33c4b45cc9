package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server as a child process that fails, hangs or dies is started again. */
@Tag("nightly")
class ChildServerRestartTest extends ChildServerTest {

    @Test
    void deadServerFailsItsCallsAtOnceAndRestarts() throws Exception {
        start(ScriptedServer.command());
        String first = text("pid", Map.of());
        var caller = Executors.newSingleThreadExecutor();
        Future<String> waiting = caller.submit(() -> text("sleep", Map.of("ms", 60_000)));
        Instant begin = Instant.now();
        assertThatThrownBy(() -> text("crash", Map.of())).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("exit code").hasMessageContaining("segmentation fault");
        assertThatThrownBy(waiting::get).hasMessageContaining("exit code");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(30));
        caller.shutdown();

        assertThat(text("pid", Map.of())).as("started anew, at once").isNotEqualTo(first);
    }

    @Test
    void killedServerRestartsWithoutACall() throws Exception {
        start(ScriptedServer.command());
        long pid = Long.parseLong(text("pid", Map.of()));
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().until(() -> status().state() == UpstreamServer.State.FAILED);
        assertThat(status().problem()).contains("exit code 137");
        await().until(() -> status().state() == UpstreamServer.State.CONNECTED);
    }

    @Test
    void serverWithReconnectOnCallWaitsForACall() throws Exception {
        start(ScriptedServer.command(), ChildServerTest::onCall);
        String first = text("pid", Map.of());
        ProcessHandle.of(Long.parseLong(first)).orElseThrow().destroyForcibly();
        await().until(() -> status().state() == UpstreamServer.State.FAILED);
        assertThat(status().nextTry()).isNull();
        // an eager one tries after a second
        await().during(1_500, MILLISECONDS).atMost(20, SECONDS).until(() -> status().state() == UpstreamServer.State.FAILED);

        assertThat(text("pid", Map.of())).isNotEqualTo(first);
    }

    @Test
    void everyCallTriesAServerWithReconnectOnCall(@TempDir Path directory) throws Exception {
        Path script = directory.resolve("server");
        start(List.of(script.toString()), ChildServerTest::onCall);
        for (int i = 0; i < 4; i++) {
            assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("can't be started")
                    .hasMessageNotContaining("next try");
        }
        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", ScriptedServer.command()) + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertThat(text("pid", Map.of())).as("without any pause").isNotBlank();
    }

    @Test
    void failedStartIsRetriedAtGrowingIntervals(@TempDir Path directory) throws Exception {
        Path script = directory.resolve("server");
        start(List.of(script.toString()));
        try (GatewayLog log = GatewayLog.record()) {
            assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("can't be started");
            assertThatThrownBy(() -> text("pid", Map.of())).as("at once").hasMessageContaining("can't be started");
            assertThatThrownBy(() -> text("pid", Map.of())).as("not tried").hasMessageContaining("can't be started")
                    .hasMessageMatching(".*next try in \\d+ s");
            assertThat(status().state()).isEqualTo(UpstreamServer.State.FAILED);
            assertThat(status().nextTry()).isBetween(Instant.now().minusSeconds(1), Instant.now().plusSeconds(2));
            assertThat(log.awaits("nextTry=2s").text()).containsOnlyOnce("nextTry=1s");
        }

        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", ScriptedServer.command()) + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        await().until(() -> status().state() == UpstreamServer.State.CONNECTED);
        assertThat(text("pid", Map.of())).isNotBlank();
    }

    @Test
    void errorSaysWhyAServerEndedEarly() {
        start(ScriptedServer.command("refuse"));
        assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("no licence found");
    }
}
