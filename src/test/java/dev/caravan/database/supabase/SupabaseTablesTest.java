package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.database.SqlTestStore;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools reach the tables of a Supabase database that the settings allow, as they are now. */
class SupabaseTablesTest extends SupabaseTest {

    @Test
    void readOnlyDatabaseHasNoWriteTools() {
        List<String> tools = StreamSupport.stream(
                client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools")
                        .spliterator(), false)
                .map(tool -> tool.get("name").asText()).filter(name -> name.contains("_supabase")).toList();
        assertThat(tools)
                .contains("db_query_supabase", "db_insert_supabase", "db_update_supabase", "db_delete_supabase", "db_advanced_supabase",
                        "db_query_supabase_reports")
                .filteredOn(name -> name.endsWith("_reports")).containsExactly("db_describe_supabase_reports", "db_query_supabase_reports");
        assertThat(call("query", "supabase_reports", "{\"table\":\"supa_loose\"}").get("success").booleanValue()).isTrue();
    }

    @Test
    void tablesAndFunctionsAreAllowedAndDenied() {
        assertThat(call("query", "supabase_some", "{\"table\":\"supabase_one\"}").get("success").booleanValue()).isTrue();
        assertThat(failed("permission_error", "query", "supabase_some", "{\"table\":\"supa_people\"}")).contains("supabase_one");
        failed("permission_error", "query", "supabase_some", "{\"table\":\"supabase_two\"}");
        failed("permission_error", "delete", "supabase_some", "{\"table\":\"supa_people\",\"filters\":{\"id__gt\":0}}");
        failed("permission_error", "advanced", "supabase_some",
                "{\"operation\":\"rpc\",\"function\":\"supa_total\",\"arguments\":{\"x\":1}}");
        assertThat(failed("query_error", "query", "supabase_some", "{\"table\":\"supabase_one\",\"filters\":{\"x\":1}}")).contains("id");
    }

    @Test
    void systemCataloguesAndOtherSchemasAreRefused() {
        for (String table : List.of("pg_catalog.pg_user", "pg_user", "information_schema.tables", "pg_authid", "\"pg_user\"",
                "public.supa_people", "", " ", "rpc/version", "../rest/v1/supa_people", "supa_people?select=*")) {
            failed("query_error", "query", McpClient.object("{}").put("table", table).toString());
        }
    }

    @Tag("full")
    @Test
    void newTablesAndColumnsAreFound() {
        SqlTestStore.POSTGRESQL.run("drop table if exists supa_fresh");
        failed("query_error", "query", "{\"table\":\"supa_fresh\"}");
        SqlTestStore.POSTGRESQL.run("create table supa_fresh (a int primary key)");
        await().until(() -> call("query", "supabase", "{\"table\":\"supa_fresh\"}").get("success").booleanValue());
        SqlTestStore.POSTGRESQL.run("alter table supa_fresh add column b int");
        await().until(() -> call("query", "supabase", "{\"table\":\"supa_fresh\",\"filters\":{\"b\":1}}").get("success").booleanValue());
        STORE.run("supa_fresh", Set.of("a"), "alter table supa_fresh drop column b");
        assertThat(call("query", "supabase", "{\"table\":\"supa_fresh\",\"columns\":[\"b\"]}").at("/error/type").asText())
                .isEqualTo("query_error");
        assertThat(failed("query_error", "query", "{\"table\":\"supa_fresh\",\"columns\":[\"b\"]}")).contains("has no column b");
        STORE.run("supa_loose", Set.of("x"), "drop table supa_fresh");
        failed("query_error", "query", "{\"table\":\"supa_fresh\"}");
        await().until(() -> failed("query_error", "query", "{\"table\":\"supa_fresh\"}").contains("has no table supa_fresh"));
    }
}
