package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** The tools reach the tables of a SQL database that the settings allow, as they are now. */
class SqlTablesTest extends SqlTest {

    @Autowired
    private CamelContext context;

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void newTablesAndColumnsAreFound(String database) {
        String table = "fresh_" + database;
        run(database, "drop table if exists " + table);
        failed("query_error", "query", database, "{\"table\":\"" + table + "\"}");
        run(database, "create table " + table + " (a int primary key)");
        await().until(() -> call("query", database, "{\"table\":\"" + table + "\"}").get("success").booleanValue());
        run(database, "alter table " + table + " add column b int");
        await().until(() -> call("query", database, "{\"table\":\"" + table + "\",\"filters\":{\"b\":1}}").get("success").booleanValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void droppedColumnFailsAtMostOneCall(String database) {
        String table = "shrunk_" + database;
        run(database, "drop table if exists " + table, "create table " + table + " (a int primary key, b int)");
        done("query", database, "{\"table\":\"" + table + "\"}");
        run(database, "alter table " + table + " drop column b");
        JsonNode first = call("query", database, "{\"table\":\"" + table + "\"}");
        assertThat(first.at("/error/type").asText("query_error")).isEqualTo("query_error");
        done("query", database, "{\"table\":\"" + table + "\"}");
    }

    @Test
    void tablesThatServeASearchTableOfSqliteAreHidden() {
        run("sqlite", "drop table if exists papers_text", "create virtual table papers_text using fts5(body)",
                "insert into papers_text values ('a bicycle')");
        await().until(() -> done("describe", "sqlite", "{\"search\":\"papers_text\"}").get("tables").findValuesAsText("table")
                .contains("papers_text"));
        assertThat(done("describe", "sqlite", "{\"search\":\"papers_text\"}").get("tables").findValuesAsText("table"))
                .containsExactly("papers_text");
        assertThat(done("query", "sqlite", "{\"table\":\"papers_text\"}").at("/data/0/body").asText()).isEqualTo("a bicycle");
        failed("query_error", "query", "sqlite", "{\"table\":\"papers_text_data\"}");
    }

    @Test
    void readOnlyDatabaseHasNoWriteToolsAndRefusesWrites() {
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        assertThat(tools).extracting(tool -> tool.get("name").asText())
                .contains("db_query_reports", "db_query_postgresql", "db_insert_postgresql", "db_update_mysql", "db_delete_sqlite",
                        "db_insert_some")
                .doesNotContain("db_insert_reports", "db_update_reports", "db_delete_reports");
        assertThat(done("query", "reports", "{\"table\":\"people\",\"limit\":1}").get("success").booleanValue()).isTrue();
        DataSource pool = context.getRegistry().lookupByNameAndType("database-reports", DataSource.class);
        assertThatThrownBy(() -> {
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("insert into people (name) values ('x')");
            }
        }).isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("25006"));
    }

    @Test
    void tablesAreAllowedAndDenied() {
        done("query", "some", "{\"table\":\"allowed_one\"}");
        assertThat(failed("permission_error", "query", "some", "{\"table\":\"people\"}")).contains("allowed_one");
        failed("permission_error", "query", "some", "{\"table\":\"allowed_two\"}");
        failed("permission_error", "delete", "some", "{\"table\":\"people\",\"filters\":{\"id__gt\":0}}");
    }

    @Test
    void systemCataloguesAreRefused() {
        for (String table : List.of("pg_catalog.pg_user", "pg_user", "information_schema.tables", "pg_authid", "\"pg_user\"",
                "public.people")) {
            failed("query_error", "query", "postgresql", McpClient.object("{}").put("table", table).toString());
        }
        for (String table : List.of("mysql.user", "user", "information_schema.tables", "TABLES")) {
            failed("query_error", "query", "mysql", McpClient.object("{}").put("table", table).toString());
        }
        for (String table : List.of("sqlite_master", "sqlite_schema", "SQLITE_SEQUENCE", "main.people", "temp.sqlite_master")) {
            failed("query_error", "query", "sqlite", McpClient.object("{}").put("table", table).toString());
        }
    }
}
