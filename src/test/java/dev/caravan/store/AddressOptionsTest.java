package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.embedded.WithServers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An address as people copy it has effect in PostgreSQL, and does not undo what the gateway needs. */
@WithServers(ServerKind.POSTGRESQL)
class AddressOptionsTest {

    @Test
    void optionsOfTheAddressComeBesideThoseOfTheGateway() throws SQLException {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String prefix = "caravan.databases.postgresql.";
        BareAddress address = BareAddress.jdbc("caravan.databases.shop.url", server.get(prefix + "url").replace("jdbc:postgresql://",
                "postgres://" + server.get(prefix + "username") + ":" + server.get(prefix + "password") + "@")
                + "?application_name=shop&options=-c%20geqo%3Doff%20-c%20statement_timeout%3D1&sslmode=prefer&client_encoding=utf8",
                "", "");
        HikariConfig config = Pools.config("address", address.username(), address.password(), 1, Duration.ofSeconds(30),
                new SimpleMeterRegistry());
        config.setJdbcUrl(address.url());
        Pools.postgresOptions(config, "-c statement_timeout=4000");
        try (HikariDataSource pool = Pools.open(config); Connection connection = pool.getConnection()) {
            assertThat(shown(connection, "geqo")).isEqualTo("off");
            assertThat(shown(connection, "application_name")).isEqualTo("shop");
            assertThat(shown(connection, "statement_timeout")).isEqualTo("4s");
        }
    }

    private static String shown(Connection connection, String setting) throws SQLException {
        try (ResultSet row = connection.createStatement().executeQuery("show " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
