package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** db_advanced with operation transaction, on the three SQL databases. */
class SqlTransactionTest extends DatabaseTest {

    @BeforeEach
    void accounts() {
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            run(database, "drop table if exists accounts", "drop table if exists secrets",
                    "create table accounts (id int primary key, balance decimal(12,2) not null check (balance >= 0), note varchar(100))",
                    "create table secrets (id int primary key, v varchar(100))", "insert into secrets values (1, 'tops3cret')");
            for (int i = 1; i <= 10; i++) {
                run(database, "insert into accounts (id, balance) values (" + i + ", 1000)");
            }
        }
        run("postgresql", "drop table if exists allowed_one cascade", "create table allowed_one (id int primary key)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void theDocumentsExample(String database) {
        JsonNode answer = done("advanced", database, """
                {"table":"orders","operation":"transaction","queries":[
                  {"query":"UPDATE accounts SET balance = balance - ? WHERE id = ?","params":[100,1]},
                  {"query":"UPDATE accounts SET balance = balance + ? WHERE id = ?","params":[100,2]},
                  {"query":"SELECT id, balance FROM accounts WHERE id IN (?, ?) ORDER BY id","params":[1,2]}]}""");
        assertThat(answer.at("/results/0").toString()).isEqualTo("{\"affected_rows\":1}");
        assertThat(answer.at("/results/2/count").intValue()).isEqualTo(2);
        assertThat(answer.at("/results/2/data/0/balance").doubleValue()).isEqualTo(900);
        assertThat(answer.at("/results/2/data/1/balance").doubleValue()).isEqualTo(1_100);

        JsonNode under = done("advanced", database, "{\"operation\":\"transaction\",\"params\":{\"queries\":[{\"query\":\"INSERT INTO accounts (id, balance, note) VALUES (?, ?, ?)\",\"params\":[11,5.5,\"北京 '; --\"]},"
                + "{\"query\":\"DELETE FROM accounts WHERE note = ?\",\"params\":[\"北京 '; --\"]}]}}");
        assertThat(under.get("results").toString()).isEqualTo("[{\"affected_rows\":1},{\"affected_rows\":1}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void ifTheLastFailsNoneIsDone(String database) {
        assertThat(failed("integrity_error", "advanced", database, transaction("UPDATE accounts SET balance = 5 WHERE id = 1", "INSERT INTO accounts (id, balance) VALUES (77, 1)",
                "UPDATE accounts SET balance = -1 WHERE id = 2"))).isNotBlank();
        assertThat(total(database)).isEqualTo(10_000);
        assertThat(done("query", database, "{\"table\":\"accounts\",\"filters\":{\"id\":77}}").get("count").intValue()).isZero();
    }

    @Test
    void aKilledConnectionInTheMiddleLeavesNothing() throws Exception {
        run("postgresql", "create or replace function slow_check() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$",
                "create trigger slow before insert on accounts for each row execute function slow_check()");
        ExecutorService caller = Executors.newSingleThreadExecutor();
        Future<JsonNode> call = caller.submit(() -> call("advanced", "postgresql", transaction("UPDATE accounts SET balance = 1 WHERE id = 1", "INSERT INTO accounts (id, balance) VALUES (78, 1)")));
        await().atMost(5, SECONDS).pollDelay(java.time.Duration.ofMillis(500)).until(() -> true);
        run("postgresql", "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caravan' and state = 'active'");
        JsonNode answer = call.get(10, SECONDS);
        caller.shutdown();
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("connection_error");
        assertThat(total("postgresql")).isEqualTo(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void theTotalNeverChangesUnderConcurrentTransfers(String database) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(32);
        AtomicInteger done = new AtomicInteger();
        List<Future<?>> running = new java.util.ArrayList<>();
        for (int caller = 0; caller < 32; caller++) {
            Random random = new Random(caller);
            running.add(callers.submit(() -> {
                McpClient own = new McpClient(port());
                for (int i = 0; i < 20; i++) {
                    int from = 1 + random.nextInt(10);
                    int to = 1 + random.nextInt(10);
                    int amount = random.nextInt(300);
                    JsonNode answer = own.call("db_advanced_" + database, object("""
                            {"operation":"transaction","queries":[{"query":"UPDATE accounts SET balance = balance - ? WHERE id = ?","params":[%d,%d]},
                            {"query":"UPDATE accounts SET balance = balance + ? WHERE id = ?","params":[%d,%d]}]}""".formatted(amount, from, amount, to))).result().get("structuredContent");
                    if (answer.get("success").booleanValue()) {
                        done.incrementAndGet();
                    } else {
                        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isIn("integrity_error", "timeout_error", "connection_error");
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(60, SECONDS);
        }
        callers.shutdown();
        assertThat(total(database)).isEqualTo(10_000);
        assertThat(done.get()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void whatIsNoDataStatementOrReachesFurtherIsRefused(String database) {
        for (String statement : List.of("DROP TABLE accounts", "TRUNCATE TABLE accounts", "CREATE TABLE x (a int)", "ALTER TABLE accounts ADD COLUMN x int", "GRANT ALL ON accounts TO PUBLIC",
                "SELECT 1; DELETE FROM accounts WHERE id = 1", "DELETE FROM accounts WHERE id = 1; SELECT 1", "COPY accounts TO PROGRAM 'true'", "DO $$ BEGIN DELETE FROM accounts; END $$",
                "SELECT pg_sleep(10)", "SELECT sleep(10)", "SELECT pg_read_file('/etc/passwd')", "SELECT load_file('/etc/passwd')", "SELECT * FROM accounts INTO OUTFILE '/tmp/x'", "SELECT * INTO copy FROM accounts",
                "SELECT * FROM pg_catalog.pg_shadow", "SELECT * FROM pg_shadow", "SELECT * FROM information_schema.tables", "SELECT * FROM mysql.user", "SELECT * FROM sqlite_master", "PRAGMA writable_schema = 1",
                "ATTACH DATABASE '/tmp/x' AS y", "SET statement_timeout = 0", "SHOW TABLES", "EXPLAIN SELECT 1", "CALL p()", "LOCK TABLE accounts", "BEGIN", "COMMIT", "ROLLBACK", "VACUUM",
                "DELETE FROM accounts", "UPDATE accounts SET balance = 0", "SELECT * FROM accounts AS secrets, (SELECT * FROM secrets) z", "SELECT * FROM dblink('x', 'y')",
                "SELECT query_to_xml('select 1', true, true, '')", "SELECT set_config('role', 'postgres', false)", "SELECT lo_import('/etc/passwd')", "MERGE INTO accounts USING secrets ON (1=1) WHEN MATCHED THEN DELETE",
                "SELECT", "", "not sql", "SELECT * FROM nosuch", "SELECT * FROM accounts WHERE id = ?", "REPLACE INTO accounts (id, balance) VALUES (1, 1)x", "HANDLER accounts OPEN")) {
            JsonNode answer = call("advanced", database, transaction("UPDATE accounts SET balance = 1 WHERE id = 3", statement));
            assertThat(answer.get("success").booleanValue()).as(statement + " " + answer).isFalse();
            assertThat(answer.toString()).as(statement).doesNotContain("tops3cret").doesNotContain("The tool failed").doesNotContain("root:");
        }
        assertThat(total(database)).isEqualTo(10_000);
    }

    @Test
    void onlyAllowedTablesWhereverTheyStand() {
        done("advanced", "some", transaction("SELECT * FROM allowed_one", "SELECT * FROM public.allowed_one AS a"));
        for (String statement : List.of("SELECT * FROM secrets", "SELECT * FROM allowed_one, secrets", "SELECT (SELECT v FROM secrets LIMIT 1) AS x FROM allowed_one", "TABLE secrets",
                "INSERT INTO allowed_one (id) SELECT id FROM secrets", "DELETE FROM allowed_one USING secrets WHERE allowed_one.id = secrets.id", "UPDATE allowed_one SET id = (SELECT id FROM secrets) WHERE id = 1",
                "WITH x AS (SELECT * FROM secrets) SELECT * FROM x", "WITH x AS (DELETE FROM secrets WHERE id = 1 RETURNING *) SELECT * FROM x", "SELECT * FROM allowed_one a JOIN LATERAL (SELECT * FROM secrets) s ON true",
                "SELECT * FROM public.secrets", "SELECT * FROM allowed_one WHERE EXISTS (SELECT 1 FROM secrets WHERE v LIKE 't%')", "SELECT * FROM allowed_two", "SELECT 1 FROM allowed_one UNION SELECT id FROM secrets",
                "WITH secrets AS (SELECT * FROM secrets) SELECT * FROM secrets")) {
            JsonNode answer = call("advanced", "some", transaction(statement));
            assertThat(answer.at("/error/type").asText()).as(statement + " " + answer).isIn("permission_error", "query_error");
        }
    }

    @Test
    void argumentsThatAreWrong() {
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"transaction\"}")).contains("queries");
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"aggregate\",\"queries\":[{\"query\":\"SELECT 1\"}]}")).contains("transaction");
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"SELECT * FROM accounts WHERE id = ?\",\"params\":[1,2]}]}")).contains("1 places").contains("2 were given");
        assertThat(failed("query_error", "advanced", "postgresql", "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"SELECT * FROM accounts WHERE id = ?\",\"params\":[[1]]}]}")).contains("params");
        ArrayNode many = McpClient.JSON.createArrayNode();
        for (int i = 0; i < 51; i++) {
            many.addObject().put("query", "SELECT 1");
        }
        assertThat(failed("query_error", "advanced", "postgresql", ((ObjectNode) object("{\"operation\":\"transaction\"}").set("queries", many)).toString())).contains("50");
    }

    private static String transaction(String... statements) {
        ObjectNode arguments = object("{\"operation\":\"transaction\"}");
        for (String statement : statements) {
            arguments.withArray("/queries").addObject().put("query", statement);
        }
        return arguments.toString();
    }

    private double total(String database) {
        return done("advanced", database, transaction("SELECT SUM(balance) AS total FROM accounts WHERE id <= 10")).at("/results/0/data/0/total").asDouble();
    }
}
