package dev.caravan.database.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import io.lettuce.core.KillArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a Redis server that is slow or silent end in time, and never need more connections than configured. */
@Tag("nightly")
class RedisPatienceTest extends RedisFaultsTest {

    @Test
    void scriptThatBlocksTheServer() throws Exception {
        redis.run(commands -> commands.configSet("lua-time-limit", "100"));
        ExecutorService other = Executors.newSingleThreadExecutor();
        Future<?> endless = other.submit(() -> redis.run(commands -> commands.eval("while true do end", ScriptOutputType.INTEGER)));
        try {
            await().untilAsserted(() -> failed("timeout_error", "query", "redis", QUERY));
        } finally {
            redis.run(commands -> commands.scriptKill());
            redis.run(commands -> commands.configSet("lua-time-limit", "5000"));
            other.shutdown();
        }
        assertThatThrownBy(() -> endless.get(30, SECONDS)).hasMessageContaining("killed");
    }

    @Test
    void answerMayTakeLongerThanAConnection() {
        done("query", "redis", QUERY);
        pause(3_000); // connect-timeout is 2 s, statement-timeout is longer
        done("query", "redis", QUERY);
    }

    private void pause(long milliseconds) {
        redis.run(commands -> commands.dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("PAUSE").add(milliseconds)));
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, ONE})
    void pausedServer(String query) {
        done("query", "redis_hasty", query);
        pause(5_000);
        long begin = System.nanoTime();
        assertThat(failed("timeout_error", "query", "redis_hasty", query)).contains("redis_hasty");
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 20_000L);
        await().untilAsserted(() -> done("query", "redis_hasty", query));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void serverThatAcceptsButNeverAnswers(int callers) throws Exception {
        String pid = redis.run(commands -> commands.info("server")).lines().filter(line -> line.startsWith("process_id:")).findFirst()
                .orElseThrow().substring(11).strip();
        redis.run(commands -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
        ExecutorService calling = Executors.newFixedThreadPool(callers);
        assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
        try {
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String query = i % 2 == 0 ? ONE : QUERY;
                answers.add(calling.submit(() -> {
                    long begin = System.nanoTime();
                    JsonNode error = call("query", "redis", query).get("error");
                    assertThat(error.get("type").asText()).isIn("connection_error", "timeout_error");
                    assertThat(error.get("message").asText()).as("not the tool's limit of 5 s").doesNotContain("took longer");
                    return (System.nanoTime() - begin) / 1_000_000;
                }));
            }
            done("query", "postgresql", "{\"table\":\"beside\"}");
            for (Future<Long> answer : answers) {
                assertThat(answer.get(30, SECONDS)).isLessThan(20_000);
            }
        } finally {
            assertThat(new ProcessBuilder("kill", "-CONT", pid).start().waitFor()).isZero();
            calling.shutdown();
        }
    }

    /** In a gateway of its own, whose calls may wait long for one of two places. */
    @Test
    void poolNeverExceedsItsSize() throws Exception {
        ExecutorService calling = Executors.newFixedThreadPool(24);
        try (OwnGateway gateway = OwnGateway.withAllRoutes()
                .settings("databases.narrow.type=redis", "databases.narrow.url=" + redis.server().address() + "/4",
                        "databases.narrow.pool-size=2",
                "databases.narrow.connect-timeout=12s", "databases.narrow.statement-timeout=12s").start()) {
            McpClient caller = gateway.client();
            List<Future<?>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(calling.submit(() -> narrow(caller, "insert", INSERT)));
            }
            for (Future<?> answer : answers) {
                answer.get(60, SECONDS);
            }
            List<String> clients = redis.run(commands -> commands.clientList()).lines()
                    .filter(line -> line.contains("name=caravan") && line.contains("db=4")).toList();
            assertThat(clients).hasSizeBetween(1, 2);
            assertThat(narrow(caller, "query", QUERY).get("count").intValue()).isGreaterThanOrEqualTo(200);
            narrow(caller, "delete", "{\"table\":\"faults\",\"filters\":{\"id__gt\":0}}");
        } finally {
            calling.shutdownNow();
        }
    }

    private static JsonNode narrow(McpClient caller, String verb, String arguments) {
        JsonNode answer = caller.call("db_" + verb + "_narrow", McpClient.object(arguments)).result().get("structuredContent");
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }
}
