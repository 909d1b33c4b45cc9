package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.health.HealthIndicator;

/** An operator changes limits, order and steps of database tools in YAML alone, while the gateway serves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
class EditedFlowsTest {

    private static final String TABLE = "edited_flows";
    private static final String QUERY = "tools/databases/db_query.camel.yaml";

    private final Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-edited-flows"));
    private OwnGateway gateway;
    private String edited;

    @BeforeAll
    void start() throws Exception {
        gateway = OwnGateway.withRoutes(routes).servers(ServerKind.SQLITE, ServerKind.MONGO, ServerKind.OPENSEARCH).start();
        for (String database : new String[] {"sqlite", "mongodb", "opensearch"}) {
            DatabaseTest.STORES.get(database).create(TABLE, TestStore.columns("id INTEGER, name TEXT"));
            call("insert", database, "\"data\":[{\"id\":2,\"name\":\"b\"},{\"id\":3,\"name\":\"c\"},{\"id\":1,\"name\":\"a\"}]");
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @AfterEach
    void restore() throws Exception {
        Files.copy(Path.of("routes").resolve(edited), routes.resolve(edited), StandardCopyOption.REPLACE_EXISTING);
        for (String database : new String[] {"sqlite", "mongodb", "opensearch"}) {
            until(() -> query(database, "\"limit\":1").path("count").asInt() == 3
                    && query(database, "\"offset\":0").path("data").size() == 3);
        }
        until(() -> health().startsWith("UP"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mongodb", "opensearch"})
    void editedToolChangesTheDefaultLimit(String database) throws Exception {
        edit(QUERY, "defaultValue: \"100\"", "defaultValue: \"2\"");

        until(() -> query(database, "\"offset\":0").get("data").size() == 2);
        assertThat(query(database, "\"limit\":3").get("data")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mongodb", "opensearch"})
    void editedToolChangesTheLargestLimit(String database) throws Exception {
        edit(QUERY, "defaultValue: \"1000\"", "defaultValue: \"2\"");

        until(() -> query(database, "\"limit\":3").at("/error/message").asText().equals("limit must be at most 2"));
        assertThat(query(database, "\"offset\":0").get("data")).as("a default beyond the largest").hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mongodb", "opensearch"})
    void editedToolChangesTheDefaultOrder(String database) throws Exception {
        edit(QUERY, "in the order of the database.\n        defaultValue: \"\"",
                "in the order of the database.\n        defaultValue: \"-name, id\"");

        until(() -> query(database, "\"offset\":0").at("/data/0/name").asText().equals("c"));
        assertThat(query(database, "\"order_by\":[\"id\"]").at("/data/0/name").asText()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite,sql", "mongodb,mongodb"})
    void editedFlowRemovesTheCount(String pair) throws Exception {
        String database = pair.substring(0, pair.indexOf(','));
        String file = "databases/" + pair.substring(pair.indexOf(',') + 1) + ".camel.yaml";
        assertThat(query(database, "\"limit\":1").get("count").intValue()).isEqualTo(3);
        String text = Files.readString(routes.resolve(file));
        int count = text.lastIndexOf("\n", text.indexOf("- filter:"));
        edit(file, text.substring(count, text.indexOf("\n\n- route", count)), "");

        until(() -> !query(database, "\"limit\":1").has("count"));
        assertThat(query(database, "\"limit\":1").get("has_more").booleanValue()).isTrue();
        assertThat(query(database, "\"limit\":5").get("count").intValue()).as("the page tells").isEqualTo(3);
    }

    @Test
    void invalidLimitIsReported() throws Exception {
        edit(QUERY, "defaultValue: \"100\"", "defaultValue: \"many\"");

        until(() -> health().contains("parameter.limit.default must be a whole number, got many"));
        assertThat(query("sqlite", "\"limit\":3").get("data")).as("the tool as it was").hasSize(3);
    }

    private void edit(String file, String from, String to) throws Exception {
        edited = file;
        String text = Files.readString(routes.resolve(file));
        assertThat(text).contains(from);
        Files.writeString(routes.resolve(file), text.replace(from, to));
    }

    private String health() {
        return String.valueOf(gateway.application().getBean("routesHealthIndicator", HealthIndicator.class).health());
    }

    private static void until(Callable<Boolean> holds) {
        await().atMost(60, SECONDS).until(holds);
    }

    private JsonNode query(String database, String arguments) {
        return call("query", database, arguments);
    }

    private JsonNode call(String verb, String database, String arguments) {
        return gateway.client().call("db_" + verb + "_" + database, object("{\"table\":\"" + TABLE + "\"," + arguments + "}")).result()
                .get("structuredContent");
    }
}
