package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The roles that {@code docker/postgres/roles.sql} makes, in a real PostgreSQL: the gateway has what it needs with them, and nothing more.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresRolesTest {

    private final EmbeddedServers servers = SharedServers.apart("postgres-roles");
    private final JsonNode services = Manifests.read(Path.of("docker/compose.yaml")).get(0).get("services");
    private final JsonNode settings = services.at("/gateway/environment");

    private String postgres;
    private OwnGateway gateway;

    PostgresRolesTest() throws IOException {
    }

    @BeforeAll
    void make() throws Exception {
        servers.start(List.of(ServerKind.POSTGRESQL));
        postgres = servers.properties().get("caravan.databases.postgresql.url").replaceFirst("/[^/]*$", "/");
        asPostgres();
        gateway = OwnGateway.withAllRoutes()
                .set("store.url", postgres + "caravan").set("store.username", setting("STORE_USERNAME")).set("store.password", "caravan's")
                .set("databases.postgresql.url", postgres + "shop")
                .set("databases.postgresql.username", setting("DATABASES_POSTGRESQL_USERNAME"))
                .set("databases.postgresql.password", "tools'").start();
    }

    @AfterAll
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
        servers.close();
    }

    private String setting(String name) {
        return settings.get("CARAVAN_" + name).asText();
    }

    /** As psql reads the file: {@code \getenv}, {@code \connect}, and {@code :'variable'}. */
    private void asPostgres() throws IOException, SQLException {
        execute("postgres", "DROP DATABASE caravan", "CREATE DATABASE shop");
        Map<String, String> environment = Map.of("STORE_PASSWORD", "caravan's", "TOOLS_PASSWORD", "tools'");
        String script = Files.readString(Path.of("docker/postgres/roles.sql")).replaceAll("(?m)^--.*\n", "");
        Matcher variable = Pattern.compile("(?m)^\\\\getenv (\\w+) (\\w+)\n").matcher(script);
        String statements = variable.replaceAll("");
        variable.reset();
        while (variable.find()) {
            assertThat(services.at("/postgres/environment").has(variable.group(2))).as(variable.group(2)).isTrue();
            statements = statements.replace(":'" + variable.group(1) + "'",
                    "'" + environment.get(variable.group(2)).replace("'", "''") + "'");
        }
        String database = "shop";
        for (String part : statements.split("(?m)^\\\\connect ")) {
            if (!statements.startsWith(part)) {
                database = part.substring(0, part.indexOf('\n'));
                part = part.substring(part.indexOf('\n'));
            }
            execute(database, part.split(";\\s*"));
        }
        execute("shop", "CREATE TABLE orders (id serial PRIMARY KEY, item text)", "INSERT INTO orders (item) VALUES ('lamp')");
    }

    private void execute(String database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres + database, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void gatewayOwnsItsStore() {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(() -> assertThat(rows("caravan", "caravan",
                "SELECT tableowner FROM pg_tables WHERE tablename = 'mcp_task'")).containsExactly("caravan"));
    }

    @Test
    void toolsReadAndWriteRows() {
        assertThat(structured("db_insert_postgresql", "{\"table\":\"orders\",\"data\":[{\"item\":\"chair\"},{\"item\":\"desk\"}]}")
                .get("inserted_ids")).hasSize(2);
        assertThat(structured("db_update_postgresql", "{\"table\":\"orders\",\"data\":{\"item\":\"sofa\"},\"filters\":{\"item\":\"desk\"}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(structured("db_delete_postgresql", "{\"table\":\"orders\",\"filters\":{\"item\":\"sofa\"}}").get("deleted_count")
                .intValue()).isEqualTo(1);
        assertThat(structured("db_query_postgresql", "{\"table\":\"orders\",\"filters\":{\"item\":\"chair\"}}").get("count").intValue())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE TABLE more (id int)", "CREATE TEMPORARY TABLE more (id int)", "DROP TABLE orders", "TRUNCATE orders",
        "ALTER TABLE orders ADD more int",
        "CREATE SCHEMA more", "CREATE ROLE more", "SET ROLE caravan", "SELECT * FROM pg_authid", "SELECT pg_read_file('postgresql.conf')",
            "COPY orders TO PROGRAM 'cat'", "ALTER SYSTEM SET work_mem = '1MB'"})
    void toolsHaveNoOtherRights(String sql) {
        assertThatThrownBy(() -> rows("shop", "tools", sql)).isInstanceOf(SQLException.class)
                .hasMessageMatching("(?s).*(permission denied|must be owner).*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"caravan", "postgres", "template1"})
    void toolsReachNoOtherDatabase(String database) {
        assertThatThrownBy(() -> rows(database, "tools", "SELECT 1")).hasMessageContaining("permission denied for database");
    }

    @Test
    void ownerOfTheStoreReachesNoOtherDatabase() {
        assertThatThrownBy(() -> rows("shop", "caravan", "SELECT 1")).hasMessageContaining("permission denied for database");
    }

    private List<String> rows(String database, String user, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres + database, user, "x");
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.execute(sql) ? statement.getResultSet() : null;
            return rows != null && rows.next() ? List.of(rows.getString(1)) : List.of();
        }
    }

    private JsonNode structured(String tool, String arguments) {
        return gateway.client().call(tool, McpClient.object(arguments)).result().get("structuredContent");
    }
}
