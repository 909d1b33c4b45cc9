package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A transaction writes nothing if its call was answered as late, although no statement took too long. */
@Tag("nightly")
class LateTransactionTest {

    private static final String UPDATE = "{\"query\":\"UPDATE late_rows SET n = 1 WHERE id = %d\"}";

    /**
     * Another connection holds the row 2 until the call is answered. Then the statement ends well that waits for it: the last one, or one
     * before.
     */
    @ParameterizedTest
    @CsvSource({"postgresql,2", "postgresql,3", "mysql,2", "mysql,3"})
    void lateTransactionIsRolledBack(String database, int statements) throws Exception {
        SqlTestStore store = (SqlTestStore) DatabaseTest.STORES.get(database);
        store.run("drop table if exists late_rows", "create table late_rows (id int primary key, n int)",
                "insert into late_rows values (1, 0), (2, 0), (3, 0)");
        try (OwnGateway gateway = started();
                Connection other = store.connection(); Statement statement = other.createStatement()) {
            await().atMost(60, SECONDS)
                    .until(() -> call(gateway, "db_query_" + database, "{\"table\":\"late_rows\"}").get("success").booleanValue());
            other.setAutoCommit(false);
            assertThat(rows(statement, "select id from late_rows where id = 2 for update")).isEqualTo(1);

            CompletableFuture<JsonNode> called = CompletableFuture.supplyAsync(() -> call(gateway, "db_advanced_" + database,
                    "{\"operation\":\"transaction\",\"queries\":[" + updates(statements) + "]}"));
            try (Connection third = store.connection(); Statement look = third.createStatement()) {
                await().alias("the first statement is done, the second one waits")
                        .until(() -> rows(look, "select id from late_rows where id = 1 for update skip locked") == 0);
            }
            JsonNode answer = called.get(60, SECONDS);
            assertThat(answer.at("/error/message").asText()).as(answer.toString()).contains("took longer than its limit of 3000 ms");
            other.rollback();

            assertThat(rows(statement, "select id from late_rows where id = 1 for update")).as("waits for the end of the transaction")
                    .isEqualTo(1);
            other.rollback();
            assertThat(store.count("late_rows where n = 1")).isZero();
        }
    }

    private static OwnGateway started() {
        return OwnGateway.withAllRoutes().servers(ServerKind.NEO4J, ServerKind.POSTGRESQL, ServerKind.MARIADB).set("tools.timeout", "3s")
                .shared().start();
    }

    private static String updates(int number) {
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= number; i++) {
            all.append(i == 1 ? "" : ",").append(UPDATE.formatted(i));
        }
        return all.toString();
    }

    private static int rows(Statement statement, String query) throws SQLException {
        try (ResultSet found = statement.executeQuery(query)) {
            int rows = 0;
            while (found.next()) {
                rows++;
            }
            return rows;
        }
    }

    private static JsonNode call(OwnGateway gateway, String tool, String arguments) {
        return gateway.client().call(tool, object(arguments)).result().get("structuredContent");
    }
}
