package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Redis server refuses, does too late or not at all, as the types of document 4. */
class RedisFailuresTest extends DatabaseTest {

    private static final String QUERY = "{\"table\":\"faults\"}";
    private static final String INSERT = "{\"table\":\"faults\",\"data\":{}}";

    private final RedisTestStore redis = (RedisTestStore) STORES.get("redis");

    @BeforeEach
    void sound() {
        redis.create("faults", Map.of());
        STORES.get("postgresql").create("beside", TestStore.columns("id INTEGER"));
        redis.run(commands -> commands.aclSetuser("reader", AclSetuserArgs.Builder.on().addPassword("reader-secret").allKeys().addCategory(AclCategory.READ)
                .addCategory(AclCategory.CONNECTION)));
        done("insert", "redis", INSERT);
    }

    @AfterEach
    void stillSound() {
        await().untilAsserted(() -> assertThat(done("query", "redis", QUERY).get("count").intValue()).isEqualTo(1));
    }

    @Test
    void aUserWhoMayNotWrite() {
        assertThat(done("query", "redis_reader", QUERY).get("count").intValue()).isEqualTo(1);
        for (String message : List.of(failed("permission_error", "insert", "redis_reader", INSERT), failed("permission_error", "delete", "redis_reader", "{\"table\":\"faults\",\"filters\":{\"id\":1}}"))) {
            assertThat(message).contains("NOPERM").doesNotContain("reader-secret");
        }
    }

    @Test
    void aWrongPassword() {
        assertThat(failed("permission_error", "query", "redis_stranger", QUERY)).contains("WRONGPASS").doesNotContain("wrong-secret").doesNotContain("127.0.0.1");
    }

    @Test
    void aPasswordThatIsMissing() {
        redis.run(commands -> {
            try {
                commands.configSet("requirepass", "needed");
                commands.clientKill(KillArgs.Builder.typeNormal().skipme());
                await().untilAsserted(() -> failed("permission_error", "query", "redis_hasty", QUERY)); // at first it may meet what was just killed
                return null;
            } finally {
                commands.configSet("requirepass", "");
            }
        });
    }

    @Test
    void noMemoryLeft() {
        redis.run(commands -> commands.configSet("maxmemory", "1"));
        try {
            assertThat(failed("query_error", "insert", "redis", "{\"table\":\"faults\",\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}")).contains("memory");
            assertThat(failed("query_error", "update", "redis", "{\"table\":\"faults\",\"data\":{\"a\":1},\"filters\":{\"id\":1}}")).contains("memory");
            assertThat(done("query", "redis", QUERY).get("data").toString()).isEqualTo("[{\"id\":1}]");
        } finally {
            redis.run(commands -> commands.configSet("maxmemory", "0"));
        }
    }

    @Test
    void aReplica() {
        redis.run(commands -> commands.replicaof("127.0.0.1", 1));
        try {
            assertThat(failed("permission_error", "insert", "redis", INSERT)).contains("READONLY");
            assertThat(failed("permission_error", "update", "redis", "{\"table\":\"faults\",\"data\":{\"a\":1},\"filters\":{\"id\":1}}")).contains("READONLY");
            done("query", "redis", QUERY);
            redis.run(commands -> commands.configSet("replica-serve-stale-data", "no"));
            assertThat(failed("connection_error", "query", "redis", QUERY)).contains("redis");
        } finally {
            redis.run(commands -> commands.configSet("replica-serve-stale-data", "yes"));
            redis.run(commands -> commands.replicaofNoOne());
        }
    }

    @Test
    void aCounterThatIsNone() {
        redis.run(commands -> {
            commands.del("faults:_id_counter");
            return commands.lpush("faults:_id_counter", "x");
        });
        assertThat(failed("query_error", "insert", "redis", INSERT)).contains("WRONGTYPE");
        redis.run(commands -> commands.set("faults:_id_counter", "9223372036854775807"));
        assertThat(failed("query_error", "insert", "redis", INSERT)).contains("overflow");
    }

    @Test
    void aScriptThatHoldsTheServer() throws Exception {
        redis.run(commands -> commands.configSet("lua-time-limit", "100"));
        ExecutorService other = Executors.newSingleThreadExecutor();
        Future<?> endless = other.submit(() -> redis.run(commands -> commands.eval("while true do end", ScriptOutputType.INTEGER)));
        try {
            await().pollDelay(Duration.ofMillis(500)).untilAsserted(() -> failed("timeout_error", "query", "redis", QUERY));
        } finally {
            redis.run(commands -> commands.scriptKill());
            redis.run(commands -> commands.configSet("lua-time-limit", "5000"));
            other.shutdown();
        }
        assertThatThrownBy(() -> endless.get(5, TimeUnit.SECONDS)).hasMessageContaining("killed");
    }

    @Test
    void aServerThatPauses() {
        done("query", "redis_hasty", QUERY);
        redis.run(commands -> commands.dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("PAUSE").add(1_700)));
        long begin = System.nanoTime();
        assertThat(failed("timeout_error", "query", "redis_hasty", QUERY)).contains("redis_hasty");
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 3_500L);
        await().atMost(3, TimeUnit.SECONDS).untilAsserted(() -> done("query", "redis_hasty", QUERY));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void aServerThatAcceptsButSaysNothing(int callers) throws Exception {
        String pid = redis.run(commands -> commands.info("server")).lines().filter(line -> line.startsWith("process_id:")).findFirst().orElseThrow().substring(11).strip();
        redis.run(commands -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
        ExecutorService calling = Executors.newFixedThreadPool(callers);
        assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
        try {
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                answers.add(calling.submit(() -> {
                    long begin = System.nanoTime();
                    assertThat(call("query", "redis", QUERY).at("/error/type").asText()).isIn("connection_error", "timeout_error");
                    return (System.nanoTime() - begin) / 1_000_000;
                }));
            }
            done("query", "postgresql", "{\"table\":\"beside\"}");
            for (Future<Long> answer : answers) {
                assertThat(answer.get(10, TimeUnit.SECONDS)).isLessThan(4_800);
            }
        } finally {
            assertThat(new ProcessBuilder("kill", "-CONT", pid).start().waitFor()).isZero();
            calling.shutdown();
        }
    }

    @Test
    void noMoreConnectionsThanConfigured() throws Exception {
        ExecutorService calling = Executors.newFixedThreadPool(24);
        List<Future<?>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            answers.add(calling.submit(() -> done("insert", "redis_hasty", INSERT)));
        }
        for (Future<?> answer : answers) {
            answer.get(20, TimeUnit.SECONDS);
        }
        calling.shutdown();
        List<String> clients = redis.run(commands -> commands.clientList()).lines().filter(line -> line.contains("name=caravan") && line.contains("db=3")).toList();
        assertThat(clients).hasSizeBetween(1, 2);
        assertThat(done("query", "redis_hasty", QUERY).get("count").intValue()).isGreaterThanOrEqualTo(200);
        done("delete", "redis_hasty", "{\"table\":\"faults\",\"filters\":{\"id__gt\":0}}");
    }

    @Test
    void anAddressThatIsNone() {
        for (String url : List.of("http://user:tops3cret@host", "redis-sentinel://tops3cret@host#master", "redis://user:tops3cret@", "redis://:tops3cret@host:99999999", "redis://tops3cret host", "rediss:tops3cret")) {
            DatabaseProperties.Database settings = new DatabaseProperties.Database(DatabaseKind.REDIS, url, null, null, null, "public", false, List.of(), List.of(),
                    Duration.ofSeconds(4), Duration.ofSeconds(2), 10, 10_000);
            assertThatThrownBy(() -> new RedisDatabases(new DatabaseProperties(Map.of("cache", settings)), null, null)).as(url)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("caravan.databases.cache.url").hasMessageNotContaining("tops3cret").hasNoCause();
        }
    }
}
