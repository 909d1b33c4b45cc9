package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import io.lettuce.core.KillArgs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Each refusal of a Redis server becomes the error type that callers expect, and shows no secret. */
class RedisFailuresTest extends RedisFaultsTest {

    @Test
    void userWithoutWriteRight() {
        assertThat(done("query", "redis_reader", QUERY).get("count").intValue()).isEqualTo(1);
        for (String message : List.of(failed("permission_error", "insert", "redis_reader", INSERT),
                failed("permission_error", "delete", "redis_reader", "{\"table\":\"faults\",\"filters\":{\"id\":1}}"))) {
            assertThat(message).contains("NOPERM").doesNotContain("reader-secret");
        }
    }

    @Test
    void aWrongPassword() {
        assertThat(failed("permission_error", "query", "redis_stranger", QUERY)).contains("WRONGPASS").doesNotContain("wrong-secret")
                .doesNotContain("127.0.0.1");
    }

    /** The client loses a refusal that arrives before it waits for the end of the connection's handshake. */
    @Test
    void aRefusalIsNeverTakenForAServerThatIsAway() {
        assertThat(IntStream.range(0, 400).parallel()
                .mapToObj(i -> call("query", "redis_stranger", i % 2 == 0 ? QUERY : ONE).at("/error/type").asText()).distinct().toList())
                .containsExactly("permission_error");
    }

    @Test
    void missingPassword() {
        redis.run(commands -> {
            try {
                commands.configSet("requirepass", "needed");
                commands.clientKill(KillArgs.Builder.typeNormal().skipme());
                // at first it may meet what was just killed
                await().untilAsserted(() -> failed("permission_error", "query", "redis_hasty", QUERY));
                return null;
            } finally {
                commands.configSet("requirepass", "");
            }
        });
    }

    @Test
    void serverOutOfMemory() {
        redis.run(commands -> commands.configSet("maxmemory", "1"));
        try {
            assertThat(failed("query_error", "insert", "redis", "{\"table\":\"faults\",\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}"))
                    .contains("memory");
            assertThat(failed("query_error", "update", "redis", "{\"table\":\"faults\",\"data\":{\"a\":1},\"filters\":{\"id\":1}}"))
                    .contains("memory");
            assertThat(done("query", "redis", QUERY).get("data").toString()).isEqualTo("[{\"id\":1}]");
        } finally {
            redis.run(commands -> commands.configSet("maxmemory", "0"));
        }
    }

    @Test
    void readOnlyReplica() {
        redis.run(commands -> commands.replicaof("127.0.0.1", 1));
        try {
            assertThat(failed("permission_error", "insert", "redis", INSERT)).contains("READONLY");
            assertThat(failed("permission_error", "update", "redis", "{\"table\":\"faults\",\"data\":{\"a\":1},\"filters\":{\"id\":1}}"))
                    .contains("READONLY");
            done("query", "redis", QUERY);
            redis.run(commands -> commands.configSet("replica-serve-stale-data", "no"));
            assertThat(failed("connection_error", "query", "redis", QUERY)).contains("redis");
        } finally {
            redis.run(commands -> commands.configSet("replica-serve-stale-data", "yes"));
            redis.run(commands -> commands.replicaofNoOne());
        }
    }

    @Test
    void invalidAddress() {
        for (String url : List.of("http://user:tops3cret@host", "redis-sentinel://tops3cret@host#master", "redis://user:tops3cret@",
                "redis://:tops3cret@host:99999999", "redis://tops3cret host", "rediss:tops3cret")) {
            DatabaseProperties.Database settings = new DatabaseProperties.Database(DatabaseKind.REDIS, url, null, null, null, "public",
                    false, List.of(), List.of(),
                    Duration.ofSeconds(4), Duration.ofSeconds(2), 10, 10_000, DataSize.ofMegabytes(1), List.of());
            assertThatThrownBy(() -> new RedisDriver(new DatabaseProperties(Map.of("cache", settings)), null, null)).as(url)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("caravan.databases.cache.url")
                    .hasMessageNotContaining("tops3cret").hasNoCause();
        }
    }
}
