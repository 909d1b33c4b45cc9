package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change that waits for a lock in MySQL is given up when its caller is told so, and not made later. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlLockWaitTest {

    private OwnGateway gateway;

    @BeforeAll
    void start() {
        SqlTestStore.MYSQL.run("drop table if exists lock_waits", "create table lock_waits (id int primary key, n int)",
                "insert into lock_waits values (1, 0)");
        gateway = OwnGateway.withAllRoutes().servers(ServerKind.MARIADB)
                .settings("databases.mysql.statement-timeout=2s", "databases.mysql.connect-timeout=20s", "databases.mysql.pool-size=1")
                .start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select n from lock_waits where id = 1 for update", "lock tables lock_waits write"})
    void changeThatWaitsForALockIsNotMadeLater(String lock) throws SQLException {
        limitNoStatements();
        assertThat(call("query", "").at("/data/0/n").intValue()).isZero();
        try (Connection other = SqlTestStore.MYSQL.connection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(lock);

            JsonNode answer = call("update", ",\"filters\":{\"id\":1},\"data\":{\"n\":1}");
            assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("timeout_error");

            other.rollback();
            statement.execute("unlock tables");
            statement.execute("select n from lock_waits where id = 1 for update"); // after whoever waits still
            other.rollback();
        }
        assertThat(SqlTestStore.MYSQL.count("lock_waits where n = 1")).isZero();
    }

    /** As in MySQL. MariaDB, which stands in for it, limits the time of every statement. */
    private void limitNoStatements() throws SQLException {
        DataSource pool = gateway.camel().getRegistry().lookupByNameAndType("database-mysql", DataSource.class);
        try (Connection only = pool.getConnection(); Statement statement = only.createStatement()) {
            statement.execute("set session max_statement_time = 0");
        }
    }

    private JsonNode call(String verb, String more) {
        return gateway.client().call("db_" + verb + "_mysql", object("{\"table\":\"lock_waits\"" + more + "}")).result()
                .get("structuredContent");
    }
}
