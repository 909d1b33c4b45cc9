package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** While a caller waits for a database that is away, its pool tries to connect about twice a second, for as long as the caller waits. */
@Tag("full")
class PoolsTest {

    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void attemptsKeepTheirPauses() throws IOException {
        try (ServerSocket away = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread refusing = new Thread(() -> refuse(away));
            refusing.setDaemon(true);
            refusing.start();
            HikariConfig config = Pools.config("away", "caravan", "none", 2, Duration.ofSeconds(4), new SimpleMeterRegistry());
            config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + away.getLocalPort() + "/caravan?sslmode=disable");

            try (HikariDataSource pool = Pools.open(config)) {
                assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
            }
        }
        assertThat(attempts.get()).isBetween(2, 40);
    }

    private void refuse(ServerSocket away) {
        while (!away.isClosed()) {
            try (Socket attempt = away.accept()) {
                attempts.incrementAndGet();
            } catch (IOException e) {
                return; // the test has ended
            }
        }
    }
}
