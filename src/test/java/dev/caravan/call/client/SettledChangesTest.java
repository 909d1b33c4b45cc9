package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.store.Notifications;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What ends a session waits until every gateway has heard of it, but not for one that says nothing. */
@Tag("full")
class SettledChangesTest extends SharedStoreTest {

    private static final long LATE_MS = 700;

    @Test
    void eventWaitsForTheSlowestGateway() throws Exception {
        try (Connection slow = listener(); Statement statement = slow.createStatement()) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
                try {
                    PGNotification asked = slow.unwrap(PGConnection.class).getNotifications(20_000)[0];
                    Thread.sleep(LATE_MS);
                    String[] parts = asked.getParameter().split(" ");
                    statement.execute("select pg_notify('" + parts[0] + "', '" + parts[1] + "')");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            long began = System.nanoTime();

            one.bean(Notifications.class).settle();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(LATE_MS));
            answered.join();
        }
    }

    @Test
    void silentGatewayIsSkipped() throws Exception {
        try (Connection silent = listener(); GatewayLog log = GatewayLog.record()) {
            one.bean(Notifications.class).settle();

            await().untilAsserted(() -> assertThat(log.text()).as("other gateways of the store may be late too")
                    .containsPattern("Some gateways receive changes late: late=[1-9]"));
            assertThat(silent.isValid(1)).isTrue();
        }
    }

    private static Connection listener() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("user", STORE.get("caravan.store.username"));
        properties.setProperty("password", STORE.get("caravan.store.password"));
        properties.setProperty("ApplicationName", "caravan-listener");
        Connection listener = DriverManager.getConnection(STORE.get("caravan.store.url"), properties);
        try (Statement statement = listener.createStatement()) {
            statement.execute("listen caravan_settle");
        }
        return listener;
    }
}
