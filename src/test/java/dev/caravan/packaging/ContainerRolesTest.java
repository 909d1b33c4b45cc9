package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The users that {@code docker/compose.yaml} makes in its servers, made by the very same files in real PostgreSQL and Redis: the gateway has
 * what it needs with them, and nothing more.
 */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainerRolesTest {

    private final EmbeddedServers servers = SharedServers.apart("roles");
    private final JsonNode services = Manifests.read(Path.of("docker/compose.yaml")).get(0).get("services");
    private final JsonNode settings = services.at("/gateway/environment");

    private String postgres;
    private String redis;
    private OwnGateway gateway;

    ContainerRolesTest() throws IOException {
    }

    @BeforeAll
    void make() throws Exception {
        servers.start(List.of(ServerKind.POSTGRESQL, ServerKind.REDIS));
        Map<String, String> found = servers.properties();
        postgres = found.get("caravan.databases.postgresql.url").replaceFirst("/[^/]*$", "/");
        redis = found.get("caravan.databases.redis.url");
        asPostgres();
        asRedis();
        gateway = OwnGateway.withAllRoutes()
                .set("store.url", postgres + "caravan").set("store.username", setting("STORE_USERNAME")).set("store.password", "caravan's")
                .set("databases.postgresql.url", postgres + "shop").set("databases.postgresql.username", setting("DATABASES_POSTGRESQL_USERNAME"))
                .set("databases.postgresql.password", "tools'")
                .set("databases.redis.url", redis).set("databases.redis.username", setting("DATABASES_REDIS_USERNAME")).set("databases.redis.password", "tools'")
                .start();
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
            statements = statements.replace(":'" + variable.group(1) + "'", "'" + environment.get(variable.group(2)).replace("'", "''") + "'");
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
        try (Connection connection = DriverManager.getConnection(postgres + database, "postgres", "postgres"); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The words after {@code --user} on the server's own command line; the default user stays, to be asked what the other may. */
    private void asRedis() {
        Matcher user = Pattern.compile("--user tools (.*?)$").matcher(services.at("/redis/command/2").asText());
        assertThat(user.find()).isTrue();
        assertThat(services.at("/redis/command/2").asText()).contains("--user default off");
        String[] words = user.group(1).replace("\">$$REDISCLI_AUTH\"", ">tools'").replaceAll("'([~&]\\*)'", "$1").split(" ");
        try (Jedis owner = new Jedis(redis)) {
            owner.aclSetUser("tools", words);
        }
    }

    @Test
    void theGatewayHasItsStore() {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(() -> assertThat(rows("caravan", "caravan",
                "SELECT tableowner FROM pg_tables WHERE tablename = 'mcp_task'")).containsExactly("caravan"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "redis"})
    void toolsReadAndWriteRows(String database) {
        assertThat(structured("db_insert_" + database, "{\"table\":\"orders\",\"data\":[{\"item\":\"chair\"},{\"item\":\"desk\"}]}").get("inserted_ids")).hasSize(2);
        assertThat(structured("db_update_" + database, "{\"table\":\"orders\",\"data\":{\"item\":\"sofa\"},\"filters\":{\"item\":\"desk\"}}").get("updated_count").intValue()).isEqualTo(1);
        assertThat(structured("db_delete_" + database, "{\"table\":\"orders\",\"filters\":{\"item\":\"sofa\"}}").get("deleted_count").intValue()).isEqualTo(1);
        assertThat(structured("db_query_" + database, "{\"table\":\"orders\",\"filters\":{\"item\":\"chair\"}}").get("count").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE TABLE more (id int)", "CREATE TEMPORARY TABLE more (id int)", "DROP TABLE orders", "TRUNCATE orders", "ALTER TABLE orders ADD more int",
            "CREATE SCHEMA more", "CREATE ROLE more", "SET ROLE caravan", "SELECT * FROM pg_authid", "SELECT pg_read_file('postgresql.conf')",
            "COPY orders TO PROGRAM 'cat'", "ALTER SYSTEM SET work_mem = '1MB'"})
    void toolsMayNothingElseInPostgreSql(String sql) {
        assertThatThrownBy(() -> rows("shop", "tools", sql)).isInstanceOf(SQLException.class).hasMessageMatching("(?s).*(permission denied|must be owner).*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"caravan", "postgres", "template1"})
    void toolsReachNoOtherDatabase(String database) {
        assertThatThrownBy(() -> rows(database, "tools", "SELECT 1")).hasMessageContaining("permission denied for database");
    }

    @Test
    void theStoresOwnerReachesNoOtherDatabase() {
        assertThatThrownBy(() -> rows("shop", "caravan", "SELECT 1")).hasMessageContaining("permission denied for database");
    }

    @Test
    void toolsMayNothingElseInRedis() {
        try (Jedis tools = new Jedis(redis)) {
            tools.auth("tools", "tools'");
            for (String command : List.of("FLUSHALL", "CONFIG", "ACL", "DEBUG", "SHUTDOWN", "MODULE", "REPLICAOF")) {
                assertThatThrownBy(() -> tools.sendCommand(() -> command.getBytes(StandardCharsets.US_ASCII), "x", "y"))
                        .as(command).isInstanceOf(JedisDataException.class).hasMessageContaining("NOPERM");
            }
        }
    }

    /** The file itself, run by Node in the place of mongosh; there is no MongoDB with users that a test could start. */
    @Test
    void usersOfMongoDbHaveTheirOwnDatabase() throws Exception {
        Needs.program(Path.of("/usr/bin/node"), "nodejs");
        String stub = "const made = []; globalThis.db = {getSiblingDB: name => ({createUser: user => made.push({database: name, ...user})})};"
                + "require('vm').runInThisContext(require('fs').readFileSync('docker/mongodb/roles.js', 'utf8')); console.log(JSON.stringify(made))";
        ProcessBuilder node = new ProcessBuilder("node", "--eval", stub);
        node.environment().putAll(Map.of("DOCUMENTS_PASSWORD", "d", "TOOLS_PASSWORD", "t"));
        JsonNode made = McpClient.JSON.readTree(node.start().getInputStream());

        assertThat(made).hasSize(2);
        made.forEach(user -> {
            String database = user.get("database").asText();
            assertThat(user.get("roles").toString()).isEqualTo("[{\"role\":\"readWrite\",\"db\":\"" + database + "\"}]");
            String address = setting(database.equals("shop") ? "DATABASES_MONGODB_URL" : "MONGODB_URI");
            assertThat(address).startsWith("mongodb://" + user.get("user").asText() + ":").containsPattern(database.equals("shop") ? "/shop\\?" : "authSource=caravan");
            String variable = user.get("pwd").asText().equals("d") ? "DOCUMENTS_PASSWORD" : "TOOLS_PASSWORD";
            assertThat(address).contains("${" + variable);
            assertThat(services.at("/mongodb/environment/" + variable).asText()).isEqualTo("${" + variable + "}");
        });
    }

    @Test
    void noGatewayHasAnOwnersPassword() {
        assertThat(settings.toString()).doesNotContain("POSTGRES_PASSWORD").doesNotContain("${MONGODB_PASSWORD").doesNotContain("root");
    }

    private List<String> rows(String database, String user, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres + database, user, "x"); Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return List.of();
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? List.of(rows.getString(1)) : List.of();
            }
        }
    }

    private JsonNode structured(String tool, String arguments) {
        McpClient.Answer answer = gateway.client().call(tool, McpClient.object(arguments));
        JsonNode content = answer.result().get("structuredContent");
        assertThat(content).as(answer.body()).isNotNull();
        return content;
    }
}
