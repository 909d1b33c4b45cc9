package dev.caravan.database;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.Needs;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With a heap of 256 MB, 16 callers at once that ask for 1 GB each get a cut answer or an error, and nobody else fails. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryOfCallsTest {

    private static final int LARGE = 1_500_000;
    private static final String TEXT = "x".repeat(LARGE);

    private SmallHeap gateway;

    @BeforeAll
    void makeDataAndStart() throws Exception {
        List<ServerKind> kinds = new ArrayList<>(List.of(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE, ServerKind.MONGO,
                ServerKind.REDIS, ServerKind.OPENSEARCH, ServerKind.NEO4J));
        if (ServerKind.POSTGREST.isInstalled()) {
            kinds.add(ServerKind.POSTGREST);
        }
        for (SqlTestStore store : List.of(SqlTestStore.POSTGRESQL, SqlTestStore.MYSQL, SqlTestStore.SQLITE)) {
            store.run("drop view if exists heap_rows", "drop view if exists heap_page", "drop view if exists heap_wide",
                    "drop table if exists heap_ids", "create table heap_ids (id int primary key)",
                    "insert into heap_ids values "
                            + IntStream.rangeClosed(1, 1_000).mapToObj("(%d)"::formatted).collect(Collectors.joining(",")));
        }
        SqlTestStore.POSTGRESQL.run("create view heap_rows as select id, repeat('x', 1000000) as v from heap_ids",
                "drop table if exists calm", "create table calm (v text)", "insert into calm values ('x')",
                "create view heap_page as select id, repeat('x', 200000) as v from heap_ids where id <= 75");
        SqlTestStore.MYSQL.run("create view heap_rows as select id, repeat('x', 1000000) as v from heap_ids",
                "create view heap_wide as select id, "
                        + IntStream.range(0, 6).mapToObj("repeat('x', 16000000) as v%d"::formatted).collect(Collectors.joining(", "))
                        + " from heap_ids");
        SqlTestStore.SQLITE.run("drop table if exists calm", "create table calm (v text)", "insert into calm values ('x')",
                "create view heap_rows as select id, hex(zeroblob(500000)) as v from heap_ids",
                "create view heap_wide as select id, "
                        + IntStream.range(0, 6).mapToObj("hex(zeroblob(1900000)) as v%d"::formatted).collect(Collectors.joining(", "))
                        + " from heap_ids");
        makeDocuments();
        new RedisTestStore().run(redis -> {
            IntStream.range(0, 40).forEach(i -> redis.set("heap:" + i, "{\"v\":\"" + TEXT + "\"}"));
            IntStream.range(0, 64).forEach(i -> redis.hset("heap:hash", "f" + i, TEXT));
            redis.set("heap:one", "{\"v\":\"" + "x".repeat(64_000_000) + "\"}");
            return redis.set("calm:1", "{\"v\":\"x\"}");
        });
        gateway = new SmallHeap(kinds);
    }

    private static void makeDocuments() {
        OpenSearchTestStore search = new OpenSearchTestStore();
        for (String index : List.of("heap_large", "heap_small")) {
            search.create(index, Map.of("id", TestStore.Type.INTEGER, "v", TestStore.Type.JSON));
        }
        for (int i = 0; i < 10; i++) {
            search.send("PUT", "/heap_large/_doc/" + i + "?refresh=true", "{\"id\":" + i + ",\"v\":{\"a\":\"" + TEXT + "\"}}");
            search.send("PUT", "/heap_small/_doc/" + i + "?refresh=true",
                    "{\"id\":" + i + ",\"v\":{\"a\":[" + "{},".repeat(LARGE / 3) + "{}]}}");
        }
        try (MongoClient client = MongoClients.create(SharedServers.get(ServerKind.MONGO).address())) {
            for (String place : List.of("shop.heap", "heap.documents", "shop.calm")) {
                var collection = client.getDatabase(place.split("\\.")[0]).getCollection(place.split("\\.")[1]);
                collection.drop();
                for (int i = 0; i < (place.endsWith("calm") ? 1 : 10); i++) {
                    collection.insertOne(new Document("_id", "d" + i).append("topic", "heap").append("topicKey", "heap")
                            .append("content", place.endsWith("calm") ? "x" : TEXT).append("v", "x").append("tags", List.of())
                            .append("createdAt", new Date()).append("updatedAt", new Date()));
                }
            }
        }
        SharedServers.graph().executeTransactionally("MATCH (n {kind: 'heap'}) DETACH DELETE n");
        SharedServers.graph().executeTransactionally(
                "CREATE (s:Entity {id: 'heap-0', kind: 'heap'}) WITH s UNWIND range(1, 20) AS i CREATE (s)-[:RELATED_TO {id: 'heap-r' + i}"
                        + "]->(:Entity {id: 'heap-' + i, kind: 'heap', v: $v})",
                Map.of("v", TEXT));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "db_query_postgresql|{'table':'heap_rows','limit':1000}",
        "db_advanced_postgresql|{'operation':'transaction','queries':[{'query':'SELECT repeat(''x'', 100000000) AS v FROM heap_ids'}]}",
        "db_query_mysql|{'table':'heap_rows','limit':1000}",
        "db_query_mysql|{'table':'heap_wide','limit':1000}",
        "db_advanced_mysql|{'operation':'transaction','queries':[{'query':'SELECT repeat(''x'', 16000000) AS v FROM heap_ids a, heap_ids "
                + "b'}]}",
        "db_advanced_mysql|{'operation':'transaction','queries':[{'query':'SELECT repeat(''x'', 9000000) AS v FROM heap_ids'}]}",
        "db_query_sqlite|{'table':'heap_rows','limit':1000}",
        "db_query_sqlite|{'table':'heap_wide','limit':1000}",
        "db_query_mongodb|{'table':'heap'}",
        "db_advanced_mongodb|{'operation':'aggregate','table':'heap','pipeline':[{'$lookup':{'from':'heap','localField':'topic',"
                + "'foreignField':'topic','as':'all'}},{'$limit':1}]}",
        "db_query_redis|{'table':'heap','filters':{'id__in':[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,"
                + "29,30]}}",
        "db_query_redis|{'table':'heap','filters':{'id':'one'}}",
        "db_query_redis|{'table':'heap','filters':{'id':'hash'}}",
        "db_query_redis|{'table':'heap'}",
        "db_query_opensearch|{'table':'heap_large'}",
        "db_query_opensearch|{'table':'heap_small'}",
        "neo4j_find_neighbors|{'id':'heap-0'}",
        "mongo_find_all|{}",
        "mongo_find_by_topic|{'topic':'heap','limit':20}",
        "mongo_search|{'query':'heap','limit':20}",
        "mongo_find_by_id|{'id':'d1'}"})
    void largeCallsFailNoOthers(String tool, String arguments) throws Exception {
        gateway.ask(new McpClient(gateway.port), tool, arguments.replace("''", "\"\"").replace("'", "\"").replace("\"\"x\"\"", "'x'"))
                .forEach(SmallHeap::assertBounded);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/mcp|db_describe_redis|{'table':'heap'}",
        "/mcp?mode=discover|find_tools|{'query':'the orders of a customer','limit':20}"})
    void callsThatReadMuchFailNoOthers(String path, String tool, String arguments) throws Exception {
        gateway.ask(McpClient.at(gateway.port, path), tool, arguments.replace("'", "\"")).forEach(SmallHeap::assertSmall);
    }

    @ParameterizedTest
    @CsvSource({"heap_page", "heap_rows"})
    void largeSupabaseCallsFailNoOthers(String table) throws Exception {
        Needs.installed(ServerKind.POSTGREST.isInstalled(), DatabaseTest.POSTGREST);
        gateway.ask(new McpClient(gateway.port), "db_query_supabase", "{\"table\":\"" + table + "\"}").forEach(SmallHeap::assertBounded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "1.5", "'a'", "{'a':1}"})
    void denseBodiesFailNoOthers(String value) throws Exception {
        String body = SmallHeap.insertOfMany(value.replace("'", "\""));
        gateway.ask(() -> new McpClient(gateway.port).post(body)).forEach(SmallHeap::assertAnsweredOrRefused);
    }

    @Test
    void largeBoundToolCallsFailNoOthers() throws Exception {
        RestClient rest = new RestClient(gateway.port, "heap");
        String data = "{\"a\":[" + Stream.generate(() -> "\"" + "x".repeat(3_500) + "\"").limit(1_000).collect(Collectors.joining(","))
                + "]}";
        long table = rest.post("/api/v1/tables", "{\"name\":\"heap\",\"data\":" + data + "}").data().get("id").longValue();
        long tool = rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"get_all_data\",\"name\":\"everything\"}").data()
                .get("id").longValue();
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key")
                .textValue();
        List<Answer> answers = gateway.ask(McpClient.ofInstance(gateway.port, key), "everything", "{}");
        answers.forEach(SmallHeap::assertBounded);
    }
}
