package dev.caravan.upstream;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.util.unit.DataSize;

/** A server as a child process that works, fails, hangs, dies and comes back. */
class UpstreamServersTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private UpstreamServers servers;

    @AfterEach
    void close() {
        if (servers != null) {
            servers.destroy();
        }
    }

    @Test
    void aServerIsStartedByItsFirstCallAndOnce() throws Exception {
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
    void valuesGoThereAndBackAsTheyAre() throws Exception {
        start(ScriptedServer.command());
        Map<String, Object> arguments = Map.of("text", "北京 🚲 \n\"\\ \u2028", "long", Long.MAX_VALUE, "decimal", new BigDecimal("0.1234567890123456789"),
                "list", List.of(1, true, "x"), "big", "y".repeat(200_000));
        ObjectNode result = servers.call("scripted", "echo", arguments, Patience.UNLIMITED);
        assertThat(result.get("structuredContent")).isEqualTo(JSON.valueToTree(arguments));
    }

    @Test
    void callsRunSideBySide() throws Exception {
        start(ScriptedServer.command());
        text("pid", Map.of());
        var callers = Executors.newFixedThreadPool(32);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            calls.add(callers.submit(() -> servers.call("scripted", "echo", Map.of("n", number), Patience.UNLIMITED).at("/structuredContent/n").asInt()));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).get(20, SECONDS)).isEqualTo(i);
        }
        callers.shutdown();
    }

    @Test
    void linesThatAreNoMessagesDoNoHarm() throws Exception {
        start(ScriptedServer.command());
        assertThat(text("garbage", Map.of())).isEqualTo("after garbage");
        assertThat(text("garbage", Map.of())).isEqualTo("after garbage");
    }

    @Test
    void aMessageThatIsTooLongIsLeftOutAndTheNextIsTaken() throws Exception {
        start(ScriptedServer.command(), server -> settings(server, Duration.ofSeconds(1), DataSize.ofKilobytes(100)));
        assertThat(text("big", Map.of("size", 50_000))).hasSize(50_000);
        assertThatThrownBy(() -> text("big", Map.of("size", 200_000))).isInstanceOf(UpstreamException.class).hasMessageContaining("1000 ms");
        assertThat(text("big", Map.of("size", 50_000))).hasSize(50_000);
    }

    @Test
    void aServerThatDiesTakesItsCallsAlongAtOnceAndComesBack() throws Exception {
        start(ScriptedServer.command());
        String first = text("pid", Map.of());
        var caller = Executors.newSingleThreadExecutor();
        Future<String> waiting = caller.submit(() -> text("sleep", Map.of("ms", 8_000)));
        Instant begin = Instant.now();
        assertThatThrownBy(() -> text("crash", Map.of())).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("exit code").hasMessageContaining("segmentation fault");
        assertThatThrownBy(waiting::get).hasMessageContaining("exit code");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(3));
        caller.shutdown();

        assertThat(text("pid", Map.of())).as("started anew, at once").isNotEqualTo(first);
    }

    @Test
    void aServerThatIsKilledIsStartedAgainWithoutACall() throws Exception {
        start(ScriptedServer.command());
        long pid = Long.parseLong(text("pid", Map.of()));
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().atMost(3, SECONDS).until(() -> status().state() == UpstreamServer.State.FAILED);
        assertThat(status().problem()).contains("exit code 137");
        await().atMost(8, SECONDS).until(() -> status().state() == UpstreamServer.State.CONNECTED);
    }

    @Test
    void aServerThatReconnectsOnCallIsLeftAloneUntilItIsCalled() throws Exception {
        start(ScriptedServer.command(), UpstreamServersTest::onCall);
        String first = text("pid", Map.of());
        ProcessHandle.of(Long.parseLong(first)).orElseThrow().destroyForcibly();
        await().atMost(3, SECONDS).until(() -> status().state() == UpstreamServer.State.FAILED);
        assertThat(status().nextTry()).isNull();
        Thread.sleep(2_500); // an eager one is back after one
        assertThat(status().state()).isEqualTo(UpstreamServer.State.FAILED);

        assertThat(text("pid", Map.of())).isNotEqualTo(first);
    }

    @Test
    void aServerThatReconnectsOnCallIsTriedByEveryCall(@TempDir Path directory) throws Exception {
        Path script = directory.resolve("server");
        start(List.of(script.toString()), UpstreamServersTest::onCall);
        for (int i = 0; i < 4; i++) {
            assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UnreachableException.class).hasMessageContaining("can't be started")
                    .hasMessageNotContaining("next try");
        }
        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", ScriptedServer.command()) + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertThat(text("pid", Map.of())).as("without any pause").isNotBlank();
    }

    @Test
    void callersThatAreToldToStopWaitNoLongerAndHarmNobody() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        CompletableFuture<Void> stop = new CompletableFuture<>();
        var callers = Executors.newFixedThreadPool(4);
        List<Future<ObjectNode>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(callers.submit(() -> servers.call("scripted", "silent", Map.of(), Patience.of(null, stop))));
        }
        Thread.sleep(300);
        assertThat(waiting).noneMatch(Future::isDone);
        Instant begin = Instant.now();
        stop.complete(null);
        for (Future<ObjectNode> call : waiting) {
            assertThatThrownBy(() -> call.get(5, SECONDS)).hasCauseInstanceOf(CancellationException.class);
        }
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(2));
        callers.shutdown();
        assertThatThrownBy(() -> servers.call("scripted", "crash", Map.of(), Patience.of(null, stop))).as("not even asked").isInstanceOf(CancellationException.class);
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }

    @Test
    void callersThatAreToldToStopDoNotWaitForTheConnectionEither() throws Exception {
        start(ScriptedServer.command("slow-start"));
        CompletableFuture<Void> stop = new CompletableFuture<Void>().completeOnTimeout(null, 300, MILLISECONDS);
        Instant begin = Instant.now();
        assertThatThrownBy(() -> servers.call("scripted", "pid", Map.of(), Patience.of(null, stop))).isInstanceOf(CancellationException.class);
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofMillis(2_500));
        assertThat(text("pid", Map.of())).isNotBlank();
    }

    @Test
    void aHangingServerCostsItsTimeAndIsReplacedAfterThree() throws Exception {
        start(ScriptedServer.command(), server -> settings(server, Duration.ofMillis(500), server.maxMessage()));
        String first = text("pid", Map.of());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> text("silent", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("500 ms");
        }
        assertThat(text("pid", Map.of())).isNotEqualTo(first);
        assertThat(ProcessHandle.of(Long.parseLong(first)).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void aServerThatCantBeStartedIsTriedAtGrowingIntervals(@TempDir Path directory) throws Exception {
        Path script = directory.resolve("server");
        start(List.of(script.toString()));
        assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("can't be started");
        assertThatThrownBy(() -> text("pid", Map.of())).as("at once").hasMessageContaining("can't be started");
        Instant begin = Instant.now();
        assertThatThrownBy(() -> text("pid", Map.of())).as("not tried").hasMessageContaining("can't be started").hasMessageMatching(".*next try in \\d+ s");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofMillis(100));
        assertThat(status().state()).isEqualTo(UpstreamServer.State.FAILED);
        assertThat(status().nextTry()).isBetween(Instant.now().minusSeconds(1), Instant.now().plusSeconds(2));

        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", ScriptedServer.command()) + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        await().atMost(10, SECONDS).until(() -> status().state() == UpstreamServer.State.CONNECTED);
        assertThat(text("pid", Map.of())).isNotBlank();
    }

    @Test
    void whyAServerEndsBeforeItIsReadyIsSaid() {
        start(ScriptedServer.command("refuse"));
        assertThatThrownBy(() -> text("pid", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("no licence found");
    }

    @Test
    void errorsOfTheServerKeepTheConnection() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        assertThatThrownBy(() -> text("nosuch", Map.of())).isInstanceOf(UpstreamException.class).hasMessageContaining("Unknown tool: nosuch");
        assertThat(servers.call("scripted", "fail", Map.of(), Patience.UNLIMITED).get("isError").booleanValue()).isTrue();
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }

    @Test
    void aServerThatNobodyNamedIsSaid() {
        start(ScriptedServer.command());
        assertThatThrownBy(() -> servers.call("other", "pid", Map.of(), Patience.UNLIMITED)).isInstanceOf(UnknownServerException.class).hasMessageContaining("other");
    }

    @Test
    void theGatewaysEnvironmentIsNotTheServers() throws Exception {
        start(ScriptedServer.command());
        String environment = text("environment", Map.of());
        assertThat(environment).contains("PATH").endsWith("SAID=a=b");
        assertThat(System.getenv().keySet()).as("the gateway has more").hasSizeGreaterThan(environment.split(",").length);
    }

    @Test
    void closingEndsTheServerAndWhatItStartedAlsoWhereItDoesNotWantTo() throws Exception {
        start(ScriptedServer.command("ignore-end", "ignore-term"));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(text("pid", Map.of()))).orElseThrow();
        ProcessHandle child = ProcessHandle.of(Long.parseLong(text("child", Map.of()))).orElseThrow();
        assertThat(server.isAlive() && child.isAlive()).isTrue();
        servers.destroy();
        await().atMost(5, SECONDS).until(() -> !server.isAlive() && !child.isAlive());
        assertThatThrownBy(() -> text("pid", Map.of())).hasMessageContaining("stopping");
    }

    @Test
    void anInterruptedCallerStopsWaitingAndHarmsNobody() throws Exception {
        start(ScriptedServer.command());
        String pid = text("pid", Map.of());
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> text("sleep", Map.of("ms", 5_000))).isInstanceOf(InterruptedException.class);
        assertThat(text("pid", Map.of())).isEqualTo(pid);
    }

    private void start(List<String> command) {
        start(command, UnaryOperator.identity());
    }

    private void start(List<String> command, UnaryOperator<UpstreamProperties.Server> change) {
        UpstreamProperties.Server server = new UpstreamProperties.Server(command.get(0), command.subList(1, command.size()), List.of("SAID=a=b"),
                null, null, Map.of(), Duration.ofSeconds(10), Duration.ofSeconds(20), DataSize.ofMegabytes(16), UpstreamProperties.Reconnect.EAGER);
        servers = new UpstreamServers(new UpstreamProperties(Map.of("scripted", change.apply(server)), DataSize.ofMegabytes(2)), JSON,
                new StaticListableBeanFactory().getBeanProvider(BuildProperties.class));
    }

    private static UpstreamProperties.Server settings(UpstreamProperties.Server server, Duration timeout, DataSize maxMessage) {
        return new UpstreamProperties.Server(server.command(), server.args(), server.env(), null, null, Map.of(), timeout, server.startTimeout(), maxMessage, server.reconnect());
    }

    private static UpstreamProperties.Server onCall(UpstreamProperties.Server server) {
        return new UpstreamProperties.Server(server.command(), server.args(), server.env(), null, null, Map.of(), server.timeout(), server.startTimeout(),
                server.maxMessage(), UpstreamProperties.Reconnect.ON_CALL);
    }

    private UpstreamServer.Status status() {
        return servers.statuses().get("scripted");
    }

    private String text(String tool, Map<String, Object> arguments) throws Exception {
        return servers.call("scripted", tool, arguments, Patience.UNLIMITED).at("/content/0/text").asText();
    }
}
