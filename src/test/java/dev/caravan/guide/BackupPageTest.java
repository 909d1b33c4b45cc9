package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with psql on the page about backups save and restore the store, and its pages name every table and migration. */
class BackupPageTest {

    private static final GuidePage PAGE = GuidePage.named("operations/backup.md");
    /** A member may have every character that the format of COPY escapes. */
    private static final String DATA = "{\"text\": \"a\\tb\\\\.\\nc 茶\"}";

    private static String old;
    private static String fresh;

    @TempDir
    private Path folder;

    @BeforeAll
    static void makeStores() throws Exception {
        Needs.program(Path.of("/usr/bin/psql"), "postgresql-client");
        fresh = Stores.migrated("backup_new", "latest");
        old = Stores.store("backup_old", "backup_new");
        Stores.execute(old,
                "insert into context_table (user_id, name, data) select 'u', 'c' || i, '" + DATA + "' from generate_series(1, 3) i",
                "insert into tool (user_id, table_id, type, name, description) values ('u', 2, 'search', 't', 'a tool')",
                "insert into mcp_v2 (user_id, name, key_hash, key_hint) values ('u', 'i', 'hash', 'hint')",
                "insert into mcp_binding (user_id, mcp_id, tool_id, tool_name) values ('u', 1, 1, 't')",
                "insert into search_index_task (user_id, tool_id, table_id, status) values ('u', 1, 2, 'ready')");
        Stores.execute(fresh, "insert into context_table (user_id, name) values ('u', 'made by the gateway that made the tables')");
    }

    @Tag("full")
    @Test
    void psqlSavesAndRestoresTheStore() throws Exception {
        run(old, commands("to store"));
        run(fresh, tables() + commands("from store"));

        assertThat(Stores.rows(fresh, "select id, name, data from context_table order by id")).hasSize(3)
                .isEqualTo(Stores.rows(old, "select id, name, data from context_table order by id"));
        assertThat(Stores.rows(fresh, "select tool_name, status from mcp_binding")).containsExactly("t t");
        Stores.execute(fresh, "insert into context_table (user_id, name) values ('u', 'next')");
        assertThat(Stores.rows(fresh, "select max(id) from context_table")).containsExactly("4");
        run(fresh, commands("redo_index"));
        assertThat(Stores.rows(fresh, "select status from search_index_task")).containsExactly("pending");
    }

    @Test
    void failedRestoreChangesNothing() throws Exception {
        assertThat(bash(old, "TABLES='context_table context_change tool mcp_v2 mcp_binding search_index_task'\n" + commands("from store"))
                .waitFor()).isNotZero();

        assertThat(Stores.rows(old, "select name from context_table order by id")).containsExactly("c1", "c2", "c3");
    }

    @Test
    void pageNamesTheNewestMigration() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
            long newest = files.count();

            assertThat(PAGE.text()).contains("This release has " + newest + ".");
            assertThat(run(fresh, commands("--tuples-only --command=")).strip()).isEqualTo(Long.toString(newest));
        }
    }

    @Test
    void pageNamesEveryTable() throws Exception {
        String saved = commands("TABLES=").lines().filter(line -> line.startsWith("TABLES=")).findFirst().orElseThrow();
        String shortLived = PAGE.text().lines().filter(line -> line.endsWith("short-lived |")).collect(Collectors.joining());

        assertThat(
                Stores.rows(old, "select tablename from pg_tables where schemaname = 'public' and tablename <> 'caravan_schema_history'"))
                .allSatisfy(
                        table -> assertThat(Pattern.compile("\\b" + table + "\\b").matcher(saved + shortLived).find()).as(table).isTrue());
    }

    private static String commands(String part) {
        return GuideBlock.of(PAGE).stream().map(GuideBlock::text).filter(text -> text.contains(part)).findFirst().orElseThrow();
    }

    private static String tables() {
        return commands("TABLES=").lines().filter(line -> line.startsWith("TABLES=")).collect(Collectors.joining("\n", "", "\n"));
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
        ProcessBuilder bash = new ProcessBuilder("/bin/bash", "-e", "-o", "pipefail", "-c", commands.replaceFirst("(?m)^STORE=.*$", ""))
                .directory(folder.toFile()).redirectErrorStream(true);
        bash.environment()
                .putAll(Map.of("STORE",
                        "postgresql://" + Stores.SERVER.get("caravan.store.username") + "@" + uri.getHost() + ":" + uri.getPort()
                                + uri.getPath(),
                "PGPASSWORD", Stores.SERVER.get("caravan.store.password")));
        return bash.start();
    }
}
