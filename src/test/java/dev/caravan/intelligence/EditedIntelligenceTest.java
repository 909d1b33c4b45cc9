package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.embedded.ServerKind;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the routes alone the weights of rankings, the order of graphs and the limits of tools about code. */
@Tag("nightly")
class EditedIntelligenceTest {

    private static final String QUERY = "{\"query\":\"charges the customer's card\"}";

    @Test
    void editedRoutesSetWeightsAndLimits() throws Exception {
        String shop = "shop" + UUID.randomUUID();
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL},
                "intelligence.workspaces." + shop + ".root=" + SmallShop.workspace(), "intelligence.default-workspace=" + shop)) {
            CodeTools code = new CodeTools(tools.client());
            code.build(shop);

            assertThat(code.call("ci_search", QUERY).at("/candidates/0/source").asText()).isEqualTo("vector");
            tools.edit("tools/intelligence/ci_search.camel.yaml", "constant: \"0.5\"", "constant: \"0.01\"");
            until(code, "ci_search", QUERY, "/candidates/0/source", "keyword");

            // Neo4j plans its first queries
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> code.call("ci_graph_rag", QUERY).at("/metadata/graph_candidates").asInt() > 0);
            tools.edit("tools/intelligence/ci_graph_rag.camel.yaml", "constant: ckb,local", "constant: ckb");
            until(code, "ci_graph_rag", QUERY, "/metadata/graph_candidates", "0");

            String chain = "{\"symbol\":\"Orders.pay\",\"depth\":4}";
            assertThat(code.call("ci_call_chain", chain).at("/metadata/truncated").isMissingNode()).isTrue();
            tools.edit("tools/intelligence/ci_call_chain.camel.yaml", "constant: \"500\"", "constant: \"1\"");
            until(code, "ci_call_chain", chain, "/metadata/truncated", "true");
        }
    }

    private static void until(CodeTools code, String tool, String arguments, String member, String value) {
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            JsonNode result = code.call(tool, arguments);
            return result.at(member).asText().equals(value);
        });
    }
}
