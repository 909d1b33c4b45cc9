package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class StoreMigrationTest {

    @Test
    void concurrentGatewaysMigrateBesideOtherTables() throws Exception {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String user = server.get("caravan.store.username");
        String url = server.get("caravan.store.url").replaceFirst("/\\w+$", "/shared_with_others");
        execute(server.get("caravan.store.url"), user, "drop database if exists shared_with_others with (force)");
        execute(server.get("caravan.store.url"), user, "create database shared_with_others");
        execute(url, user, "create table invoices (id int); insert into invoices values (1)");
        Store store = new Store(new StoreProperties(url, user, user, 8, Duration.ofSeconds(5), Duration.ofSeconds(12), ""),
                new SimpleMeterRegistry(), SqlSpans.none());
        ExecutorService gateways = Executors.newFixedThreadPool(4);
        List<Future<?>> starting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starting.add(gateways.submit(() -> new StoreMigration(store).prepare()));
        }
        for (Future<?> one : starting) {
            one.get();
        }
        gateways.shutdown();
        new StoreMigration(store).prepare();
        assertThat(store.<List<String>>run(jdbc -> jdbc
                .sql("select table_name from information_schema.tables where table_schema = 'public'").query(String.class).list()))
                .contains("invoices", "context_table", "tool", "mcp_v2", "mcp_binding", "caravan_schema_history");
        assertThat(store.<Integer>run(jdbc -> jdbc.sql("select count(*) from invoices").query(Integer.class).single())).isEqualTo(1);
        store.destroy();
    }

    private static void execute(String url, String user, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
