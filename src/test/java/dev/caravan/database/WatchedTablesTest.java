package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.call.client.LegacyClient;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The resource of a table says what db_describe_NAME says, and a change of its columns is noticed. {@link AllWatchedTablesTest} watches
 * every database.
 */
class WatchedTablesTest extends DatabaseTest {

    private static final String ROUTE = "db-watch-tables";

    @Autowired
    private SchemaWatch watch;

    @Autowired
    private CamelContext camel;

    /** The gateway's own look would take the news away from the test. */
    @BeforeAll
    void stopTheRoute() throws Exception {
        camel.getRouteController().stopRoute(ROUTE);
    }

    @AfterAll
    void startTheRoute() throws Exception {
        camel.getRouteController().startRoute(ROUTE);
    }

    Stream<String> databases() {
        return Stream.of("postgresql", "mongodb");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theResourceSaysTheSameAndAChangeIsNoticed(String database) {
        String table = getClass().getSimpleName().toLowerCase() + "_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, name TEXT, placed_at TIME"));
        done("insert", database, "{\"table\":\"" + table + "\",\"data\":{\"id\":1,\"name\":\"a\",\"placed_at\":\"2026-01-01T00:00:00Z\"}}");
        String uri = "db:///" + database + "/" + table;

        JsonNode content = client
                .legacy("2025-11-25", "resources/read", McpClient.object("{\"uri\":\"" + uri + "\"}"), "ReadResourceResult").result()
                .at("/contents/0");
        JsonNode answer = done("describe", database, "{\"table\":\"" + table + "\"}");
        assertThat(McpClient.object(content.get("text").asText()).get("columns")).isEqualTo(answer.get("columns"));
        assertThat(content.get("mimeType").asText()).isEqualTo("application/json");
        LegacyClient.open(port(), "2025-11-25", "{}").request("resources/subscribe", McpClient.object("{}").put("uri", uri));

        assertThat(watch.changed()).doesNotContain(uri);
        STORES.get(database).create(table, TestStore.columns("id INTEGER, title TEXT"));
        if (List.of("mongodb", "redis").contains(database)) {
            done("insert", database, "{\"table\":\"" + table + "\",\"data\":{\"id\":1,\"title\":\"x\"}}");
        }
        await().until(() -> watch.changed().contains(uri));
        assertThat(watch.changed()).doesNotContain(uri);
    }
}
