package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with psql on the page about backups save and restore the store, and its pages name every table and migration. */
class BackupPageTest {

    private static final GuidePage PAGE = GuidePage.named("operations/backup.md");
    private static final Map<String, String> SERVER = SharedServers.get(ServerKind.POSTGRESQL).properties();
    /** A member may have every character that the format of COPY escapes. */
    private static final String DATA = "{\"text\": \"a\\tb\\\\.\\nc 茶\"}";


    private static String old;
    private static String fresh;

    @TempDir
    private Path folder;

    @BeforeAll
    static void makeStores() throws Exception {
        Needs.program(Path.of("/usr/bin/psql"), "postgresql-client");
        fresh = store("backup_new", "template0");
        Flyway.configure().dataSource(fresh, SERVER.get("caravan.store.username"), SERVER.get("caravan.store.password")).table("caravan_schema_history").load().migrate();
        old = store("backup_old", "backup_new");
        execute(old, "insert into context_table (user_id, name, data) select 'u', 'c' || i, '" + DATA + "' from generate_series(1, 3) i",
                "insert into tool (user_id, table_id, type, name, description) values ('u', 2, 'search', 't', 'a tool')",
                "insert into mcp_v2 (user_id, name, key_hash, key_hint) values ('u', 'i', 'hash', 'hint')",
                "insert into mcp_binding (user_id, mcp_id, tool_id, tool_name) values ('u', 1, 1, 't')",
                "insert into search_index_task (user_id, tool_id, table_id, status) values ('u', 1, 2, 'ready')");
        execute(fresh, "insert into context_table (user_id, name) values ('u', 'made by the gateway that made the tables')");
    }

    @Test
    void psqlSavesAndRestoresTheStore() throws Exception {
        run(old, commands("to store"));
        run(fresh, commands("TABLES=").lines().filter(line -> line.startsWith("TABLES=")).collect(Collectors.joining()) + "\n" + commands("from store"));

        assertThat(rows(fresh, "select id, name, data from context_table order by id")).hasSize(3).isEqualTo(rows(old, "select id, name, data from context_table order by id"));
        assertThat(rows(fresh, "select tool_name, status from mcp_binding")).containsExactly("t t");
        execute(fresh, "insert into context_table (user_id, name) values ('u', 'next')");
        assertThat(rows(fresh, "select max(id) from context_table")).containsExactly("4");
        run(fresh, commands("redo_index"));
        assertThat(rows(fresh, "select status from search_index_task")).containsExactly("pending");
    }

    @Test
    void failedRestoreChangesNothing() throws Exception {
        assertThat(bash(old, "TABLES='context_table context_change tool mcp_v2 mcp_binding search_index_task'\n" + commands("from store")).waitFor()).isNotZero();

        assertThat(rows(old, "select name from context_table order by id")).containsExactly("c1", "c2", "c3");
    }

    @Test
    void upgradePageNamesTheNewestMigration() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
            long newest = files.count();

            assertThat(GuidePage.named("operations/upgrade.md").text()).contains("`V1` to `V" + newest + "` in").contains("as `V1` to `V" + newest + "` do");
            assertThat(PAGE.text()).contains("this command shows " + newest + ",");
            assertThat(run(fresh, commands("caravan_schema_history'")).strip()).isEqualTo(Long.toString(newest));
        }
    }

    @Test
    void pageNamesEveryTable() throws Exception {
        String saved = commands("TABLES=").lines().filter(line -> line.startsWith("TABLES=")).findFirst().orElseThrow();
        String shortLived = PAGE.text().lines().filter(line -> line.endsWith("short-lived |")).collect(Collectors.joining());

        assertThat(rows(old, "select tablename from pg_tables where schemaname = 'public' and tablename <> 'caravan_schema_history'"))
                .allSatisfy(table -> assertThat(Pattern.compile("\\b" + table + "\\b").matcher(saved + shortLived).find()).as(table).isTrue());
    }

    private static String commands(String part) {
        return GuideBlock.of(PAGE).stream().map(GuideBlock::text).filter(text -> text.contains(part)).findFirst().orElseThrow();
    }

    private static String store(String name, String template) throws Exception {
        execute(SERVER.get("caravan.store.url"), "drop database if exists " + name, "create database " + name + " template " + template);
        return SERVER.get("caravan.store.url").replaceFirst("/\\w+$", "/" + name);
    }

    private String run(String store, String commands) throws Exception {
        Process bash = bash(store, commands);
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(printed).isZero();
        return printed;
    }

    /** Types the commands with the address of this store in place of the page's. */
    private Process bash(String store, String commands) throws IOException {
        URI uri = URI.create(store.substring("jdbc:".length()));
        ProcessBuilder bash = new ProcessBuilder("/bin/bash", "-e", "-o", "pipefail", "-c", commands.replaceFirst("(?m)^STORE=.*$", "")).directory(folder.toFile()).redirectErrorStream(true);
        bash.environment().putAll(Map.of("STORE", "postgresql://" + SERVER.get("caravan.store.username") + "@" + uri.getHost() + ":" + uri.getPort() + uri.getPath(),
                "PGPASSWORD", SERVER.get("caravan.store.password")));
        return bash.start();
    }

    private static void execute(String url, String... statements) throws Exception {
        try (Connection connection = connection(url); Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static List<String> rows(String url, String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connection(url); ResultSet result = connection.createStatement().executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(String.join(" ", row));
            }
        }
        return rows;
    }

    private static Connection connection(String url) throws Exception {
        return DriverManager.getConnection(url, SERVER.get("caravan.store.username"), SERVER.get("caravan.store.password"));
    }
}
