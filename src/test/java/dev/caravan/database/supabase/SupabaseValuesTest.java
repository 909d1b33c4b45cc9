package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.SqlTestStore;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values, names and lists reach a Supabase database exactly as callers write them, whatever characters and lengths they have. */
@Tag("full")
class SupabaseValuesTest extends SupabaseTest {

    @Test
    void numbersTimesAndJsonRoundTrip() {
        STORE.run("supa_types", Set.of("id", "n", "f", "t", "l", "day", "j", "a", "u", "e", "y"), "drop table if exists supa_types",
                "drop type if exists supa_types_mood",
                "create type supa_types_mood as enum ('happy', 'so so')",
                "create table supa_types (id bigint primary key, n numeric, f double precision, t timestamptz, l timestamp, day date, j "
                        + "jsonb, a text[], u uuid, e supa_types_mood, y bytea)");
        String row = "{\"id\":9223372036854775807,\"n\":123456789012345678901234567890.1234567890123456789,\"f\":0.1,"
                + "\"t\":\"2026-01-02T03:04:05.678901Z\",\"l\":\"2026-01-02T03:04:05\",\"day\":\"2026-02-28\","
                + "\"j\":{\"a\":[1,2.5,null,true,\"x\"],\"北\":{}},\"a\":[\"a,b\",\"\\\"q\\\"\",\"\\\\\",\"北京\",null],"
                + "\"u\":\"0190b3c8-0000-7000-8000-000000000001\",\"e\":\"so so\",\"y\":\"\\\\x0001ff\"}";
        String body = raw("insert", "{\"table\":\"supa_types\",\"data\":" + row + "}");
        assertThat(body).contains("\"inserted_ids\":[9223372036854775807]");
        assertThat(raw("query", "{\"table\":\"supa_types\",\"filters\":{\"id\":9223372036854775807}}")).as("PostgREST's text")
                .contains("\"data\":[" + row.replace("678901Z", "678901+00:00") + "]");
        for (String filter : List.of("\"n\":123456789012345678901234567890.1234567890123456789",
                "\"t\":\"2026-01-02T11:04:05.678901+08:00\"", "\"j\":{\"北\":{},\"a\":[1,2.5,null,true,\"x\"]}",
                "\"u\":\"0190B3C8-0000-7000-8000-000000000001\"",
                "\"a\":[\"a,b\",\"\\\"q\\\"\",\"\\\\\",\"北京\",null]", "\"e\":\"so so\"", "\"id__in\":[9223372036854775807]",
                "\"day__gte\":\"2026-02-28\"", "\"id\":9223372036854775807.0")) {
            assertThat(raw("query", "{\"table\":\"supa_types\",\"filters\":{" + filter + "}}")).as(filter).contains("\"count\":1,");
        }
        done("insert", "{\"table\":\"supa_types\",\"data\":{\"id\":1,\"t\":\"infinity\"}}");
        assertThat(done("query", "{\"table\":\"supa_types\",\"filters\":{\"id\":1},\"columns\":[\"t\",\"n\"]}").get("data").toString())
                .isEqualTo("[{\"t\":\"infinity\",\"n\":null}]");
    }

    /** PostgREST would read the text up to the NUL, and delete what is equal to that. */
    @Test
    void nulCharacterInAFilterIsRefused() {
        done("insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"nul\"}}");
        for (String filter : List.of("\"name\":\"nul\\u0000x\"", "\"name__startswith\":\"nul\\u0000\"", "\"name__in\":[\"nul\\u0000\"]")) {
            assertThat(failed("query_error", "delete", "{\"table\":\"supa_people\",\"filters\":{" + filter + "}}")).contains("name");
        }
        failed("query_error", "update", "{\"table\":\"supa_people\",\"data\":{\"status\":\"\\u0000\"},\"filters\":{\"name\":\"nul\"}}");
        assertThat(done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name\":\"nul\"}}").get("deleted_count").intValue())
                .isEqualTo(1);
    }

    @Test
    void namesMayHaveAnyCharacter() {
        String table = "supa odd \"t\", (北)/x%y";
        List<String> columns = List.of("select", "a b", "q\"uote", "back\\slash", "a->b", "a::text", "dot.ted", "order", "limit", "or", "列",
                "and", "c,omma(", "age__gt", "age");
        String definition = columns.stream().map(name -> '"' + name.replace("\"", "\"\"") + "\" int").collect(Collectors.joining(", "));
        String quoted = '"' + table.replace("\"", "\"\"") + '"';
        STORE.run(table, Set.copyOf(columns), "drop table if exists " + quoted,
                "create table " + quoted + " (" + definition + ", primary key (\"select\", \"q\"\"uote\"))");
        ObjectNode row = McpClient.object("{}");
        for (String column : columns) {
            row.put(column, row.size() + 1);
        }
        ObjectNode insert = McpClient.object("{}").put("table", table);
        insert.set("data", row);
        assertThat(call("insert", "supabase", insert).get("inserted_ids").toString()).isEqualTo("[{\"select\":1,\"q\\\"uote\":3}]");
        ObjectNode all = McpClient.object("{}").put("table", table);
        all.set("filters", row);
        assertThat(call("query", "supabase", all).at("/data/0")).isEqualTo(row);
        for (String column : columns) {
            ObjectNode query = McpClient.object("{}").put("table", table);
            query.putArray("columns").add(column);
            query.putArray("order_by").add("-" + column);
            query.putObject("filters").put(column, row.get(column).intValue());
            assertThat(call("query", "supabase", query).get("data").toString()).as(column).isEqualTo(
                    McpClient.JSON.createArrayNode().add(McpClient.JSON.createObjectNode().set(column, row.get(column))).toString());
        }
        STORE.run("supa_loose", Set.of("x"), "drop table " + quoted);
    }

    /** A thousand UUIDs pass; what would be longer than any server takes is told. */
    @Test
    void longListsPassAndTooLongOnesAreRefused() {
        ObjectNode query = McpClient.object("{\"table\":\"supa_people\"}");
        ArrayNode list = query.putObject("filters").putArray("name__in");
        done("insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"" + new UUID(1, 1) + "\"}}");
        for (int i = 1; i <= 1_000; i++) {
            list.add(new UUID(1, i).toString());
        }
        JsonNode found = call("query", "supabase", query);
        assertThat(found.path("count").intValue()).as(found.toString()).isEqualTo(1);
        list.set(0, "长".repeat(2_000));
        JsonNode answer = call("query", "supabase", query);
        assertThat(answer.at("/error/type").asText()).isEqualTo("query_error");
        assertThat(answer.at("/error/message").asText()).contains("46000");
        ObjectNode many = McpClient.object(
                "{\"table\":\"supa_people\",\"filters\":{\"id__gt\":0,\"id__gte\":0,\"id__lt\":2000000000,\"id__lte\":2000000000,"
                        + "\"name\":\""
                        + new UUID(1, 1) + "\"}}");
        assertThat(call("delete", "supabase", many).get("deleted_count").intValue()).isEqualTo(1);
    }

    @Test
    void tooLargeAnswerIsAnError() {
        STORE.run("supa_large", Set.of("id", "v"), "drop table if exists supa_large",
                "create table supa_large (id int primary key, v text)");
        SqlTestStore.POSTGRESQL.run("insert into supa_large select i, repeat('x', 6000000) from generate_series(1, 3) i");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_large\"}")).contains("raise max-read");
        assertThat(done("query", "{\"table\":\"supa_large\",\"columns\":[\"id\"],\"filters\":{\"v__endswith\":\"xx\"}}").get("count")
                .intValue()).isEqualTo(3);
        STORE.run("supa_loose", Set.of("x"), "drop table supa_large");
    }

    /** As Supabase's setting "max rows" does. */
    @Test
    void serverThatShortensPagesHidesNoRows() {
        done("insert", "{\"table\":\"supabase_two\",\"data\":[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4},{\"id\":5}]}");
        SqlTestStore.POSTGRESQL.run("alter role authenticator set pgrst.db_max_rows = '3'", "notify pgrst, 'reload config'");
        try {
            await().until(() -> call("query", "supabase_reports", "{\"table\":\"supabase_two\"}").get("data").size() == 3);
            JsonNode cut = call("query", "supabase_hasty", "{\"table\":\"supabase_two\"}");
            assertThat(cut.get("count").intValue()).isEqualTo(5);
            assertThat(cut.get("has_more").booleanValue()).isTrue();
        } finally {
            SqlTestStore.POSTGRESQL.run("alter role authenticator reset pgrst.db_max_rows", "notify pgrst, 'reload config'");
        }
        await().until(() -> call("query", "supabase", "{\"table\":\"supabase_two\"}").get("data").size() == 5);
        done("delete", "{\"table\":\"supabase_two\",\"filters\":{\"id__gt\":0}}");
    }

    /** The answer as it came, numbers untouched. */
    private String raw(String verb, String arguments) {
        String body = client.call("db_" + verb + "_supabase", McpClient.object(arguments)).body();
        assertThat(body).contains("\"success\":true");
        return body.substring(body.indexOf("\"structuredContent\""));
    }
}
