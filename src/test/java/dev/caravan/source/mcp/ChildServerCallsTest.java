package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** A server as a child process is started once, and what it is sent and answers goes through unchanged. */
class ChildServerCallsTest extends ChildServerTest {

    @Test
    void firstCallStartsTheServerOnce() throws Exception {
        start(ScriptedServer.command());
        assertThat(status().state()).isEqualTo(UpstreamServer.State.IDLE);
        List<Future<String>> pids = new ArrayList<>();
        var callers = Executors.newFixedThreadPool(16);
        for (int i = 0; i < 16; i++) {
            pids.add(callers.submit(() -> text("pid", Map.of())));
        }
        String first = pids.get(0).get();
        for (Future<String> pid : pids) {
            assertThat(pid.get()).isEqualTo(first);
        }
        callers.shutdown();
        assertThat(status().state()).isEqualTo(UpstreamServer.State.CONNECTED);
        assertThat(status().server()).isEqualTo("scripted 1");
        assertThat(status().transport()).isEqualTo("stdio");
    }

    @Test
    void valuesRoundTrip() throws Exception {
        start(ScriptedServer.command());
        Map<String, Object> arguments = Map.of("text", "北京 🚲 \n\"\\ \u2028", "long", Long.MAX_VALUE, "decimal",
                new BigDecimal("0.1234567890123456789"),
                "list", List.of(1, true, "x"), "big", "y".repeat(200_000));
        ObjectNode result = servers.call("scripted", "echo", arguments, CallDeadline.UNLIMITED);
        assertThat(result.get("structuredContent")).isEqualTo(JSON.valueToTree(arguments));
    }

    @Test
    void callsRunConcurrently() throws Exception {
        start(ScriptedServer.command());
        text("pid", Map.of());
        var callers = Executors.newFixedThreadPool(32);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            calls.add(callers.submit(() -> servers.call("scripted", "echo", Map.of("n", number), CallDeadline.UNLIMITED)
                    .at("/structuredContent/n").asInt()));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).get(20, SECONDS)).isEqualTo(i);
        }
        callers.shutdown();
    }

    @Test
    void otherLinesAreIgnoredAndWarnedOfOnce() throws Exception {
        try (GatewayLog log = GatewayLog.record()) {
            start(ScriptedServer.command(), server -> settings(server, Duration.ofSeconds(10), DataSize.ofKilobytes(100)));
            for (int i = 0; i < 50; i++) {
                assertThat(text("garbage", Map.of())).isEqualTo("after garbage");
            }
            for (String warning : List.of("is not an MCP message", "is larger than max-message")) {
                assertThat(log.text().lines().filter(line -> line.contains(warning))).as(warning).hasSize(1);
            }
        }
    }

    @Test
    void tooLongMessageIsSkipped() throws Exception {
        start(ScriptedServer.command(), server -> settings(server, Duration.ofSeconds(1), DataSize.ofKilobytes(100)));
        await().ignoreExceptionsInstanceOf(UpstreamException.class).until(() -> text("pid", Map.of()) != null);
        assertThat(text("big", Map.of("size", 50_000))).hasSize(50_000);
        assertThatThrownBy(() -> text("big", Map.of("size", 200_000))).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("1000 ms");
        assertThat(text("big", Map.of("size", 50_000))).hasSize(50_000);
    }

    @Test
    void errorsOfTheServerKeepTheConnection() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        assertThatThrownBy(() -> text("nosuch", Map.of())).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("Unknown tool: nosuch");
        assertThat(servers.call("scripted", "fail", Map.of(), CallDeadline.UNLIMITED).get("isError").booleanValue()).isTrue();
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }

    @Test
    void unknownServerIsAnError() {
        start(ScriptedServer.command());
        assertThatThrownBy(() -> servers.call("other", "pid", Map.of(), CallDeadline.UNLIMITED)).isInstanceOf(UnknownServerException.class)
                .hasMessageContaining("other");
    }

    @Test
    void serverDoesNotGetTheEnvironmentOfTheGateway() throws Exception {
        start(ScriptedServer.command());
        String environment = text("environment", Map.of());
        assertThat(environment).contains("PATH").endsWith("SAID=a=b");
        assertThat(System.getenv().keySet()).as("the gateway has more").hasSizeGreaterThan(environment.split(",").length);
    }
}
