package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;

/** Callers' statements run as they were written, or not at all. */
class CallersStatementsTest extends DatabaseTest {

    @Autowired
    private SqlRoles roles;

    @BeforeEach
    void tables() {
        run("postgresql", "drop table if exists written", "create table written (id int primary key, tags jsonb, r int4range, names text[], ts timestamptz, x numeric, name text)",
                "insert into written values (1, '[\"urgent\"]', '[1,10)', '{a,b}', '2024-01-01 12:00+00', 1, 'alice'), (2, '{\"note\":\"urgent\"}', '[15,20)', '{c}', '2024-02-01 12:00+00', 2, 'bob')");
        run("mysql", "drop table if exists written", "create table written (id int primary key, name varchar(40), at datetime)",
                "insert into written values (1, 'back\\\\slash', now()), (2, 'bob', now() - interval 30 day)");
        run("sqlite", "drop table if exists written", "create table written (id int primary key, name text, at text, j text)",
                "insert into written values (1, 'alice', '2024-03-05', '{\"vip\":1}'), (2, 'bob', '2024-04-05', '{}')");
    }

    private JsonNode rows(String database, String statement) {
        return done("advanced", database, SqlAccountsTest.transaction(statement)).at("/results/0/data");
    }

    private String value(String database, String statement) {
        return rows(database, statement).get(0).elements().next().asText();
    }

    @Test
    void postgresqlsOperatorsMeanWhatTheyMean() {
        assertThat(rows("postgresql", "select id from written where r @> 5").toString()).isEqualTo("[{\"id\":1}]");
        assertThat(value("postgresql", "select log(100)")).startsWith("2");
        assertThat(value("postgresql", "select pg_typeof('{\"a\":1}'::jsonb || '{\"b\":2}'::jsonb)::text")).isEqualTo("jsonb");
        assertThat(done("advanced", "postgresql", SqlAccountsTest.transaction("delete from written where tags @> '\"urgent\"'")).at("/results/0/affected_rows").intValue()).isEqualTo(1);
        assertThat(rows("postgresql", "select id from written").toString()).isEqualTo("[{\"id\":2}]");
    }

    @Test
    void mysqlsBackslashesStayAsTheyAre() {
        done("advanced", "mysql", SqlAccountsTest.transaction("insert into written (id, name) values (3, 'C:\\\\new')"));
        assertThat(value("mysql", "select name from written where id = 3")).isEqualTo("C:\\new");
        assertThat(rows("mysql", "select id from written where name = 'back\\\\slash'").toString()).isEqualTo("[{\"id\":1}]");
    }

    @Test
    void sqlitesFunctionsGetTheirArguments() {
        assertThat(value("sqlite", "select hex('a')")).isEqualTo("61");
    }

    @Test
    void everydayStatementsOfPostgresqlRun() {
        for (String statement : List.of("select id from written;", "select string_agg(name, ',' order by name desc) from written", "select ts at time zone 'Europe/Paris' from written",
                "select extract(dow from ts) from written", "select * from generate_series(1, 3) g", "select unnest(names) from written", "select id from written where tags ?? 'urgent'",
                "select id from written where tags <@ '[\"urgent\",\"x\"]'", "select id from written where names && array['a']", "select to_tsvector(name) @@ to_tsquery('bob') from written",
                "select id from written where name ~* '^A'", "select tags #> '{note}' from written", "select x::float8 from written", "select jsonb_set(tags, '{0}', '1') from written where id = 1",
                "select date_trunc('week', ts) from written")) {
            assertThat(rows("postgresql", statement).size()).as(statement).isPositive();
        }
    }

    @Test
    void everydayStatementsOfMysqlRun() {
        for (String statement : List.of("select id from written;", "select id from written where at > now() - interval 7 day", "select date_sub(now(), interval 1 month) as d",
                "select group_concat(name order by id separator '|') as g from written", "select 'it\\'s' as t")) {
            assertThat(rows("mysql", statement).size()).as(statement).isEqualTo(1 + (statement.endsWith(";") ? 1 : 0));
        }
        assertThat(value("mysql", "select 'it\\'s' as t")).isEqualTo("it's");
    }

    @Test
    void everydayStatementsOfSqliteRun() {
        assertThat(value("sqlite", "select strftime('%Y-%m', at) from written where id = 1;")).isEqualTo("2024-03");
        assertThat(value("sqlite", "select json_extract(j, '$.vip') from written where id = 1")).isEqualTo("1");
    }

    @Test
    void commentsOfMysqlHideNothing() throws Exception {
        Path file = Files.writeString(Files.createTempFile("canary", ".txt"), "c4n4ry");
        run("mysql", "drop table if exists users_of_comments", "create table users_of_comments (id int primary key, name varchar(40))", "insert into users_of_comments values (1, 'x')");
        String hex = String.format("0x%x", new java.math.BigInteger(1, file.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        for (String statement : List.of("SELECT name#b, 'x\n FROM users_of_comments WHERE id < 0 UNION SELECT left(load_file(" + hex + "),60) -- ' FROM users_of_comments",
                "SELECT name#b, 'x\n FROM users_of_comments WHERE id < 0 UNION SELECT user FROM mysql.user -- ' FROM users_of_comments",
                "SELECT name#b, 'x\n FROM users_of_comments INTO OUTFILE '/tmp/caravan-canary' -- ' FROM users_of_comments",
                "UPDATE users_of_comments#b, 'x\n, written SET written.name = 'gone' WHERE 1 = 1 -- ' SET name = 'y' WHERE id = 1", "SELECT @@datadir", "SELECT load_file(" + hex + ")")) {
            JsonNode answer = call("advanced", "mysql_caged", McpClient.object(SqlAccountsTest.transaction(statement)));
            assertThat(answer.get("success").booleanValue()).as(statement + answer).isFalse();
            assertThat(answer.toString()).as(statement).doesNotContain("c4n4ry");
        }
        assertThat(Path.of("/tmp/caravan-canary")).doesNotExist();
        assertThat(value("mysql", "select name from written where id = 2")).isEqualTo("bob");
    }

    /** The user of the embedded server is the quick start's. */
    @Test
    void theQuickStartsMysqlUserHasNoRightToFiles() throws Exception {
        try (var connection = dev.caravan.database.SqlTestStore.MYSQL.connection();
                var rows = connection.createStatement().executeQuery("select load_file('/etc/passwd'), (select file_priv from mysql.user where user = 'caravan')")) {
            rows.next();
            assertThat(rows.getString(1)).isNull();
            assertThat(rows.getString(2)).isEqualTo("N");
        }
    }

    @Test
    void aRoleThatMayDoMoreThanTheToolsIsWarnedAbout() {
        ListAppender<ILoggingEvent> log = listen(SqlRoles.class.getName());
        roles.look();
        await().until(() -> List.copyOf(log.list).stream().anyMatch(event -> event.getFormattedMessage()
                .matches("Role may do more than the tools database=some superuser=true tables=\\d+ some=\\[.*public\\..*")));
    }

    private static ListAppender<ILoggingEvent> listen(String logger) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new java.util.concurrent.CopyOnWriteArrayList<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(logger)).addAppender(log);
        return log;
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void theRefusalNamesThePlaceAndTheReason(String database) {
        assertThat(failed("permission_error", "advanced", database, SqlAccountsTest.transaction("select id\nfrom written where id = nosuch_function_(1) and sqlite_version() = pg_sleep(1)")))
                .startsWith("Statement 1, line 2, column ");
        assertThat(failed("query_error", "advanced", database, SqlAccountsTest.transaction("select 1; select 2"))).contains("line 1, column 9").contains("only one statement");
        assertThat(failed("permission_error", "advanced", database, SqlAccountsTest.transaction("delete from written"))).contains("DELETE has no WHERE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void deepStatementsAreRefusedInOneLine(String database) {
        ListAppender<ILoggingEvent> log = listen(org.slf4j.Logger.ROOT_LOGGER_NAME);
        String deep = "select " + "(".repeat(9_000) + "1" + ")".repeat(9_000);
        assertThat(failed("query_error", "advanced", database, SqlAccountsTest.transaction(deep))).contains("400 deep");
        for (String nested : List.of("not ", "- ", "case when 1 = 1 then ")) {
            String statement = "select " + nested.repeat(9_000) + "1" + (nested.startsWith("case") ? " end".repeat(9_000) : "");
            JsonNode answer = call("advanced", database, McpClient.object(SqlAccountsTest.transaction(statement)));
            assertThat(answer.toString().length()).isLessThan(2_000);
            assertThat(answer.toString()).doesNotContain("The tool failed");
        }
        assertThat(log.list.stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR) && event.getThrowableProxy() != null && event.getLoggerName().contains("camel"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void longStatementsRun(String database) {
        String values = "'it''s', ".repeat(2_000);
        assertThat(rows(database, "select id from written /* all */ where name not in (" + values + "'x') -- the end").size()).isEqualTo(2);
    }

    /** A view may change rows by a function. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void statementsThatOnlyReadRunReadOnly(String database) {
        String function = database.equals("mysql") ? "create function writes() returns int modifies sql data begin update written set name = 'changed' where id = 1; return 1; end"
                : "create function writes() returns int language sql as 'update written set name = ''changed'' where id = 1 returning 1'";
        run(database, "drop view if exists written_view", "drop function if exists writes", function, "create view written_view as select writes() as n");
        JsonNode answer = call("advanced", database, McpClient.object(SqlAccountsTest.transaction("select n from written_view")));
        assertThat(answer.at("/error/message").asText().toLowerCase(java.util.Locale.ROOT)).as(answer.toString()).contains("read").contains("only");
        assertThat(rows(database, "select id from written where name = 'changed'").size()).isZero();
        done("advanced", database, SqlAccountsTest.transaction("select n from written_view", "delete from written where id = 77"));
        run(database, "drop view written_view", "drop function writes");
    }
}
