package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.SqlTestStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** A statement of db_advanced reads the tables that are allowed and no others, whatever its aliases, scopes and casts. */
class SqlNamesTest extends SqlAccountsTest {

    private static final String CANARY = "c4n4ry";
    /** Its id and its balance, which an aggregate would show. */
    private static final String NUMBER = "4242424242";
    private static final int CALLED = 10;
    private static final Map<String, String> SYSTEM = Map.of("postgresql", "pg_shadow", "mysql", "user", "sqlite", "sqlite_master");

    @Autowired
    private SqlDriver databases;

    @BeforeAll
    void canary() {
        SYSTEM.keySet()
                .forEach(database -> run(database, "drop table if exists canary",
                        "create table canary (id bigint, balance bigint, v varchar(40))",
                "insert into canary values (" + NUMBER + ", " + NUMBER + ", '" + CANARY + "')"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void aliasesScopesCastsAndHintsReachNoOtherTable(String database) {
        String system = SYSTEM.get(database);
        for (String statement : List.of("SELECT z.* FROM accounts AS %s, (SELECT * FROM %s) AS z",
                "WITH q AS (SELECT 1 AS a) SELECT z.* FROM q AS %s, (SELECT * FROM %s) AS z",
                "SELECT z.* FROM (WITH %s AS (SELECT 1 AS a) SELECT * FROM %s) AS q, (SELECT * FROM %s) AS z",
                "WITH %s AS (SELECT * FROM %s) SELECT * FROM %s",
                "DELETE FROM %s WHERE 1 = 1", "DELETE FROM %s WHERE id IN (SELECT id FROM accounts)", "UPDATE %s SET id = 2 WHERE 1 = 1",
                "INSERT INTO %s (id) VALUES (2)", "SELECT %s.* FROM accounts",
                "INSERT INTO %s SELECT * FROM accounts AS %s", "UPDATE %s SET id = 1 WHERE EXISTS (SELECT 1 FROM accounts AS %s)",
                "SELECT '%s'::regclass AS x", "SELECT CAST('%s' AS regclass) AS x",
                "SELECT CAST(ARRAY['%s'] AS regclass[]) AS x", "SELECT /*+ /* */ 1 AS a, '*/ * FROM %s --' AS b", "SELECT NULL::%s AS x",
                "SELECT nextval('%s') AS x")) {
            for (String name : List.of(system, "canary")) {
                assertKept(database, statement.replace("%s", name));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void validStatementsRun(String database) {
        for (String statement : List.of("SELECT a.* FROM accounts AS a WHERE a.id = 1",
                "WITH rich AS (SELECT * FROM accounts) SELECT rich.id FROM rich WHERE rich.id = 1",
                "SELECT accounts.id FROM accounts WHERE accounts.id = 1", "SELECT accounts.* FROM accounts WHERE id = 1",
                "SELECT a.id, (SELECT count(*) FROM accounts AS b WHERE b.id <= a.id) AS n FROM accounts AS a WHERE a.id = 1",
                "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) AS id FROM n",
                "SELECT CAST(id AS decimal(10, 2)) AS d FROM accounts WHERE id = 1",
                "SELECT x.id FROM (SELECT id FROM accounts WHERE id = 1 UNION SELECT id FROM accounts WHERE id = 1) AS x")) {
            JsonNode answer = done("advanced", database + "_caged", transaction(statement));
            assertThat(answer.at("/results/0/count").intValue()).as(statement + " " + answer).isEqualTo(1);
        }
        assertThat(done("advanced", database + "_caged",
                transaction("UPDATE accounts SET note = 'x' WHERE accounts.id = 1", "DELETE FROM accounts WHERE id = 2")).get("results")
                .toString())
                .isEqualTo("[{\"affected_rows\":1},{\"affected_rows\":1}]");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void generatedStatementsDoNotReachTheCanary(String database) {
        assertThat(generated(database, 60, 60)).as("of these statements some are run").isPositive();
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void tenThousandGeneratedStatementsDoNotReachTheCanary(String database) {
        int threads = 4;
        int ran = IntStream.range(0, threads).parallel().map(thread -> generated(database, thread, 10_000 / threads)).sum();
        assertThat(ran).as("of these statements many are run").isGreaterThan(200);
    }

    /** How many of them the database ran. One of {@link #CALLED} is sent in any case, the others if the gateway's check lets them pass. */
    private int generated(String database, int seed, int many) {
        SqlStatementGenerator statements = new SqlStatementGenerator(new Random(seed), SYSTEM.get(database));
        SqlJudge check = new SqlJudge(databases.get(database + "_caged"));
        int ran = 0;
        for (int i = 0; i < many; i++) {
            String statement = statements.next();
            if (i % CALLED == 0 || !isRefused(check, statement)) {
                ran += assertKept(database, statement) ? 1 : 0;
            }
        }
        assertCanary(database, "all of them");
        return ran;
    }

    /** Whether the check of the gateway refuses it, so that it reaches no database. */
    private static boolean isRefused(SqlJudge check, String statement) {
        try {
            check.statement(1, statement, List.of());
            return false;
        } catch (DatabaseFailure e) {
            return true;
        } catch (SQLException | RuntimeException e) {
            return false; // the gateway itself shall say what it makes of it
        }
    }

    private static void assertCanary(String database, String statement) {
        assertThat(STORES.get(database) instanceof SqlTestStore store ? store.count("canary") : 0).as(statement).isEqualTo(1);
    }

    /** Whether the database ran it. */
    private boolean assertKept(String database, String statement) {
        JsonNode answer = call("advanced", database + "_caged", McpClient.object(transaction(statement)));
        boolean ran = answer.get("success").booleanValue();
        assertThat(answer.toString()).as(statement).doesNotContain(CANARY).doesNotContain(NUMBER).doesNotContain("SCRAM-SHA")
                .doesNotContain("CREATE TABLE").doesNotContain("mysql_native");
        if (ran) {
            assertThat(answer.toString()).as(statement).doesNotContain("usename").doesNotContain("tbl_name").doesNotContain("Select_priv")
                    .doesNotContain("canary");
        }
        if (ran) {
            assertCanary(database, statement);
        }
        return ran;
    }
}
