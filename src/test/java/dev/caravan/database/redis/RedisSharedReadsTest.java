package dev.caravan.database.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that read one record share a connection. Each gets its own answer, whatever the others read. */
@Tag("nightly")
class RedisSharedReadsTest extends RedisTest {

    private static final int CALLERS = 16;
    private static final int RECORDS = 20;

    @BeforeEach
    void save() {
        redis.create("shared", Map.of());
        redis.run(commands -> {
            for (int i = 0; i < RECORDS; i++) {
                commands.set("shared:s" + i, "{\"n\":" + i + "}");
                commands.hset("shared:h" + i, Map.of("n", "h" + i, "more", "$3\r\n*2"));
            }
            commands.rpush("shared:list", "a", "b");
            IntStream.range(0, 3).forEach(i -> commands.hset("shared:wide", "f" + i, "x".repeat(1_000_000)));
            return commands.set("shared:large", "{\"v\":\"" + "x".repeat(3_000_000) + "\"}");
        });
    }

    @AfterEach
    void remove() {
        redis.create("shared", Map.of());
    }

    @Test
    void eachCallGetsItsOwnAnswer() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<?>> ended = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int first = i;
            ended.add(callers.submit(() -> IntStream.range(first, first + RECORDS).map(n -> n % RECORDS).forEach(this::readAll)));
        }
        callers.shutdown();
        for (Future<?> one : ended) {
            one.get(120, SECONDS);
        }
    }

    private void readAll(int n) {
        assertThat(done("query", "redis", one("s" + n)).at("/data/0/n").intValue()).isEqualTo(n);
        assertThat(done("query", "redis", one("h" + n)).at("/data/0/n").textValue()).isEqualTo("h" + n);
        for (String none : List.of("nobody" + n, "list")) {
            assertThat(done("query", "redis", one(none)).get("data")).isEmpty();
        }
        if (n % 10 == 0) {
            for (String large : List.of("large", "wide")) {
                assertThat(failed("query_error", "query", "redis", one(large))).contains("shared:" + large, "1024 KB");
            }
        }
    }

    private static String one(String id) {
        return "{\"table\":\"shared\",\"filters\":{\"id\":\"" + id + "\"}}";
    }

    @Test
    void readsOpenNoFurtherConnection() throws Exception {
        redis.run(commands -> commands.aclSetuser("reader",
                AclSetuserArgs.Builder.on().addPassword("reader-secret").allKeys().addCategory(AclCategory.READ)
                .addCategory(AclCategory.CONNECTION)));
        done("query", "redis_reader", one("s1"));
        // takes the other connection, as health's check does
        done("query", "redis_reader", "{\"table\":\"shared\",\"filters\":{\"id__in\":[\"s1\",\"s2\"]}}");
        int before = connections();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<?>> ended = IntStream.range(0, 200)
                .<Future<?>>mapToObj(i -> callers.submit(() -> done("query", "redis_reader", one("s1")))).toList();
        callers.shutdown();
        for (Future<?> one : ended) {
            one.get(60, SECONDS);
        }
        assertThat(connections()).isEqualTo(before).isPositive();
    }

    private int connections() {
        return (int) redis.run(commands -> commands.clientList()).lines()
                .filter(line -> line.contains("name=caravan") && line.contains("user=reader")).count();
    }
}
