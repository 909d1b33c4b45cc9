package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** The matches of a query are counted only where the caller wants it and the page does not tell; {@code has_more} is right in any case. */
@Tag("full")
class CountTest extends DatabaseTest {

    private final Map<String, JsonNode> filled = new HashMap<>();

    @Autowired
    private CamelContext context;

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void withoutCountOneRequestTellsHasMore(String database) {
        fill(database);

        JsonNode first = asked(1, database, "\"order_by\":[\"id\"],\"limit\":2,\"count\":false");
        assertThat(ids(first)).containsExactly(1, 2);
        assertThat(first.has("count")).as(first.toString()).isFalse();
        assertThat(first.get("has_more").booleanValue()).isTrue();

        JsonNode full = asked(1, database, "\"order_by\":[\"id\"],\"limit\":3,\"filters\":{\"id__lte\":3},\"count\":false");
        assertThat(ids(full)).containsExactly(1, 2, 3);
        assertThat(full.has("count")).isFalse();
        assertThat(full.get("has_more").booleanValue()).as("the page is full, and no row follows").isFalse();

        JsonNode last = asked(1, database, "\"order_by\":[\"id\"],\"limit\":2,\"offset\":3,\"count\":false");
        assertThat(ids(last)).containsExactly(4);
        assertThat(last.get("has_more").booleanValue()).isFalse();

        JsonNode beyond = asked(1, database, "\"offset\":9,\"count\":false");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("has_more").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void countNeedsASecondRequestWhenThePageIsFull(String database) {
        fill(database);

        for (String count : List.of("", ",\"count\":true", ",\"count\":null")) {
            int requests = database.equals("opensearch") ? 1 : 2; // a search of OpenSearch counts the matches, too
            JsonNode page = asked(requests, database, "\"order_by\":[\"id\"],\"limit\":2" + count);
            assertThat(ids(page)).containsExactly(1, 2);
            assertThat(page.get("count").intValue()).isEqualTo(4);
            assertThat(page.get("has_more").booleanValue()).isTrue();
        }
        assertThat(asked(1, database, "\"filters\":{\"id__lte\":3}").get("count").intValue()).as("a page that is not full tells it")
                .isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void filterOnTheWholeKeyNeedsNoCount(String database) {
        JsonNode key = fill(database).at("/inserted_ids/2");
        String column = database.equals("mongodb") || database.equals("opensearch") ? "_id" : "id";

        JsonNode found = asked(1, database, "\"limit\":1,\"filters\":{\"" + column + "\":" + key + "}");
        assertThat(ids(found)).containsExactly(3);
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite", "mongodb"})
    void rowAfterThePageMayBeTooLarge(String database) {
        if (database.equals("mongodb")) {
            ((MongoTestStore) STORES.get("mongodb")).with(server -> {
                server.getCollection("counted_large").drop();
                server.getCollection("counted_large")
                        .insertMany(List.of(new Document("id", 1), new Document("id", 2).append("v", "x".repeat(2 << 20))));
            });
        } else {
            run(database, "drop table if exists counted_large",
                    "create table counted_large (id int primary key, v " + (database.equals("mysql") ? "longtext" : "text") + ")",
                    "insert into counted_large values (1, 'small')", "insert into counted_large values (2, "
                            + (database.equals("sqlite") ? "hex(zeroblob(1048576))" : "repeat('x', 2097152)") + ")");
        }

        JsonNode page = done("query", database, "{\"table\":\"counted_large\",\"order_by\":[\"id\"],\"limit\":1,\"count\":false}");
        assertThat(ids(page)).containsExactly(1);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        assertThat(
                failed("query_error", "query", database, "{\"table\":\"counted_large\",\"order_by\":[\"id\"],\"limit\":2,\"count\":false}"))
                .contains("1024 KB");
    }

    @Test
    void definitionsDescribeCount() {
        client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools").forEach(tool -> {
            if (tool.get("name").asText().startsWith("db_query_")) {
                assertThat(tool.at("/inputSchema/properties/count/default").booleanValue()).isTrue();
                assertThat(tool.at("/outputSchema/required").toString()).doesNotContain("count");
            }
        });
    }

    /** The answer to a query of four rows, for which the database was sent so many requests; Redis is not asked by routes. */
    private JsonNode asked(int requests, String database, String arguments) {
        AtomicReference<JsonNode> answer = new AtomicReference<>();
        List<String> sent = SentRequests.during(context, () -> {
            answer.set(done("query", database, "{\"table\":\"counted_" + database + "\"," + arguments + "}"));
            return null;
        });
        assertThat(sent).as(arguments + " " + answer).hasSize(database.equals("redis") ? 0 : requests);
        return answer.get();
    }

    /** Stores four rows and reads them all, so that catalogues know the table and PostgREST's largest page. */
    private JsonNode fill(String database) {
        return filled.computeIfAbsent(database, this::filled);
    }

    private JsonNode filled(String database) {
        String table = "counted_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, name TEXT"));
        JsonNode inserted = done("insert", database, "{\"table\":\"" + table
                + "\",\"data\":[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"a\"},{\"id\":3,\"name\":\"a\"},{\"id\":4,\"name\":\"a\"}]}");
        assertThat(done("query", database, "{\"table\":\"" + table + "\"}").get("count").intValue()).isEqualTo(4);
        return inserted;
    }

    private static List<Integer> ids(JsonNode answer) {
        return answer.get("data").findValues("id").stream().map(id -> Integer.parseInt(id.asText())).toList();
    }
}
