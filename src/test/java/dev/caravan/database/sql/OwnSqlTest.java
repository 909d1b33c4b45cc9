package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.database.SqlTestStore;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator saves a tool of ten lines over SQL of his own while the gateway serves. Each mistake is told where the operator sees it. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnSqlTest {

    private static final Map<String, SqlTestStore> STORES = Map.of("postgresql", SqlTestStore.POSTGRESQL, "mysql", SqlTestStore.MYSQL,
            "sqlite", SqlTestStore.SQLITE);

    private OwnGateway.Builder builder;
    private OwnGateway gateway;

    @BeforeAll
    void start() {
        STORES.values().forEach(store -> store.run("drop table if exists own_orders", "create table own_orders (id int primary key, "
                + "customer varchar(20), total decimal(10,2), paid boolean)",
                "insert into own_orders values (1, 'ada', 10.50, true), (2, 'ada', 7.00, false), (3, 'bob', 1.00, true)"));
        builder = OwnGateway.withEntries().servers(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE)
                .settings("databases.away.url=jdbc:postgresql://127.0.0.1:" + FreePorts.pick() + "/none", "databases.away.type=postgresql",
                        "databases.away.connect-timeout=300ms");
        gateway = builder.start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private static String tool(String name, String database, String hint, String sql) {
        return """
                - route:
                    id: %s
                    from:
                      uri: ai-tool:%s
                      parameters:
                        description: Orders of a customer.
                        parameter.customer: string
                        parameter.number: integer
                        readOnlyHint: %s
                      steps:
                        - to:
                            uri: "sql:%s"
                            parameters:
                              dataSource: "#database-%s"
                """.formatted(name, name, hint, sql, database);
    }

    /** Saves the tool while the gateway serves, and returns the log's line about the file. */
    private String saved(String name, String yaml) {
        try (GatewayLog log = GatewayLog.record()) {
            builder.file(name, yaml);
            log.awaits("Routes file ", name + ".camel.yaml");
            return log.text().lines().filter(line -> line.contains("Routes file ") && line.contains(name)).findFirst().orElseThrow();
        }
    }

    private JsonNode called(String tool, String arguments) {
        return gateway.client().envelope(tool, object(arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void rowsAreJsonAsInDbQuery(String database) {
        String name = "orders_" + database;
        String sql = "SELECT id, total, paid FROM own_orders WHERE customer = :#customer ORDER BY id";
        assertThat(saved(name, tool(name, database, "true", sql))).contains("applied");

        JsonNode answer = called(name, "{\"customer\":\"ada\"}");

        assertThat(answer.get("ok").booleanValue()).as(answer.toString()).isTrue();
        assertThat(answer.get("data")).hasSize(2);
        assertThat(answer.at("/data/0/total").decimalValue()).isEqualByComparingTo("10.50");
        assertThat(answer.at("/data/0/id").isInt()).isTrue();
        assertThat(called(name, "{\"customer\":\"' or 1=1 --\"}").get("data")).isEmpty();
        assertThat(called(name, "{}").at("/error/message").asText()).contains("customer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "postgresql|SELECT * FROM own_orderz|own_orderz|Position: 15", "postgresql|SELECT totl FROM own_orders|totl|Position: 8",
        "postgresql|SELEC 1|syntax error|Position: 1",
        "mysql|SELECT * FROM own_orderz|own_orderz|doesn't exist", "mysql|SELECT totl FROM own_orders|totl|Unknown column",
        "sqlite|SELECT * FROM own_orderz|own_orderz|no such table", "sqlite|SELECT totl FROM own_orders|totl|no such column"})
    void mistakeThatTheDatabaseKnowsRefusesTheFile(String database, String sql, String name, String words) {
        String file = "wrong_" + database;
        saved(file, tool(file, database, "true", "SELECT 'good' AS state"));

        assertThat(saved(file, tool(file, database, "true", sql))).contains("refused", file + ".camel.yaml:12:", database, name, words);
        assertThat(called(file, "{}").at("/data/0/state").asText()).as("the last good version").isEqualTo("good");
    }

    @Test
    void missingDatabaseIsToldWithTheNearestName() {
        assertThat(saved("nobody", tool("nobody", "postgres", "true", "SELECT 1"))).contains("refused", "nobody.camel.yaml:12:",
                "database-postgres", "database-postgresql");
    }

    @Test
    void databaseThatIsAwayAtLoadIsToldInTheCall() {
        assertThat(saved("distant", tool("distant", "away", "true", "SELECT 1"))).contains("applied");

        JsonNode error = called("distant", "{}").get("error");
        assertThat(error.get("code").asText()).isEqualTo("DB_ERROR");
        assertThat(error.get("message").asText()).contains("away", "can't be reached").doesNotContain("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"postgresql|SELECT id FROM own_orders WHERE id = :#customer|invalid input syntax",
        "mysql|SELECT own_none(:#customer)|own_none", "sqlite|INSERT INTO own_orders (id) VALUES (1)|UNIQUE"})
    void failureOfACallIsInTheDatabasesWords(String database, String sql, String words) {
        String name = "fails_" + database;
        STORES.get(database).run("delete from own_orders where id > 3");
        if (database.equals("mysql")) {
            STORES.get(database).run("drop function if exists own_none", "create function own_none(a text) returns int return 1");
        }
        assertThat(saved(name, tool(name, database, "false", sql))).contains("applied");
        if (database.equals("mysql")) {
            STORES.get(database).run("drop function own_none");
        }

        JsonNode error = called(name, "{\"customer\":\"x\"}").get("error");
        assertThat(error.get("code").asText()).as(error.toString()).isEqualTo("DB_ERROR");
        assertThat(error.get("message").asText()).contains(database, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void toolThatSaysItReadsCannotWrite(String database) {
        String sql = "UPDATE own_orders SET paid = true WHERE id = :#number AND paid = false";
        for (String hint : List.of("true", "false")) {
            String name = "writes_" + database + "_" + hint;
            assertThat(saved(name, tool(name, database, hint, sql))).contains("applied");
        }

        JsonNode error = called("writes_" + database + "_true", "{\"number\":2}").get("error");
        assertThat(error.get("code").asText()).as(error.toString()).isEqualTo("DB_ERROR");
        assertThat(error.get("message").asText().toLowerCase()).containsAnyOf("read-only", "read only", "readonly");
        for (int i = 0; i < 15; i++) { // more than the pool has connections: none stays read-only
            assertThat(called("writes_" + database + "_false", "{\"number\":2}").get("ok").booleanValue()).isTrue();
        }
        STORES.get(database).run("update own_orders set paid = false where id = 2");
    }

    @Test
    void unknownArgumentOfTheStatementIsNamed() {
        String sql = "SELECT id FROM own_orders WHERE customer = :#custmer";
        assertThat(saved("typo", tool("typo", "postgresql", "true", sql))).contains("applied");

        assertThat(called("typo", "{\"customer\":\"ada\"}").at("/error/message").asText()).contains("custmer");
    }
}
