package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** Two gateways with stores of their own use one Neo4j. Contexts with the same number do not meet. */
@Tag("nightly")
class InstallationsOnOneNeo4jTest extends OwnStoreTest {

    private static final String QUERY = "{\"query\":\"which machine is broken\",\"top_k\":20}";

    /** A gateway and a search tool of its user. */
    private record Installed(int port, RestClient rest, long tool, String key) {

        List<String> texts() {
            return McpClient.ofInstance(port, key).envelope("find", McpClient.object(QUERY)).at("/data/results")
                    .findValuesAsText("chunk_text");
        }

        JsonNode index() {
            return rest.get("/api/v1/tools/" + tool + "/search-index").data();
        }
    }

    @Test
    void eachFindsOnlyItsOwnTextAndDeletingInOneLeavesTheOther() {
        long number = ThreadLocalRandom.current().nextLong(1_000_000_000, 2_000_000_000);
        String other = store();
        numberContextsFrom(store, number);
        numberContextsFrom(other, number);
        ofEarlierBuild("table:" + number);
        int port = FreePorts.pick();
        try (OwnGateway second = gateway(FreePorts.pick(), "caravan.store.url=" + other)) {
            Installed beta;
            Installed alpha;
            try (OwnGateway first = gateway(port)) {
                alpha = installed(first.port(), number, "the pump of alpha runs dry");
                beta = installed(second.port(), number, "the printer of beta is jammed");

                assertThat(alpha.texts()).containsExactly("the pump of alpha runs dry");
                assertThat(beta.texts()).containsExactly("the printer of beta is jammed");
                assertThat(chunks(":table:" + number)).hasSize(2);
            }
            JsonNode before = beta.index();
            try (OwnGateway again = gateway(port)) {
                untilItServes(alpha.rest());
                assertThat(alpha.texts()).as("after a restart").containsExactly("the pump of alpha runs dry");
                assertThat(alpha.rest().delete("/api/v1/tables/" + number).status()).isEqualTo(200);
                await().atMost(Duration.ofSeconds(60)).until(() -> chunks(":table:" + number).size() == 1);
            }
            assertThat(beta.texts()).containsExactly("the printer of beta is jammed");
            assertThat(beta.index()).as("not built again").isEqualTo(before);
            assertThat(chunks("table:" + number)).as("of an earlier build, whose owner is unknown").contains("/0 0").hasSize(2);
        }
    }

    private static Installed installed(int port, long number, String text) {
        RestClient rest = new RestClient(port, "u");
        untilItServes(rest);
        long tool = search(rest, "[\"" + text + "\"]");
        assertThat(rest.get("/api/v1/tools/" + tool).data().get("table_id").longValue()).isEqualTo(number);
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key")
                .textValue();
        Installed made = new Installed(port, rest, tool, key);
        await().atMost(Duration.ofSeconds(90)).ignoreExceptions()
                .until(() -> made.index().get("status").textValue().equals("ready") && !made.texts().isEmpty());
        return made;
    }

    /** A chunk whose collection has no installation in its name. */
    private static void ofEarlierBuild(String collection) {
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"));
                var session = driver.session()) {
            session.run(
                    "CREATE (:CaravanCollection {name: $name, born: 'b', version: 1, removed: 0}) CREATE (:CaravanChunk {id: $name, "
                            + "collection: $name, model: 'm', "
                            + "pointer: '/0', text: 'the machine of a stranger is broken', charStart: 0, charEnd: 10, chunkIndex: 0, "
                            + "totalChunks: 1, contentHash: 'h', changed: 1})",
                    Map.of("name", collection)).consume();
        }
    }
}
