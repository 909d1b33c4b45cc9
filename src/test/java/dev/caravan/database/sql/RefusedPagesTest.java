package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import org.junit.jupiter.api.Test;

/** Pages with {@code after} that could lose rows are refused at the first page, and so are forged cursors. */
class RefusedPagesTest extends DatabaseTest {

    @Test
    void aCursorThatWouldBeTooLongIsRefusedAtOnce() {
        run("postgresql", "drop table if exists stored_long", "create table stored_long (id int primary key, v text)",
                "insert into stored_long select i, repeat('x', 9000) || i from generate_series(1, 3) i");
        assertThat(failed("query_error", "query", "postgresql",
                "{\"table\":\"stored_long\",\"limit\":1,\"order_by\":[\"v\"],\"after\":\"\"}")).contains("too long").contains("offset");
    }

    @Test
    void forgedCursorsAreRefused() {
        run("mysql", "drop table if exists stored_forged", "create table stored_forged (id int primary key)",
                "insert into stored_forged values (1), (2)");
        for (String values : new String[] {"[\"x\"]", "[\"\"]", "[true]"}) {
            ObjectNode call = McpClient.object("{\"table\":\"stored_forged\"}")
                    .put("after", java.util.Base64.getUrlEncoder().encodeToString(
                            ("{\"order\":[\"id\"],\"values\":" + values + "}").getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(call("query", "mysql", call).at("/error/type").asText()).isEqualTo("query_error");
        }
    }

    @Test
    void sqliteRowsWithoutAKeyAreNeverLost() {
        run("sqlite", "drop table if exists stored_null_keys", "create table stored_null_keys (k text primary key, v int)",
                "insert into stored_null_keys values (null, 1), (null, 2), ('a', 3), ('b', 4)");
        assertThat(failed("query_error", "query", "sqlite", "{\"table\":\"stored_null_keys\",\"limit\":1,\"after\":\"\"}"))
                .contains("k has null").contains("use offset");
        assertThat(done("query", "sqlite", "{\"table\":\"stored_null_keys\",\"limit\":3,\"after\":\"\"}").has("next")).isTrue();
        run("sqlite", "drop table if exists stored_time_keys", "create table stored_time_keys (k timestamp primary key)",
                "insert into stored_time_keys values ('2024-01-01 00:00:00.0001'), ('2024-01-01 00:00:00.0002')");
        assertThat(failed("query_error", "query", "sqlite", "{\"table\":\"stored_time_keys\",\"limit\":1,\"after\":\"\"}"))
                .contains("use offset");
    }
}
