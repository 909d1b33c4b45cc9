package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Results of the ci_* tools without CKB say why it is not asked and what they are made of instead. */
@Tag("nightly")
class FallbackMetadataTest extends LocalShopTest {

    /** graph-rag --query "test" | has("ckb_available"). */
    @Test
    void ctMcp001ResultsHaveCkbAvailable() {
        for (String tool : List.of("ci_graph_rag", "ci_search")) {
            assertThat(call(tool, "{\"query\":\"test\"}").at("/metadata").has("ckb_available")).isTrue();
        }
        assertThat(call("ci_call_chain", "{\"symbol\":\"pay\"}").at("/metadata").has("ckb_available")).isTrue();
        assertThat(call("ci_index_status", "{}").at("/metadata").has("ckb_available")).isTrue();
    }

    @Test
    void ctMcp002ResultsHaveAReasonWhenCkbIsUnavailable() {
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"test\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isFalse();
        assertThat(metadata.get("ckb_fallback_reason").asText()).isNotEmpty();
    }

    @Test
    void ctMcp003FusionDepthIsInItsRange() {
        for (int depth = 0; depth <= 5; depth++) {
            assertThat(call("ci_graph_rag", "{\"query\":\"pay\",\"depth\":" + depth + "}").at("/metadata/fusion_depth").asInt())
                    .isEqualTo(depth);
        }
    }

    @Test
    void scMcp004CkbThatIsOffIsDisabled() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"how is the card charged\"}");
        assertThat(result.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("disabled");
        assertThat(result.at("/metadata/fusion_depth").asInt()).isEqualTo(1);
        assertThat(result.at("/metadata/fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(result.get("metadata").has("ckb_last_error")).isFalse();
        assertThat(result.at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(result.at("/candidates/0/content").asText()).contains("Charges the customer's card");
        assertThat(result.at("/candidates/0/relevance").asDouble()).isBetween(0.5, 1.0);
        assertThat(result.at("/candidates/0/distance").asInt()).isZero();
        assertThat(result.at("/metadata/total_candidates").asInt()).isEqualTo(result.get("candidates").size()).isGreaterThan(1);
        JsonNode first = call("ci_graph_rag", "{\"query\":\"how is the card charged\",\"top_k\":1}");
        assertThat(first.get("candidates")).containsExactly(result.at("/candidates/0"));
        assertThat(first.at("/metadata/total_candidates")).as("those that are not shown too")
                .isEqualTo(result.at("/metadata/total_candidates"));
    }

    @Test
    void indexWithoutDefinitionsHasNoLocalGraph() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"money back\",\"workspace\":\"" + DOCUMENTS + "\"}");
        assertThat(result.at("/metadata/fallback_mode").asText()).isEqualTo("vector_only");
        assertThat(result.at("/metadata/fusion_depth").asInt()).isZero();
        assertThat(result.at("/metadata/fusion_depth_requested").asInt()).isEqualTo(1);
        assertThat(result.at("/candidates/0/file").asText()).isEqualTo("refunds.md");
    }

    @Test
    void refusedCallsHaveValidMetadata() {
        assertThat(failed("ci_graph_rag", "{\"query\":\" \"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(failed("ci_graph_rag", "{\"query\":\"x\",\"depth\":6}").at("/error/message").asText()).contains("depth");
        assertThat(failed("ci_graph_rag", "{\"query\":\"x\",\"top_k\":0}").at("/error/message").asText()).contains("top_k");
        assertThat(failed("ci_search", "{\"query\":\"x\",\"mode\":\"magic\"}").at("/error/message").asText()).contains("mode");
        assertThat(failed("ci_call_chain", "{\"symbol\":\"x\",\"depth\":9}").get("chain").isNull()).isTrue();
        assertThat(failed("ci_index_status", "{\"action\":\"explode\"}").get("workspaces")).isEmpty();
        JsonNode unknown = failed("ci_graph_rag", "{\"query\":\"x\",\"workspace\":\"nowhere\"}");
        assertThat(unknown.at("/error/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(unknown.at("/error/message").asText()).contains(SHOP);
    }
}
