package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.retrieval.EmbeddingServer;
import dev.caravan.retrieval.LocalEmbedder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A search tool says why its index is not made while the embedding endpoint is down, and has it by itself once the endpoint is back. */
@Tag("nightly")
class EmbeddingOutageTest extends OwnStoreTest {

    @Test
    void errorNamesTheEmbeddingEndpointUntilItIsBack() throws Exception {
        int port = FreePorts.pick();
        try (LocalEmbedder model = new LocalEmbedder(32, 2); EmbeddingServer endpoint = new EmbeddingServer(model);
                OwnGateway gateway = gateway(port, "caravan.embedding.kind=openai",
                        "caravan.embedding.url=" + endpoint.url(), "caravan.embedding.model=m",
                        "caravan.embedding.dimensions=" + model.dimensions(),
                        "caravan.embedding.timeout=3s", "caravan.embedding.api-key=sk-secret")) {
            RestClient rest = new RestClient(port, "u");
            untilItServes(rest);
            endpoint.behaves((exchange, body) -> new CountDownLatch(1).await());
            long tool = search(rest, texts(2));
            JsonNode slow = failed(rest, tool);
            assertThat(slow.get("last_error").textValue()).contains("did not answer within").doesNotContain("sk-secret");

            String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key")
                    .textValue();
            JsonNode envelope = McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"anything\"}"));
            assertThat(envelope.at("/error/code").textValue()).isEqualTo("UPSTREAM_ERROR");

            endpoint.behaves((exchange, body) -> exchange.sendResponseHeaders(503, -1));
            rest.put("/api/v1/tools/" + tool + "/search-index", "{}").data();
            await().atMost(Duration.ofSeconds(120)).until(() -> index(rest, tool),
                    index -> index.get("status").textValue().equals("error") && index.path("last_error").asText("").contains("503"));

            endpoint.behaves(endpoint::embed);
            JsonNode ready = await().atMost(Duration.ofSeconds(300)).until(() -> index(rest, tool),
                    index -> index.get("status").textValue().equals("ready"));
            assertThat(ready.get("indexed_chunks_count").intValue()).isEqualTo(ready.get("chunks_count").intValue()).isPositive();
            assertThat(ready.get("last_error").isNull()).isTrue();
            assertThat(McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"anything\"}")).at("/data/results"))
                    .isNotEmpty();
        }
    }
}
