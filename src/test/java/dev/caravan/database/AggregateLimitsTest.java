package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An aggregate that the gateway sorts has at most 10,000 groups, and distinct values. In Supabase it reads at most 10,000 rows. SQL databases have no such limits. */
@Tag("full")
class AggregateLimitsTest extends DatabaseTest {

    private static final int MOST = 10_000;

    static Stream<String> limited() {
        return STORES.keySet().stream().filter(List.of("mongodb", "opensearch")::contains);
    }

    @ParameterizedTest
    @MethodSource("limited")
    void moreThanTenThousandGroupsAreRefused(String database) {
        String table = "limits_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, n INTEGER, half INTEGER"));
        fill(database, table);

        JsonNode most = done("aggregate", database, "{\"table\":\"" + table + "\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"filters\":{\"n__lte\":10000},"
                + "\"order_by\":[\"-n\"],\"limit\":1}");
        assertThat(most.at("/data/0/n").asInt()).isEqualTo(MOST);
        assertThat(done("aggregate", database, "{\"table\":\"" + table + "\",\"group_by\":[\"half\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"order_by\":[\"half\"],\"limit\":1}")
                .at("/data/0/rows").asInt()).as("as many rows in fewer groups").isEqualTo(1);
        assertThat(failed("query_error", "aggregate", database, "{\"table\":\"" + table + "\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"limit\":1}"))
                .contains("more than 10000 groups", "Add filters");
    }

    private static void fill(String database, String table) {
        List<Integer> all = IntStream.rangeClosed(1, MOST + 1).boxed().toList();
        if (database.equals("mongodb")) {
            ((MongoTestStore) STORES.get(database)).with(server -> server.getCollection(table)
                    .insertMany(all.stream().map(i -> new Document("id", i).append("n", i).append("half", i / 2)).toList()));
        } else {
            ((OpenSearchTestStore) STORES.get(database)).send("POST", "/" + table + "/_bulk?refresh=true", all.stream()
                    .map(i -> "{\"index\":{\"_id\":\"" + i + "\"}}\n{\"id\":" + i + ",\"n\":" + i + ",\"half\":" + i / 2 + "}\n").collect(Collectors.joining()));
        }
    }

    /** Redis reads at most 10,000 records. Distinct values of several columns can be more. */
    @Test
    void moreThanTenThousandDistinctValuesOfRedisAreRefused() {
        RedisTestStore redis = (RedisTestStore) STORES.get("redis");
        redis.create("limits_redis", Map.of());
        Map<String, String> records = new HashMap<>();
        IntStream.rangeClosed(1, MOST).forEach(i -> records.put("limits_redis:" + i, "{\"n\":" + i + "}"));
        redis.run(commands -> commands.mset(records));

        assertThat(done("aggregate", "redis", "{\"table\":\"limits_redis\",\"metrics\":{\"d\":{\"count_distinct\":\"n\"}}}").at("/data/0/d").asInt()).isEqualTo(MOST);
        assertThat(done("aggregate", "redis", "{\"table\":\"limits_redis\",\"group_by\":[\"n\"],\"order_by\":[\"-n\"],\"limit\":1}").at("/data/0/n").asInt()).isEqualTo(MOST);
        assertThat(failed("query_error", "aggregate", "redis", "{\"table\":\"limits_redis\",\"metrics\":{\"d\":{\"count_distinct\":\"n\"},\"e\":{\"count_distinct\":\"id\"}}}"))
                .contains("more than 10000 groups or distinct values");
        redis.run(commands -> commands.set("limits_redis:more", "{\"n\":0}"));
        // on a busy machine so many records may take longer than statement-timeout
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(failed("query_error", "aggregate", "redis", "{\"table\":\"limits_redis\",\"group_by\":[\"n\"]}"))
                .containsPattern("more than 10000 (groups|records)"));
    }

    @Test
    void moreThanTenThousandRowsOfSupabaseAreRefused() {
        if (!STORES.containsKey("supabase")) {
            return;
        }
        STORES.get("supabase").create("limits_supabase", TestStore.columns("id INTEGER, n INTEGER"));
        run("postgresql", "insert into limits_supabase select i, i % 3 from generate_series(1, 10001) i");

        assertThat(done("aggregate", "supabase", "{\"table\":\"limits_supabase\",\"metrics\":{\"rows\":{\"count\":\"*\"}},\"filters\":{\"id__lte\":10000}}").at("/data/0/rows").asInt()).isEqualTo(MOST);
        assertThat(failed("query_error", "aggregate", "supabase", "{\"table\":\"limits_supabase\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}}}"))
                .contains("at most 10000 rows", "10001 rows match");
    }

    @ParameterizedTest
    @MethodSource("unlimited")
    void sqlDatabasesSortTheGroupsThemselves(String database) {
        STORES.get(database).create("limits_sql", TestStore.columns("id INTEGER, n INTEGER"));
        run(database, "insert into limits_sql values " + IntStream.rangeClosed(1, MOST + 1).mapToObj("(%1$d, %1$d)"::formatted).collect(Collectors.joining(",")));

        assertThat(done("aggregate", database, "{\"table\":\"limits_sql\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"order_by\":[\"-n\"],\"limit\":1}")
                .at("/data/0/n").asInt()).isEqualTo(MOST + 1);
    }

    static Stream<String> unlimited() {
        return Stream.of("postgresql", "mysql", "sqlite");
    }
}
