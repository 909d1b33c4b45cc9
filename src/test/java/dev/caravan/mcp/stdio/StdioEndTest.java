package dev.caravan.mcp.stdio;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The process ends with its input once all is answered, and when nobody reads its output. */
@Tag("nightly")
class StdioEndTest extends SharedStdioTest {

    @Test
    void pendingRequestsAreAnsweredBeforeTheProcessEnds() throws Exception {
        gateway.send(call(600, "slow", "{}"));
        gateway.leave();

        assertThat(gateway.answer(600).at("/result/structuredContent/data").asText()).isEqualTo("late");
        assertThat(gateway.process().waitFor(60, SECONDS)).isTrue();
        assertThat(gateway.process().exitValue()).isZero();
    }

    @Test
    void closedOutputEndsTheProcess() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | head -n 1", "sh"));
        command.addAll(StdioGateway.command(routes));
        Process left = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            left.getOutputStream().write((call(1, "greet", "{}") + "\n").getBytes(StandardCharsets.UTF_8));
            left.getOutputStream().flush();
            assertThat(left.inputReader(StandardCharsets.UTF_8).readLine()).contains("你好");
            left.getOutputStream().write((call(2, "greet", "{}") + "\n").getBytes(StandardCharsets.UTF_8));
            left.getOutputStream().flush();
            assertThat(left.waitFor(60, SECONDS)).as("ended though its input is open").isTrue();
        } finally {
            left.descendants().forEach(ProcessHandle::destroyForcibly);
            left.destroyForcibly();
        }
    }
}
