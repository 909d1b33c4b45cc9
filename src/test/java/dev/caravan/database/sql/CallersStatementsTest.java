package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers' statements run as they were written, or not at all. */
@Tag("full")
class CallersStatementsTest extends WrittenTest {

    @Test
    void postgresqlsOperatorsMeanWhatTheyMean() {
        assertThat(rows("postgresql", "select id from written where r @> 5").toString()).isEqualTo("[{\"id\":1}]");
        assertThat(value("postgresql", "select log(100)")).startsWith("2");
        assertThat(value("postgresql", "select pg_typeof('{\"a\":1}'::jsonb || '{\"b\":2}'::jsonb)::text")).isEqualTo("jsonb");
        assertThat(done("advanced", "postgresql", SqlAccountsTest.transaction("delete from written where tags @> '\"urgent\"'"))
                .at("/results/0/affected_rows").intValue()).isEqualTo(1);
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
        for (String statement : List.of("select id from written;", "select string_agg(name, ',' order by name desc) from written",
                "select ts at time zone 'Europe/Paris' from written",
                "select extract(dow from ts) from written", "select * from generate_series(1, 3) g", "select unnest(names) from written",
                "select id from written where tags ?? 'urgent'",
                "select id from written where tags <@ '[\"urgent\",\"x\"]'", "select id from written where names && array['a']",
                "select to_tsvector(name) @@ to_tsquery('bob') from written",
                "select id from written where name ~* '^A'", "select tags #> '{note}' from written", "select x::float8 from written",
                "select jsonb_set(tags, '{0}', '1') from written where id = 1",
                "select date_trunc('week', ts) from written")) {
            assertThat(rows("postgresql", statement).size()).as(statement).isPositive();
        }
    }

    @Test
    void everydayStatementsOfMysqlRun() {
        for (String statement : List.of("select id from written;", "select id from written where at > now() - interval 7 day",
                "select date_sub(now(), interval 1 month) as d",
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
        run("mysql", "drop table if exists users_of_comments", "create table users_of_comments (id int primary key, name varchar(40))",
                "insert into users_of_comments values (1, 'x')");
        String hex = String.format("0x%x",
                new java.math.BigInteger(1, file.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        for (String statement : List.of(
                "SELECT name#b, 'x\n FROM users_of_comments WHERE id < 0 UNION SELECT left(load_file(" + hex
                        + "),60) -- ' FROM users_of_comments",
                "SELECT name#b, 'x\n FROM users_of_comments WHERE id < 0 UNION SELECT user FROM mysql.user -- ' FROM users_of_comments",
                "SELECT name#b, 'x\n FROM users_of_comments INTO OUTFILE '/tmp/caravan-canary' -- ' FROM users_of_comments",
                "UPDATE users_of_comments#b, 'x\n, written SET written.name = 'gone' WHERE 1 = 1 -- ' SET name = 'y' WHERE id = 1",
                "SELECT @@datadir", "SELECT load_file(" + hex + ")")) {
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
                var rows = connection.createStatement()
                        .executeQuery("select load_file('/etc/passwd'), (select file_priv from mysql.user where user = 'caravan')")) {
            rows.next();
            assertThat(rows.getString(1)).isNull();
            assertThat(rows.getString(2)).isEqualTo("N");
        }
    }
}
