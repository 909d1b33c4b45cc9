package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Cancellations of requests that nobody knows cost the other gateways little, and keep no real one from them. */
@Tag("full")
class UnknownCancellationsTest extends SharedStoreTest {

    private static final int FLOOD = 2_000;
    /** One alone is slow, and ten messages a second are allowed. */
    private static final int FLOODERS = 8;
    private static final String CHANNEL = "caravan_gateway_all";
    private static final String MARK = "mark of this test";

    @Test
    void manyUnknownCancellationsCauseFewMessagesAndRealOnesArrive() throws Exception {
        LegacyClient flooding = LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL);
        LegacyClient real = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        ExecutorService threads = Executors.newFixedThreadPool(FLOODERS);
        try (Connection connection = DriverManager.getConnection(STORE.get("caravan.store.url"), STORE.get("caravan.store.username"),
                STORE.get("caravan.store.password"));
                Statement statement = connection.createStatement()) {
            statement.execute("listen " + CHANNEL);
            long begin = System.nanoTime();
            CompletableFuture<Void> flood = CompletableFuture.allOf(
                    IntStream.range(0, FLOODERS).mapToObj(part -> CompletableFuture.runAsync(() -> {
                for (int i = part; i < FLOOD; i += FLOODERS) {
                    flooding.notify("notifications/cancelled", McpClient.object("{\"requestId\":\"unknown-" + i + "\"}"));
                }
            }, threads)).toArray(CompletableFuture[]::new));

            cancelElsewhere(real);
            boolean during = !flood.isDone();
            flood.join();
            cancelElsewhere(real);

            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            List<String> sent = sent(connection, statement);
            assertThat(during).as("the first was cancelled while others were unknown").isTrue();
            assertThat(sent).hasSizeBetween(2, (int) (took.toMillis() / 100) + 2);
            assertThat(sent.size()).as("messages for %s cancellations", FLOOD).isLessThan(FLOOD / 4);
        } finally {
            threads.shutdown();
        }
    }

    private static void cancelElsewhere(LegacyClient client) {
        StreamClient stream = client.call("asking");
        question(stream);
        client.at(OTHER).notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
        assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
    }

    /** Cancellations that gateways were told of since the connection listens. */
    private static List<String> sent(Connection connection, Statement statement) throws SQLException {
        statement.execute("select pg_notify('" + CHANNEL + "', '" + MARK + "')");
        List<String> sent = new ArrayList<>();
        for (boolean more = true; more; ) {
            for (PGNotification notification : connection.unwrap(PGConnection.class).getNotifications(20_000)) {
                more &= !notification.getParameter().equals(MARK);
                if (notification.getParameter().startsWith("cancel ")) {
                    sent.add(notification.getParameter());
                }
            }
        }
        return sent;
    }
}
