package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.embedded.WithServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway with the three SQL databases, and PostgreSQL twice more: read-only, and with only some tables allowed. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseTest {

    private static final int PORT = GatewayTest.freePort();
    private static final Map<String, ServerKind> SERVERS = Map.of("postgresql", ServerKind.POSTGRESQL, "mysql", ServerKind.MARIADB, "sqlite", ServerKind.SQLITE);

    final McpClient client = new McpClient(PORT);

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        for (String name : new String[] {"reports", "some"}) {
            registry.add("caravan.databases." + name + ".type", () -> "postgresql");
            for (String property : new String[] {"url", "username", "password"}) {
                registry.add("caravan.databases." + name + "." + property, () -> server("postgresql").properties().get("caravan.databases.postgresql." + property));
            }
        }
        registry.add("caravan.databases.reports.read-only", () -> "true");
        registry.add("caravan.databases.some.tables", () -> "allowed_one,allowed_two");
        registry.add("caravan.databases.some.denied-tables", () -> "allowed_two");
        registry.add("caravan.databases.some.statement-timeout", () -> "1s");
    }

    static int port() {
        return PORT;
    }

    static ServerHandle server(String database) {
        return SharedServers.get(SERVERS.get(database));
    }

    /** Statements as an administrator runs them. */
    static void run(String database, String... statements) {
        Map<String, String> properties = server(database).properties();
        String prefix = "caravan.databases." + database + ".";
        try (Connection connection = DriverManager.getConnection(properties.get(prefix + "url"), properties.get(prefix + "username"), properties.get(prefix + "password"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The result of {@code db_VERB_DATABASE}. */
    JsonNode call(String verb, String database, String arguments) {
        return call(verb, database, object(arguments));
    }

    JsonNode call(String verb, String database, ObjectNode arguments) {
        JsonNode result = client.call("db_" + verb + "_" + database, arguments).result();
        JsonNode answer = result.get("structuredContent");
        assertThat(result.get("isError").booleanValue()).as(answer.toString()).isEqualTo(!answer.get("success").booleanValue());
        return answer;
    }

    /** The result of a call that must succeed. */
    JsonNode done(String verb, String database, String arguments) {
        JsonNode answer = call(verb, database, arguments);
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }

    /** The error of a call that must fail, which has that type. */
    String failed(String type, String verb, String database, String arguments) {
        JsonNode answer = call(verb, database, arguments);
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo(type);
        return answer.at("/error/message").asText();
    }
}
