package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools reach the indexes and aliases of OpenSearch that the settings allow, and no others. */
@Tag("nightly")
class OpenSearchIndexesTest extends OpenSearchTest {

    @Test
    void readOnlyDatabaseHasNoWriteTools() {
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        assertThat(tools).extracting(tool -> tool.get("name").asText())
                .contains("db_query_search_reports", "db_advanced_search_reports", "db_query_opensearch", "db_insert_opensearch",
                        "db_update_opensearch",
                        "db_delete_opensearch", "db_advanced_opensearch")
                .doesNotContain("db_insert_search_reports", "db_update_search_reports", "db_delete_search_reports");
        tools.forEach(tool -> {
            if (tool.get("name").asText().startsWith("db_advanced_search")) {
                assertThat(tool.at("/annotations/readOnlyHint").booleanValue()).isTrue();
            }
        });
        done("query", "search_reports", "{\"table\":\"os_people\",\"limit\":1}");
    }

    @Test
    void allowedAndDeniedTablesHoldForIndexesBehindAliases() {
        done("query", "search_some", "{\"table\":\"os_one\"}");
        assertThat(failed("permission_error", "query", "search_some", "{\"table\":\"os_people\"}")).contains("os_one");
        failed("permission_error", "query", "search_some", "{\"table\":\"os_two\"}");
        failed("permission_error", "delete", "search_some", "{\"table\":\"os_people\",\"filters\":{\"id__gt\":0}}");
        failed("permission_error", "advanced", "search_some",
                "{\"table\":\"os_two\",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"value_count\":{\"field\":\"id\"}}}}");
        assertThat(failed("query_error", "query", "search_some", "{\"table\":\"os_alias\"}")).contains("os_one").doesNotContain("os_two")
                .doesNotContain("os_people");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"os_two\",\"alias\":\"os_alias\"}}]}");
        await().until(() -> call("query", "search_some", "{\"table\":\"os_alias\"}").at("/error/type").asText().equals("permission_error"));
        done("query", DB, "{\"table\":\"os_alias\"}");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"remove\":{\"index\":\"os_two\",\"alias\":\"os_alias\"}}]}");
    }

    @Test
    void anAliasOfOneIndexIsThatIndexAndOneOfSeveralIsRefused() {
        make("os_2025", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"keyword\"}}}");
        make("os_2026", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"os_2026\",\"data\":[{\"id\":2,\"v\":\"a\"},{\"id\":3,\"v\":\"b\"}]}");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"os_2026\",\"alias\":\"os_years\",\"filter\":{\"term\":"
                + "{\"v\":\"a\"}}}}]}");
        assertThat(done("update", DB, "{\"table\":\"os_years\",\"data\":{\"v\":\"c\"},\"filters\":{\"id__gt\":0}}").get("updated_count")
                .intValue()).isEqualTo(1);
        assertThat(done("query", DB, "{\"table\":\"os_2026\",\"filters\":{\"v\":\"b\"}}").get("count").intValue()).as("not of the alias")
                .isEqualTo(1);
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"os_2025\",\"alias\":\"os_years\"}}]}");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_years\"}")).contains("alias of several indexes");
        failed("query_error", "insert", DB, "{\"table\":\"os_years\",\"data\":{\"id\":9}}");
    }

    @Test
    void systemAndHiddenIndexesAreRefused() {
        STORE.send("DELETE", "/.os_secret,os_hidden?ignore_unavailable=true", null);
        STORE.send("PUT", "/.os_secret", "{\"settings\":{\"index.hidden\":true},\"aliases\":{\"os_way\":{}}}");
        STORE.send("PUT", "/os_hidden", "{\"settings\":{\"index.hidden\":true}}");
        for (String table : List.of(".os_secret", "os_hidden", "os_way", "*", "os_*", "os_one,os_two", "_all", "_search", "-os_one",
                "+os_one", "os_one/_doc/1", "..", ".", "<os-{now/d}>", "other:os_one", "os_one?q=x", "os_one#",
                "OS_ONE", "%6fs_one", "os one", "\u0000", "_cluster/settings", "_cat/indices", "é".repeat(200))) {
            JsonNode refused = call("query", DB, McpClient.object("{}").put("table", table));
            assertThat(refused.at("/error/type").asText()).as(table + refused).isEqualTo("query_error");
            ObjectNode insert = McpClient.object("{\"data\":{\"a\":1}}").put("table", table);
            assertThat(call("insert", DB, insert).at("/error/type").asText()).as(table).isEqualTo("query_error");
        }
        assertThat(failed("query_error", "query", DB, "{\"table\":\"nosuch\"}")).doesNotContain("secret").doesNotContain("hidden");
        make("%E5%8C%97%E4%BA%AC", "{\"properties\":{\"v\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"北京\",\"data\":{\"v\":\"市\"}}");
        assertThat(done("query", DB, "{\"table\":\"北京\",\"filters\":{\"v\":\"市\"}}").get("count").intValue()).isEqualTo(1);
    }
}
