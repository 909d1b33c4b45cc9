package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers that are interrupted, and servers that are closed, end at once and harm nobody else. */
@Tag("full")
class StoppedCallsTest extends ChildServerTest {

    @Test
    void closeKillsTheServerAndItsChildren() throws Exception {
        start(ScriptedServer.command("ignore-end", "ignore-term"));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(text("pid", Map.of()))).orElseThrow();
        ProcessHandle child = ProcessHandle.of(Long.parseLong(text("child", Map.of()))).orElseThrow();
        assertThat(server.isAlive() && child.isAlive()).isTrue();
        servers.destroy();
        await().until(() -> !server.isAlive() && !child.isAlive());
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
