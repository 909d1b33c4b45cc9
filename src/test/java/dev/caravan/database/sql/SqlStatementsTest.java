package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A SQL transaction takes only data statements on tables that are allowed, and says which arguments are wrong. */
@Tag("full")
class SqlStatementsTest extends SqlAccountsTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void statementsBeyondDataAndAllowedTablesAreRefused(String database) {
        for (String statement : List.of("DROP TABLE accounts", "TRUNCATE TABLE accounts", "CREATE TABLE x (a int)",
                "ALTER TABLE accounts ADD COLUMN x int", "GRANT ALL ON accounts TO PUBLIC",
                "SELECT 1; DELETE FROM accounts WHERE id = 1", "DELETE FROM accounts WHERE id = 1; SELECT 1",
                "COPY accounts TO PROGRAM 'true'", "DO $$ BEGIN DELETE FROM accounts; END $$",
                "SELECT pg_sleep(10)", "SELECT sleep(10)", "SELECT pg_read_file('/etc/passwd')", "SELECT load_file('/etc/passwd')",
                "SELECT * FROM accounts INTO OUTFILE '/tmp/x'", "SELECT * INTO copy FROM accounts",
                "SELECT * FROM pg_catalog.pg_shadow", "SELECT * FROM pg_shadow", "SELECT * FROM information_schema.tables",
                "SELECT * FROM mysql.user", "SELECT * FROM sqlite_master", "PRAGMA writable_schema = 1",
                "ATTACH DATABASE '/tmp/x' AS y", "SET statement_timeout = 0", "SHOW TABLES", "EXPLAIN SELECT 1", "CALL p()",
                "LOCK TABLE accounts", "BEGIN", "COMMIT", "ROLLBACK", "VACUUM",
                "DELETE FROM accounts", "UPDATE accounts SET balance = 0", "SELECT * FROM dblink('x', 'y')",
                "SELECT query_to_xml('select 1', true, true, '')", "SELECT set_config('role', 'postgres', false)",
                "SELECT lo_import('/etc/passwd')", "MERGE INTO accounts USING secrets ON (1=1) WHEN MATCHED THEN DELETE",
                "", "not sql", "SELECT * FROM nosuch", "SELECT * FROM accounts WHERE id = ?",
                "REPLACE INTO accounts (id, balance) VALUES (1, 1)x", "HANDLER accounts OPEN")) {
            JsonNode answer = call("advanced", database, transaction("UPDATE accounts SET balance = 1 WHERE id = 3", statement));
            assertThat(answer.get("success").booleanValue()).as(statement + " " + answer).isFalse();
            assertThat(answer.toString()).as(statement).doesNotContain("tops3cret").doesNotContain("The tool failed")
                    .doesNotContain("root:");
        }
        assertThat(total(database)).isEqualTo(10_000);
    }

    @Test
    void onlyAllowedTablesAreAcceptedInEveryClause() {
        done("advanced", "some", transaction("SELECT * FROM allowed_one", "SELECT * FROM public.allowed_one AS a"));
        for (String statement : List.of("SELECT * FROM secrets", "SELECT * FROM allowed_one, secrets",
                "SELECT (SELECT v FROM secrets LIMIT 1) AS x FROM allowed_one", "TABLE secrets",
                "INSERT INTO allowed_one (id) SELECT id FROM secrets",
                "DELETE FROM allowed_one USING secrets WHERE allowed_one.id = secrets.id",
                "UPDATE allowed_one SET id = (SELECT id FROM secrets) WHERE id = 1",
                "WITH x AS (SELECT * FROM secrets) SELECT * FROM x",
                "WITH x AS (DELETE FROM secrets WHERE id = 1 RETURNING *) SELECT * FROM x",
                "SELECT * FROM allowed_one a JOIN LATERAL (SELECT * FROM secrets) s ON true",
                "SELECT * FROM public.secrets", "SELECT * FROM allowed_one WHERE EXISTS (SELECT 1 FROM secrets WHERE v LIKE 't%')",
                "SELECT * FROM allowed_two", "SELECT 1 FROM allowed_one UNION SELECT id FROM secrets",
                "WITH secrets AS (SELECT * FROM secrets) SELECT * FROM secrets")) {
            JsonNode answer = call("advanced", "some", transaction(statement));
            assertThat(answer.at("/error/type").asText()).as(statement + " " + answer).isIn("permission_error", "query_error");
        }
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"transaction\"}")).contains("queries");
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"aggregate\",\"queries\":[{\"query\":\"SELECT 1\"}]}"))
                .contains("queries can't stand beside operation: aggregate");
        assertThat(failed("query_error", "advanced", "postgresql",
                "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"SELECT * FROM accounts WHERE id = ?\",\"params\":[1,2]}]}"))
                .contains("1 placeholders").contains("got 2 values");
        assertThat(failed("query_error", "advanced", "postgresql",
                "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"SELECT * FROM accounts WHERE id = ?\",\"params\":[[1]]}]}"))
                .contains("params");
        ArrayNode many = McpClient.JSON.createArrayNode();
        for (int i = 0; i < 51; i++) {
            many.addObject().put("query", "SELECT 1");
        }
        assertThat(failed("query_error", "advanced", "postgresql",
                ((ObjectNode) object("{\"operation\":\"transaction\"}").set("queries", many)).toString())).contains("50");
    }
}
