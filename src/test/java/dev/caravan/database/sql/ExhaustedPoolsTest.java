package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.ServerKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that find no free connection are told so in time, calls of other databases don't notice, and those that have one end as ever. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExhaustedPoolsTest {

    private static final int POOL = 2;

    private OwnGateway gateway;

    @BeforeAll
    void start() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().servers(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE)
                .set("tools.timeout", "30s");
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            builder.settings("databases." + database + ".pool-size=" + POOL, "databases." + database + ".connect-timeout=1s",
                    "databases." + database + ".statement-timeout=12s");
        }
        gateway = builder.start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void aCallWithoutAConnectionIsToldSo(String database) throws Exception {
        SqlTestStore store = switch (database) {
            case "postgresql" -> SqlTestStore.POSTGRESQL;
            case "mysql" -> SqlTestStore.MYSQL;
            default -> SqlTestStore.SQLITE;
        };
        store.run("drop table if exists drained", "create table drained (id int primary key, v int)",
                "insert into drained values (1, 0), (2, 0)");
        call("query", database, "{\"table\":\"drained\"}");
        String other = database.equals("mysql") ? "postgresql" : "mysql";
        ExecutorService callers = Executors.newFixedThreadPool(POOL);
        try (Connection holder = store.connection(); Statement statement = holder.createStatement()) {
            statement.execute(database.equals("sqlite") ? "begin immediate" : "begin");
            statement.execute("update drained set v = v + 1 where id = 1");
            List<Future<JsonNode>> waiting = List.of(callers.submit(() -> call("update", database,
                    "{\"table\":\"drained\",\"filters\":{\"id\":1},\"data\":{\"v\":10}}")), callers.submit(() -> call("insert", database,
                    "{\"table\":\"drained\",\"data\":[{\"id\":3,\"v\":3},{\"id\":1,\"v\":3}]}")));
            Gauge active = gateway.bean(MeterRegistry.class).get("hikaricp.connections.active").tag("pool", "database-" + database).gauge();
            await("both wait for the row, with all connections").until(() -> active.value() == POOL);
            long begin = System.nanoTime();
            for (String verb : List.of("query", "insert")) {
                JsonNode refused = call(verb, database, verb.equals("query") ? "{\"table\":\"drained\",\"filters\":{\"id\":2}}"
                        : "{\"table\":\"drained\",\"data\":{\"id\":9,\"v\":9}}");
                assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("connection_error");
                assertThat(refused.at("/error/message").asText()).contains(database);
            }
            assertThat((System.nanoTime() - begin) / 1_000_000).as("ms of two calls").isBetween(900L, 6_000L);
            assertThat(call("describe", other, "{\"limit\":1}").get("success").booleanValue()).as("another database").isTrue();
            statement.execute("commit");
            assertThat(waiting.get(0).get().get("updated_count").intValue()).isEqualTo(1);
            assertThat(waiting.get(1).get().at("/error/type").asText()).as("a duplicate").isEqualTo("integrity_error");
        } finally {
            callers.shutdownNow();
        }
        assertThat(call("query", database, "{\"table\":\"drained\",\"order_by\":[\"id\"]}").get("data").toString())
                .isEqualTo("[{\"id\":1,\"v\":10},{\"id\":2,\"v\":0}]");
        assertThat(call("insert", database, "{\"table\":\"drained\",\"data\":{\"id\":9,\"v\":9}}").get("success").booleanValue()).isTrue();
    }

    private JsonNode call(String verb, String database, String arguments) {
        return gateway.client().call("db_" + verb + "_" + database, object(arguments)).result().get("structuredContent");
    }
}
