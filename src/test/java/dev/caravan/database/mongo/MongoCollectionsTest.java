package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tools reach the collections of MongoDB that are there and allowed. */
class MongoCollectionsTest extends MongoTest {

    @Test
    void missingCollectionIsAnError() {
        assertThat(failed("query_error", "query", "mongodb", "{\"table\":\"peple\"}")).contains("people");
        assertThat(failed("query_error", "insert", "mongodb", "{\"table\":\"peple\",\"data\":{\"a\":1}}")).contains("people");
        failed("query_error", "query", "mongodb", "{\"table\":\"system.indexes\"}");
        failed("query_error", "insert", "mongodb", "{\"table\":\"system.users\",\"data\":{\"a\":1}}");
        STORE.with(database -> assertThat(database.listCollectionNames()).doesNotContain("peple", "header"));
    }

    @Test
    void firstInsertCreatesACollectionNamedInTheSettings() {
        STORE.with(database -> database.getCollection("listed").drop());
        done("insert", "documents", "{\"table\":\"listed\",\"data\":{\"a\":1}}");
        await().until(() -> call("query", "documents", "{\"table\":\"listed\"}").at("/count").intValue() == 1);
        assertThat(failed("permission_error", "query", "documents", "{\"table\":\"people\"}")).contains("listed");
        failed("permission_error", "insert", "documents", "{\"table\":\"people\",\"data\":{\"a\":1}}");
        failed("permission_error", "query", "documents", "{\"table\":\"secret\"}");
        failed("permission_error", "advanced", "documents",
                "{\"table\":\"listed\",\"operation\":\"aggregate\",\"pipeline\":[{\"$lookup\":{\"from\":\"people\",\"localField\":\"a\","
                        + "\"foreignField\":\"n\",\"as\":\"x\"}}]}");
    }

    @Test
    void readOnlyDatabaseHasNoWriteTools() {
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        List<String> names = new ArrayList<>();
        tools.forEach(tool -> names.add(tool.get("name").asText()));
        assertThat(names).contains("db_query_archive", "db_advanced_archive", "db_insert_mongodb").doesNotContain("db_insert_archive",
                "db_update_archive", "db_delete_archive");
        failed("query_error", "advanced", "archive",
                "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"n\":1}}]}");
    }
}
