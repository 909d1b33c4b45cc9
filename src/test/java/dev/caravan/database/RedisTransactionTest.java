package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import io.lettuce.core.KillArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** db_advanced on Redis, with operation transaction. */
class RedisTransactionTest extends DatabaseTest {

    private final RedisTestStore redis = (RedisTestStore) STORES.get("redis");

    @BeforeEach
    void accounts() {
        redis.create("accounts", Map.of());
        redis.create("log", Map.of());
        done("insert", "redis", "{\"table\":\"accounts\",\"data\":[{\"id\":1,\"status\":\"new\"},{\"id\":2,\"status\":\"new\"}]}");
        redis.run(commands -> commands.hset("accounts:h", Map.of("status", "new", "n", "1")));
    }

    @Test
    void eachOperationSeesThoseBeforeIt() {
        JsonNode answer = done("advanced", "redis", """
                {"table":"accounts","operation":"transaction","operations":[
                  {"type":"insert","data":{"name":"新用户"}},
                  {"type":"update","data":{"status":"active"},"filters":{"name":"新用户"}},
                  {"type":"update","data":{"status":"old","n":null},"filters":{"status":"new"}},
                  {"type":"delete","filters":{"id":2,"status":"old"}},
                  {"type":"insert","data":[{"id":2,"again":true},{"id":"z"}]},
                  {"type":"insert","table":"log","data":{"id":"l","status":"new"}},
                  {"type":"delete","filters":{"id":"z"}},
                  {"type":"delete","filters":{"id":"z"}},
                  {"type":"update","table":"log","data":{"x":1},"filters":{"status__in":["new"]}}]}""");
        assertThat(answer.toString()).isEqualTo("{\"success\":true,\"results\":[{\"inserted_count\":1,\"inserted_ids\":[3]}".replace("[3]", answer.at("/results/0/inserted_ids").toString())
                + ",{\"updated_count\":1},{\"updated_count\":3},{\"deleted_count\":1},{\"inserted_count\":2,\"inserted_ids\":[2,\"z\"]},{\"inserted_count\":1,\"inserted_ids\":[\"l\"]},"
                + "{\"deleted_count\":1},{\"deleted_count\":0},{\"updated_count\":1}]}");
        JsonNode rows = done("query", "redis", "{\"table\":\"accounts\",\"order_by\":[\"id\"]}").get("data");
        String generated = answer.at("/results/0/inserted_ids/0").toString();
        assertThat(rows.toString()).contains("{\"id\":1,\"status\":\"old\",\"n\":null}", "{\"id\":2,\"again\":true}", "{\"id\":" + generated + ",\"name\":\"新用户\",\"status\":\"active\"}", "{\"id\":\"h\",\"status\":\"old\"}")
                .doesNotContain("\"z\"");
        assertThat(redis.get("log:l")).isEqualTo("{\"id\":\"l\",\"status\":\"new\",\"x\":1}");
    }

    @Test
    void theOperationsMayStandInParams() {
        assertThat(done("advanced", "redis", "{\"operation\":\"transaction\",\"params\":{\"table\":\"accounts\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":1}}]}}").get("results").toString())
                .isEqualTo("[{\"deleted_count\":1}]");
        assertThat(done("advanced", "redis", "{\"table\":\"accounts\",\"operation\":\"transaction\",\"params\":{\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":2}}]}}").get("results").toString())
                .isEqualTo("[{\"deleted_count\":1}]");
    }

    @Test
    void ifTheLastFailsNoneIsDone() {
        String before = all();
        assertThat(failed("integrity_error", "advanced", "redis", transaction("{\"type\":\"update\",\"data\":{\"status\":\"x\"},\"filters\":{\"id__in\":[1,2,\"h\"]}}", "{\"type\":\"insert\",\"data\":{\"id\":9}}",
                "{\"type\":\"delete\",\"filters\":{\"status\":\"x\"}}", "{\"type\":\"insert\",\"data\":{\"id\":9}}"))).contains("Operation 4").contains("9");
        assertThat(failed("integrity_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":2}}", "{\"type\":\"insert\",\"data\":[{\"id\":2},{\"id\":1}]}"))).contains("Operation 2");
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":2}}", "{\"type\":\"update\",\"data\":{\"status\":null,\"n\":null},\"filters\":{\"id\":\"h\"}}"))).contains("Operation 2");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void whatTheServerRefusesLeavesNothing() {
        String before = all();
        redis.run(commands -> commands.configSet("maxmemory", "1"));
        try {
            assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}", "{\"type\":\"update\",\"data\":{\"a\":1},\"filters\":{\"id\":2}}"))).contains("memory");
        } finally {
            redis.run(commands -> commands.configSet("maxmemory", "0"));
        }
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void killedConnectionsLeaveAllOrNothing() throws Exception {
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
                operations[n] = n == 10 ? "{\"type\":\"update\",\"table\":\"accounts\",\"data\":{\"run\":%d},\"filters\":{\"id\":1}}".formatted(i) : "{\"type\":\"insert\",\"table\":\"log\",\"data\":{\"id\":\"%d-%d\"}}".formatted(i, n);
            }
            JsonNode answer = call("advanced", "redis", transaction(operations));
            outcomes.add(answer.at("/error/type").asText("ok"));
            written += answer.get("success").booleanValue() ? 1 : 0;
        }
        running.set(false);
        assertThat((long) killing.get(10, TimeUnit.SECONDS)).isPositive();
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
        await(() -> done("query", "redis", "{\"table\":\"accounts\"}"));
    }

    @Test
    void concurrentTransactionsAreNeverSeenHalf() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(32);
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < 32; caller++) {
            String transaction = transaction("{\"type\":\"update\",\"data\":{\"owner\":%d},\"filters\":{\"id\":1}}".formatted(caller), "{\"type\":\"update\",\"data\":{\"owner\":%d},\"filters\":{\"id\":2}}".formatted(caller));
            running.add(callers.submit(() -> {
                McpClient own = new McpClient(port());
                for (int i = 0; i < 15; i++) {
                    JsonNode answer = own.call("db_advanced_redis", object(transaction)).result().get("structuredContent");
                    assertThat(answer.at("/error/type").asText("timeout_error")).as(answer.toString()).isIn("timeout_error", "connection_error");
                    JsonNode rows = own.call("db_query_redis", object("{\"table\":\"accounts\",\"filters\":{\"id__in\":[1,2]}}")).result().at("/structuredContent/data");
                    assertThat(rows.at("/0/owner")).isEqualTo(rows.at("/1/owner"));
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        callers.shutdown();
    }

    @Test
    void whereOthersAreAlwaysFasterItEndsInTimeAndChangesNothing() throws Exception {
        done("insert", "redis_hasty", "{\"table\":\"busy\",\"data\":" + IntStream.range(0, 5_000).mapToObj(i -> "{\"n\":1}").collect(Collectors.joining(",", "[", "]")) + "}");
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
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 4_500L);
        } finally {
            running.set(false);
            other.shutdown();
        }
        changing.get(10, TimeUnit.SECONDS);
        assertThat(done("query", "redis_hasty", "{\"table\":\"busy\",\"filters\":{\"seen\":true}}").get("count").intValue()).isZero();
        assertThat(done("delete", "redis_hasty", "{\"table\":\"busy\",\"filters\":{\"n\":1}}").get("deleted_count").intValue()).isEqualTo(5_000);
    }

    @Test
    void argumentsThatAreWrong() {
        String before = all();
        assertThat(failed("query_error", "advanced", "redis", "{\"operation\":\"transaction\"}")).contains("operations");
        assertThat(failed("query_error", "advanced", "redis", "{\"operation\":\"aggregate\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":1}}]}")).contains("transaction");
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"eval\",\"filters\":{\"id\":1}}"))).contains("insert");
        assertThat(failed("query_error", "advanced", "redis", "{\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":1}}]}")).contains("Operation 1").contains("table");
        for (String wrong : List.of("{\"type\":\"insert\"}", "{\"type\":\"update\",\"filters\":{\"id\":1}}", "{\"type\":\"update\",\"data\":[{}],\"filters\":{\"id\":1}}", "{\"type\":\"insert\",\"data\":[]}")) {
            assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}", wrong))).contains("data");
        }
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"update\",\"data\":{\"id\":5},\"filters\":{\"id\":1}}"))).contains("id");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}", "{\"type\":\"delete\"" + filters + "}"))).contains("Operation 2").contains("filters");
        }
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"table\":\"a:b\",\"filters\":{\"id\":1}}"))).contains("a:b");
        String[] many = new String[51];
        java.util.Arrays.fill(many, "{\"type\":\"delete\",\"filters\":{\"id\":1}}");
        assertThat(failed("query_error", "advanced", "redis", transaction(many))).contains("50");
        assertThat(all()).isEqualTo(before);
    }

    private String all() {
        return done("query", "redis", "{\"table\":\"accounts\",\"order_by\":[\"id\"]}").get("data").toString();
    }

    private static void await(org.awaitility.core.ThrowingRunnable succeeds) {
        org.awaitility.Awaitility.await().untilAsserted(succeeds);
    }

    private static String transaction(String... operations) {
        ObjectNode arguments = object("{\"operation\":\"transaction\",\"table\":\"accounts\"}");
        ArrayNode list = arguments.putArray("operations");
        for (String operation : operations) {
            list.add(object(operation));
        }
        return arguments.toString();
    }
}
