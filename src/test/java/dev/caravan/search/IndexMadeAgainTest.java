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
import dev.caravan.retrieval.EmbeddingServer;
import dev.caravan.retrieval.LocalEmbedder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** An index that was made is made again after a change of the model, and where it is gone. */
@Tag("nightly")
class IndexMadeAgainTest extends OwnStoreTest {

    @Test
    void changedModelAndLostIndexCauseReindexing() throws Exception {
        int port = FreePorts.pick();
        RestClient rest = new RestClient(port, "u");
        long tool;
        String key;
        String collection;
        try (OwnGateway gateway = gateway(port)) {
            untilItServes(rest);
            tool = search(rest, texts(2));
            key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key").textValue();
            collection = collection(rest, tool);
            untilItFinds(port, key, rest, tool);
        }
        try (LocalEmbedder model = new LocalEmbedder(32, 2); EmbeddingServer endpoint = new EmbeddingServer(model)) {
            CountDownLatch goOn = new CountDownLatch(1);
            endpoint.behaves((exchange, body) -> {
                if (new String(body, StandardCharsets.UTF_8).length() > 1_000) { // a text, no query
                    goOn.await();
                }
                endpoint.embed(exchange, body);
            });
            try (OwnGateway gateway = gateway(port, "caravan.embedding.kind=openai", "caravan.embedding.url=" + endpoint.url(),
                    "caravan.embedding.model=another",
                    "caravan.embedding.dimensions=" + model.dimensions(), "caravan.embedding.timeout=2m")) {
                await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                        .until(() -> index(rest, tool).get("status").textValue().equals("indexing"));
                String word = Integer.toString(104_729 % 46_656, 36); // the second of the first text
                assertThat(results(port, key, word)).as("of the index before, by words").isNotEmpty();
                goOn.countDown();
                untilItFinds(port, key, rest, tool);
            }
        }
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"));
                var session = driver.session()) {
            session.run("MATCH (c:CaravanChunk) WHERE c.collection ENDS WITH $collection DETACH DELETE c", Map.of("collection", collection))
                    .consume();
        }
        try (OwnGateway gateway = gateway(port)) {
            untilItFinds(port, key, rest, tool);
            assertThat(chunks(collection)).hasSize(index(rest, tool).get("chunks_count").intValue());
        }
    }

    private static void untilItFinds(int port, String key, RestClient rest, long tool) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                .until(() -> !results(port, key, "anything").isEmpty() && index(rest, tool).get("status").textValue().equals("ready"));
    }

    private static JsonNode results(int port, String key, String query) {
        return McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"" + query + "\"}")).at("/data/results");
    }
}
