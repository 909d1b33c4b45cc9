package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.source.CallDeadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that are told to stop, and servers that are closed, end at once and harm nobody else. */
@Tag("full")
class StoppedCallsTest extends ChildServerTest {

    @Test
    void stoppedCallersStopWaitingAndOthersContinue() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        CompletableFuture<Void> stop = new CompletableFuture<>();
        var callers = Executors.newFixedThreadPool(4);
        List<Future<ObjectNode>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(callers.submit(() -> servers.call("scripted", "silent", Map.of(), CallDeadline.of(null, stop))));
        }
        await().atMost(20, SECONDS).until(() -> text("silenced", Map.of()).equals("4"));
        assertThat(waiting).noneMatch(Future::isDone);
        Instant begin = Instant.now();
        stop.complete(null);
        for (Future<ObjectNode> call : waiting) {
            assertThatThrownBy(() -> call.get(20, SECONDS)).hasCauseInstanceOf(CancellationException.class);
        }
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(9));
        callers.shutdown();
        assertThatThrownBy(() -> servers.call("scripted", "crash", Map.of(), CallDeadline.of(null, stop))).as("not even asked")
                .isInstanceOf(CancellationException.class);
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }

    @Test
    void stoppedCallersDoNotWaitForTheConnection(@TempDir Path folder) throws Exception {
        Path started = folder.resolve("started");
        start(ScriptedServer.command("start-after=" + started));
        CompletableFuture<Void> stop = new CompletableFuture<>();
        var callers = Executors.newFixedThreadPool(1);
        Future<ObjectNode> call = callers.submit(() -> servers.call("scripted", "pid", Map.of(), CallDeadline.of(null, stop)));
        await().until(() -> status().state() == UpstreamServer.State.CONNECTING);
        stop.complete(null);
        assertThatThrownBy(() -> call.get(20, SECONDS)).hasCauseInstanceOf(CancellationException.class);
        callers.shutdown();
        assertThat(status().state()).isEqualTo(UpstreamServer.State.CONNECTING);
        Files.createFile(started);
        assertThat(text("pid", Map.of())).isNotBlank();
    }

    @Test
    void closeKillsTheServerAndItsChildren() throws Exception {
        start(ScriptedServer.command("ignore-end", "ignore-term"));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(text("pid", Map.of()))).orElseThrow();
        ProcessHandle child = ProcessHandle.of(Long.parseLong(text("child", Map.of()))).orElseThrow();
        assertThat(server.isAlive() && child.isAlive()).isTrue();
        servers.destroy();
        await().atMost(20, SECONDS).until(() -> !server.isAlive() && !child.isAlive());
        assertThatThrownBy(() -> text("pid", Map.of())).hasMessageContaining("stopping");
    }

    @Test
    void interruptedCallerStopsAndOthersContinue() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> text("sleep", Map.of("ms", 5_000))).isInstanceOf(InterruptedException.class);
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }
}
