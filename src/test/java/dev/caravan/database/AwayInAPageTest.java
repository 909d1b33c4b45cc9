package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that is away for two seconds in the middle of a page or of a write is told in time, and nothing is half written. */
@Tag("nightly")
class AwayInAPageTest extends DatabaseTest {

    private static final int ROWS = 300;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void aPageThatBreaksOffIsAnErrorAndTheNextOneGoesOn(String database) throws Exception {
        boolean postgresql = database.equals("postgresql");
        run(database, "drop view if exists away_slowly", "drop table if exists away_rows", "create table away_rows (id int primary key)",
                postgresql ? "insert into away_rows select generate_series(1, " + ROWS + ")"
                        : "insert into away_rows select seq from seq_1_to_" + ROWS,
                "create view away_slowly as select id, " + (postgresql ? "pg_sleep(0.01)::text" : "sleep(0.01)") + " as s from away_rows");
        JsonNode first = done("query", database, "{\"table\":\"away_rows\",\"order_by\":[\"id\"],\"limit\":100,\"after\":\"\"}");

        JsonNode broken = whileAway(database, "query", "away_slowly", "{\"table\":\"away_slowly\",\"limit\":" + ROWS + ",\"count\":false}");

        assertThat(broken.at("/error/type").asText()).as(broken.toString()).isEqualTo("connection_error");
        assertThat(broken.at("/error/message").asText()).contains(database);
        List<Integer> ids = new ArrayList<>();
        JsonNode page = first;
        while (true) {
            page.get("data").forEach(row -> ids.add(row.get("id").intValue()));
            if (!page.has("next")) {
                break;
            }
            page = done("query", database, "{\"table\":\"away_rows\",\"order_by\":[\"id\"],\"limit\":100,\"after\":\""
                    + page.get("next").asText() + "\"}");
        }
        assertThat(ids).hasSize(ROWS).isSorted().doesNotHaveDuplicates();
        run(database, "drop view away_slowly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void aWriteThatBreaksOffWritesNothing(String database) throws Exception {
        boolean postgresql = database.equals("postgresql");
        run(database, "drop table if exists away_writes", "create table away_writes (id int primary key, v int)");
        run(database, postgresql ? "create or replace function away_wait() returns trigger language plpgsql as $$ begin perform "
                + "pg_sleep(0.01); return new; end $$" : "create trigger away_wait before insert on away_writes for each row set new.v = "
                + "sleep(0.01)");
        if (postgresql) {
            run(database, "create trigger away_wait before insert on away_writes for each row execute function away_wait()");
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            rows.append(i == 1 ? "" : ",").append("{\"id\":").append(i).append(i % 2 == 0 ? ",\"v\":1}" : "}"); // a statement each
        }
        JsonNode broken = whileAway(database, "insert", "away_writes", "{\"table\":\"away_writes\",\"data\":[" + rows + "]}");
        assertThat(broken.at("/error/type").asText()).as(broken.toString()).isEqualTo("connection_error");
        assertThat(((SqlTestStore) STORES.get(database)).count("away_writes")).as("nothing half written").isZero();
        run(database, "drop trigger away_wait" + (postgresql ? " on away_writes" : ""));
        assertThat(done("insert", database, "{\"table\":\"away_writes\",\"data\":[" + rows + "]}").get("inserted_count").intValue())
                .isEqualTo(ROWS);
    }

    /**
     * Returns the answer of a call in the middle of which the server goes away. It comes back when another call was told so. Then the
     * database answers again.
     */
    private JsonNode whileAway(String database, String verb, String table, String arguments) throws Exception {
        ServerHandle server = server(database);
        CompletableFuture<JsonNode> answer = CompletableFuture.supplyAsync(() -> new McpClient(port())
                .call("db_" + verb + "_" + database, McpClient.object(arguments)).result().get("structuredContent"));
        String running = database.equals("postgresql") ? "pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query"
                : "information_schema.processlist where id <> connection_id() and info";
        await("in the middle").atMost(20, TimeUnit.SECONDS).pollInterval(50, TimeUnit.MILLISECONDS)
                .until(() -> ((SqlTestStore) STORES.get(database)).count(running + " like '%" + table + "%'") > 0);
        assertThat(answer).as("in the middle").isNotDone();
        server.stop();
        try {
            JsonNode broken = answer.get(20, TimeUnit.SECONDS);
            failed("connection_error", "query", database, "{\"table\":\"" + table + "\"}"); // waits two seconds for a connection
            return broken;
        } finally {
            server.start();
            await().atMost(20, TimeUnit.SECONDS).until(() -> call("advanced", database,
                    "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"select 1\"}]}").get("success").booleanValue());
        }
    }
}
