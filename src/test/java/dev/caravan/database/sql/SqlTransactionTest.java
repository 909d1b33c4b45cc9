package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.SqlTestStore;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** db_advanced runs statements on a SQL database as one transaction; if one fails, none is done. */
@Tag("full")
class SqlTransactionTest extends SqlAccountsTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void exampleOfTheDocumentWorks(String database) {
        JsonNode answer = done("advanced", database, """
                {"table":"orders","operation":"transaction","queries":[
                  {"query":"UPDATE accounts SET balance = balance - ? WHERE id = ?","params":[100,1]},
                  {"query":"UPDATE accounts SET balance = balance + ? WHERE id = ?","params":[100,2]},
                  {"query":"SELECT id, balance FROM accounts WHERE id IN (?, ?) ORDER BY id","params":[1,2]}]}""");
        assertThat(answer.at("/results/0").toString()).isEqualTo("{\"affected_rows\":1}");
        assertThat(answer.at("/results/2/count").intValue()).isEqualTo(2);
        assertThat(answer.at("/results/2/data/0/balance").doubleValue()).isEqualTo(900);
        assertThat(answer.at("/results/2/data/1/balance").doubleValue()).isEqualTo(1_100);

        JsonNode under = done("advanced", database,
                "{\"operation\":\"transaction\",\"params\":{\"queries\":[{\"query\":\"INSERT INTO accounts (id, balance, note) VALUES (?, "
                        + "?, ?)\",\"params\":[11,5.5,\"北京 '; --\"]},"
                + "{\"query\":\"DELETE FROM accounts WHERE note = ?\",\"params\":[\"北京 '; --\"]}]}}");
        assertThat(under.get("results").toString()).isEqualTo("[{\"affected_rows\":1},{\"affected_rows\":1}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void failureOfTheLastStatementRollsBackAll(String database) {
        assertThat(failed("integrity_error", "advanced", database,
                transaction("UPDATE accounts SET balance = 5 WHERE id = 1", "INSERT INTO accounts (id, balance) VALUES (77, 1)",
                "UPDATE accounts SET balance = -1 WHERE id = 2"))).isNotBlank();
        assertThat(total(database)).isEqualTo(10_000);
        assertThat(done("query", database, "{\"table\":\"accounts\",\"filters\":{\"id\":77}}").get("count").intValue()).isZero();
    }

    @Tag("nightly")
    @Test
    void killedConnectionRollsBackAll() throws Exception {
        run("postgresql",
                "create or replace function slow_check() returns trigger language plpgsql as $$ begin perform pg_sleep(10); return new; "
                        + "end $$",
                "create trigger slow before insert on accounts for each row execute function slow_check()");
        ExecutorService caller = Executors.newSingleThreadExecutor();
        Future<JsonNode> call = caller.submit(() -> call("advanced", "postgresql",
                transaction("UPDATE accounts SET balance = 1 WHERE id = 1", "INSERT INTO accounts (id, balance) VALUES (78, 1)")));
        await("the insert waits in its trigger")
                .until(() -> SqlTestStore.POSTGRESQL.count("pg_stat_activity where application_name = 'caravan' and wait_event = 'PgSleep'")
                        > 0);
        run("postgresql", "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caravan' and state = 'active'");
        JsonNode answer = call.get(30, SECONDS);
        caller.shutdown();
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("connection_error");
        assertThat(total("postgresql")).isEqualTo(10_000);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void concurrentTransfersKeepTheTotal(String database) throws Exception {
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
                            {"operation":"transaction","queries":[{"query":"UPDATE accounts SET balance = balance - ? WHERE id = ?",\
                            "params":[%d,%d]},
                            {"query":"UPDATE accounts SET balance = balance + ? WHERE id = ?","params":[%d,\
                            %d]}]}""".formatted(amount, from, amount, to))).result().get("structuredContent");
                    if (answer.get("success").booleanValue()) {
                        done.incrementAndGet();
                    } else {
                        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isIn("integrity_error", "timeout_error",
                                "connection_error");
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(5, MINUTES);
        }
        callers.shutdown();
        assertThat(total(database)).isEqualTo(10_000);
        assertThat(done.get()).isPositive();
    }
}
