package dev.caravan.database.redis;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import io.lettuce.core.KillArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Others never see half a Redis transaction, even when connections are killed or many change the same records. */
@Tag("nightly")
class RedisIsolationTest extends RedisAccountsTest {

    @Test
    void killedConnectionsCommitAllOrNothing() throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        ExecutorService killer = Executors.newSingleThreadExecutor();
        Future<?> killing = killer.submit(() -> redis.run(commands -> {
            long killed = 0;
            while (running.get()) {
                killed += commands.clientKill(KillArgs.Builder.typeNormal().skipme());
            }
            return killed;
        }));
        Set<String> outcomes = new TreeSet<>();
        int written = 0;
        for (int i = 0; i < 300; i++) {
            String[] operations = new String[20];
            for (int n = 0; n < 20; n++) {
                operations[n] = n == 10
                        ? "{\"type\":\"update\",\"table\":\"accounts\",\"data\":{\"run\":%d},\"filters\":{\"id\":1}}".formatted(i)
                        : "{\"type\":\"insert\",\"table\":\"log\",\"data\":{\"id\":\"%d-%d\"}}".formatted(i, n);
            }
            JsonNode answer = call("advanced", "redis", transaction(operations));
            outcomes.add(answer.at("/error/type").asText("ok"));
            written += answer.get("success").booleanValue() ? 1 : 0;
        }
        running.set(false);
        assertThat((long) killing.get(30, SECONDS)).isPositive();
        killer.shutdown();
        assertThat(outcomes).contains("connection_error").isSubsetOf("ok", "connection_error");
        int whole = 0;
        for (int i = 0; i < 300; i++) {
            String keys = "log:" + i + "-*";
            int there = redis.keys(keys).size();
            assertThat(there).isIn(0, 19);
            whole += there == 19 ? 1 : 0;
        }
        assertThat(whole).as("what was told as done is there").isGreaterThanOrEqualTo(written);
        await().untilAsserted(() -> done("query", "redis", "{\"table\":\"accounts\"}"));
    }

    @Test
    void concurrentTransactionsAreNeverHalfVisible() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(32);
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < 32; caller++) {
            String transaction = transaction("{\"type\":\"update\",\"data\":{\"owner\":%d},\"filters\":{\"id\":1}}".formatted(caller),
                    "{\"type\":\"update\",\"data\":{\"owner\":%d},\"filters\":{\"id\":2}}".formatted(caller));
            running.add(callers.submit(() -> {
                McpClient own = new McpClient(port());
                for (int i = 0; i < 15; i++) {
                    JsonNode answer = own.call("db_advanced_redis", object(transaction)).result().get("structuredContent");
                    assertThat(answer.at("/error/type").asText("timeout_error")).as(answer.toString()).isIn("timeout_error",
                            "connection_error");
                    JsonNode rows = own.call("db_query_redis", object("{\"table\":\"accounts\",\"filters\":{\"id__in\":[1,2]}}")).result()
                            .at("/structuredContent/data");
                    assertThat(rows.at("/0/owner")).isEqualTo(rows.at("/1/owner"));
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(180, SECONDS);
        }
        callers.shutdown();
    }

    @Test
    void transactionThatAlwaysConflictsEndsInTimeAndChangesNothing() throws Exception {
        redis.run(commands -> {
            commands.select(3);
            return commands.mset(IntStream.rangeClosed(1, 5_000).boxed().collect(Collectors.toMap(id -> "busy:" + id, id -> "{\"n\":1}")));
        });
        AtomicBoolean running = new AtomicBoolean(true);
        CountDownLatch begun = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        Future<?> changing = other.submit(() -> redis.run(commands -> {
            commands.select(3);
            while (running.get()) {
                commands.set("busy:1", "{\"n\":1}");
                begun.countDown();
            }
            return null;
        }));
        begun.await();
        try {
            long begin = System.nanoTime();
            failed("timeout_error", "update", "redis_hasty", "{\"table\":\"busy\",\"data\":{\"seen\":true},\"filters\":{\"n\":1}}");
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 20_000L);
        } finally {
            running.set(false);
            other.shutdown();
        }
        changing.get(30, SECONDS);
        assertThat(inTime("query", "{\"table\":\"busy\",\"filters\":{\"seen\":true}}").get("count").intValue()).isZero();
        assertThat(inTime("query", "{\"table\":\"busy\",\"limit\":1}").get("count").intValue()).isEqualTo(5_000);
        inTime("delete", "{\"table\":\"busy\",\"filters\":{\"n\":1}}");
        assertThat(inTime("query", "{\"table\":\"busy\",\"limit\":1}").get("count").intValue()).isZero();
    }

    /**
     * Calls until a call is done in time. The second that a call has there may be too short on a busy machine. Redis may finish a change
     * whose answer came too late, so the next delete may find nothing.
     */
    private JsonNode inTime(String verb, String arguments) {
        return await().atMost(60, SECONDS).until(() -> call(verb, "redis_hasty", arguments),
                answer -> answer.get("success").booleanValue());
    }
}
