package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** Records that others write in odd forms are right, or are refused by their names; none is missing without a word. */
@Tag("full")
class RedisOddRecordsTest extends RedisPeopleTest {

    private static final String ALL = "{\"table\":\"people\"}";

    @Test
    void recordsThatNobodyCanShowAreNamed() {
        redis.run(commands -> commands.set("people:ok", "{\"n\":1}"));
        for (String n : List.of("1e1002", "9".repeat(1_001), "[".repeat(600) + "]".repeat(600))) {
            String json = "{\"n\":" + n + "}";
            redis.run(commands -> commands.set("people:odd", json));
            for (String filters : List.of("{\"n\":1}", "{\"id\":\"odd\"}")) {
                assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":" + filters + "}"))
                        .contains("people:odd");
            }
            assertThat(failed("query_error", "update", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"odd\"},\"data\":{\"m\":1}}"))
                    .contains("people:odd");
            assertThat(redis.get("people:odd")).isEqualTo(json);
            assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"ok\"}}").get("count").intValue()).isEqualTo(1);
        }
    }

    @Test
    void theLastOfEqualNamesCounts() {
        redis.run(commands -> commands.set("people:1", " {\"a\":1,\"b\":{\"c\":1,\"c\":[2]},\"a\":2}"));
        for (String filter : List.of("\"a\":2", "\"b\":{\"c\":[2]}", "\"a__in\":[2]")) {
            assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{" + filter + "}}").get("data").toString())
                    .isEqualTo("[{\"id\":\"1\",\"a\":2,\"b\":{\"c\":[2]}}]");
        }
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"a\":1}}").get("data")).isEmpty();
        done("update", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1},\"data\":{\"d\":0}}");
        assertThat(redis.get("people:1")).isEqualTo("{\"a\":2,\"b\":{\"c\":[2]},\"d\":0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "01", "1.0", "1e1", " 1", "1 ", "true", "null", "a:b:", ":", "\n", "__gt", "🚲"})
    void idsThatLookLikeOthersAreDifferentRows(String id) {
        redis.run(commands -> {
            commands.set("people:" + id, "{\"n\":1}");
            return commands.hset("people:" + id + "x", "n", "1");
        });
        JsonNode row = done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"id\"],\"filters\":{\"n\":1}}").at("/data/0");
        assertThat(row.get("id").textValue()).isEqualTo(id);
        ObjectNode arguments = McpClient.object(ALL);
        arguments.putObject("filters").set("id", row.get("id"));
        assertThat(call("query", "redis", arguments).get("data").toString()).isEqualTo("[" + row + "]");
        arguments.putObject("data").put("m", 2);
        assertThat(call("update", "redis", arguments).get("updated_count").intValue()).isEqualTo(1);
        assertThat(redis.get("people:" + id)).isEqualTo("{\"n\":1,\"m\":2}");
        arguments.remove("data");
        assertThat(call("delete", "redis", arguments).get("deleted_count").intValue()).isEqualTo(1);
        assertThat(redis.keys("people:*")).containsExactly("people:" + id + "x");
    }

    @Test
    void keysThatHoldNoRecordAreTaken() {
        redis.run(commands -> {
            commands.set("people:empty", "");
            commands.sadd("people:set", "x");
            return commands.set("people:text", "plain");
        });
        for (String id : List.of("empty", "set", "text")) {
            String data = "\"data\":[{\"id\":\"new\"},{\"id\":\"" + id + "\"}]";
            failed("integrity_error", "insert", "redis", "{\"table\":\"people\"," + data + "}");
            failed("integrity_error", "advanced", "redis",
                    "{\"operation\":\"transaction\",\"operations\":[{\"type\":\"insert\",\"table\":\"people\"," + data + "}]}");
        }
        assertThat(redis.keys("people:*")).containsExactlyInAnyOrder("people:empty", "people:set", "people:text");
    }

    @Test
    void pagesOfRecordsThatExpireHaveTheOthersOnce() {
        redis.run(commands -> {
            IntStream.range(0, 600).forEach(i -> commands.set("people:" + i, "{\"n\":" + i + "}"));
            return IntStream.range(0, 600).filter(i -> i % 3 > 0).mapToObj(i -> commands.pexpire("people:" + i, 20 + i % 200)).toList();
        });
        List<Integer> seen = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"n\"],\"limit\":20,\"after\":\"" + after + "\"}");
            page.get("data").forEach(row -> seen.add(row.get("n").intValue()));
            after = page.path("next").asText();
        } while (!after.isEmpty());
        assertThat(seen).isSorted().doesNotHaveDuplicates().containsAll(IntStream.range(0, 200).map(i -> 3 * i).boxed().toList());
    }

    @Test
    void changesWhoseAnswerIsLostMayBeDone() {
        redis.run(commands -> {
            commands.select(3);
            return commands.set("people:1", "{\"n\":1}");
        });
        done("query", "redis_hasty", ALL);
        redis.run(commands -> commands.dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).add("PAUSE").add(6_000).add("WRITE")));
        assertThat(failed("timeout_error", "insert", "redis_hasty", "{\"table\":\"people\",\"data\":{\"id\":\"x\"}}"))
                .contains("may be done");
        assertThat(failed("timeout_error", "update", "redis_hasty", "{\"table\":\"people\",\"filters\":{\"id\":1},\"data\":{\"n\":2}}"))
                .contains("may be done");
        await().until(() -> call("delete", "redis_hasty", "{\"table\":\"people\",\"filters\":{\"id__in\":[1,\"x\"]}}")
                .path("deleted_count").intValue() > 0);
    }

    @Test
    void callsThatFindNoFreeConnectionSaySo() throws Exception {
        DatabaseProperties.Database settings = new DatabaseProperties.Database(DatabaseKind.REDIS, redis.server().address(), null, null,
                null, "public", false, List.of(), List.of(), Duration.ofMillis(300), Duration.ofSeconds(2), 1, 10_000,
                DataSize.ofMegabytes(1), List.of());
        try (RedisDatabase database = new RedisDatabase("narrow", settings, null)) {
            try (RedisDatabase.Session only = database.new Session(false)) {
                assertThatThrownBy(() -> database.new Session(false)).isInstanceOf(DatabaseFailure.class)
                        .hasMessageContaining("All connections to narrow are in use").hasMessageContaining("pool-size");
                assertThat(only.left()).isZero();
            }
            database.new Session(false).close();
            assertThat(database.idle).hasSize(1);
        }
    }
}
