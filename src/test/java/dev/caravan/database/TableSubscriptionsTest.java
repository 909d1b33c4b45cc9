package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients can subscribe to the tables that they can read, and to no others. */
class TableSubscriptionsTest extends DatabaseTest {

    @BeforeAll
    void makeATable() {
        STORES.get("postgresql").create("subscribed_table", TestStore.columns("id INTEGER, name TEXT"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"db:///postgresql/no_such_table", "db:///no_such_database/orders", "db:///some/allowed_two",
        "db:///postgresql/pg_catalog.pg_class", "db:///mysql/no_such_table",
        "db:///sqlite/no_such_table", "db:///postgresql/a%00b", "db:///postgresql/%ff"})
    void aTableThatCannotBeReadIsRefused(String uri) {
        assertThat(subscribe(uri).error().get("code").asInt()).as(uri).isEqualTo(-32002);
    }

    @Test
    void aTableThatCanBeReadIsSubscribed() {
        assertThat(subscribe("db:///postgresql/subscribed_table").json().has("result")).isTrue();
    }

    private McpClient.Answer subscribe(String uri) {
        return client.post(McpClient.request("resources/subscribe", McpClient.object("{}").put("uri", uri)).toString(),
                "MCP-Protocol-Version", "2025-11-25");
    }
}
