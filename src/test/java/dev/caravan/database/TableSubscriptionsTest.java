package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The resource of a table says what db_describe_NAME says. No database reports changes of columns, so no client can subscribe to it. */
class TableSubscriptionsTest extends DatabaseTest {

    @BeforeAll
    void makeATable() {
        STORES.get("postgresql").create("subscribed_table", TestStore.columns("id INTEGER, name TEXT"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"db:///postgresql/no_such_table", "db:///no_such_database/orders", "db:///some/allowed_two",
        "db:///postgresql/pg_catalog.pg_class", "db:///mysql/no_such_table", "db:///postgresql/subscribed_table",
        "db:///sqlite/no_such_table", "db:///postgresql/a%00b", "db:///postgresql/%ff"})
    void aSubscriptionToATableIsRefused(String uri) {
        McpClient.Answer answer = client.post(McpClient.request("resources/subscribe", McpClient.object("{}").put("uri", uri)).toString(),
                "MCP-Protocol-Version", "2025-11-25");
        assertThat(answer.error().get("code").asInt()).as(uri).isEqualTo(-32002);
    }

    @Test
    void theResourceSaysTheSame() {
        JsonNode content = client.legacy("2025-11-25", "resources/read",
                McpClient.object("{\"uri\":\"db:///postgresql/subscribed_table\"}"),
                "ReadResourceResult").result().at("/contents/0");
        JsonNode answer = done("describe", "postgresql", "{\"table\":\"subscribed_table\"}");
        assertThat(McpClient.object(content.get("text").asText()).get("columns")).isEqualTo(answer.get("columns"));
        assertThat(content.get("mimeType").asText()).isEqualTo("application/json");
    }
}
