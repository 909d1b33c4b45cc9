package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ci_* tools use the call graph of CKB where CKB knows the code, else the local one. */
@Tag("nightly")
class CkbFusionTest extends CkbShopTest {

    @Test
    void scMcp001CallGraphOfCkbIsFused() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"Orders.pay\",\"depth\":2}");
        JsonNode metadata = result.get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isTrue();
        assertThat(metadata.has("ckb_fallback_reason")).isFalse();
        assertThat(metadata.has("fallback_mode")).isFalse();
        assertThat(metadata.get("fusion_depth").asInt()).isEqualTo(2);
        assertThat(metadata.get("total_candidates").asInt()).isPositive();
        assertThat(metadata.get("query_time_ms").isIntegralNumber()).isTrue();
        List<String> files = new ArrayList<>();
        result.get("candidates").forEach(candidate -> files.add(candidate.get("file").asText()));
        assertThat(files).contains("src/Orders.java", "src/Menu.java", "src/Db.java").doesNotContain("../../etc/passwd");
        assertThat(result.toString()).doesNotContain("root:");
        assertThat(FakeCkb.requests(CKB, "getCallGraph")).isNotEmpty();
    }

    @Test
    void ckbProvidesTheChainOfAKnownDefinition() {
        JsonNode result = call("ci_call_chain", "{\"symbol\":\"Orders.pay\",\"direction\":\"callees\",\"depth\":2}");
        assertThat(result.at("/metadata/graph").asText()).isEqualTo("ckb");
        assertThat(result.at("/chain/symbol_id").asText()).isEqualTo("ckb:shop:sym:pay");
        assertThat(result.at("/chain/callees/0/symbol_id").asText()).isEqualTo("ckb:shop:sym:save");
        assertThat(result.at("/chain/callees/0/callees/0/symbol_id").asText()).isEqualTo("ckb:shop:sym:write");
        assertThat(result.at("/chain/callees/0/callees/0/depth").asInt()).isEqualTo(2);
        assertThat(result.at("/chain/callers")).isEmpty();

        JsonNode local = call("ci_call_chain", "{\"symbol\":\"Orders.check\"}");
        assertThat(local.at("/metadata/graph").asText()).isEqualTo("local");
        assertThat(local.at("/metadata/ckb_available").asBoolean()).isTrue();
        assertThat(local.at("/metadata/fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(local.at("/metadata/ckb_last_error").asText()).isEqualTo("CKB knows none of the symbols");
    }

    @Test
    void refusedArgumentsReportNoFailedHealthCheck() {
        JsonNode metadata = failed("ci_graph_rag", "{\"query\":\"pay\",\"depth\":77}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).as(metadata.toString()).isTrue();
        assertThat(metadata.has("ckb_fallback_reason")).isFalse();
    }

    @Test
    void otherWorkspacesHaveNoCkb() {
        build(OTHER);
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"money Orders.pay\",\"workspace\":\"" + OTHER + "\"}").get("metadata");
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("disabled");
        assertThat(failed("ci_call_chain", "{\"symbol\":\"Orders.pay\",\"workspace\":\"" + OTHER + "\"}").get("chain").isNull()).isTrue();
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + OTHER + "\"}");
    }

    @Test
    void ckbWithoutACallIndexIsAvailableAndTheLocalGraphIsUsed() {
        FakeCkb.behave(CKB, "no-scip");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"pay\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isTrue();
        assertThat(metadata.get("fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(metadata.get("ckb_last_error").asText()).isEqualTo("CKB has no call graph of its repository; run ckb index there");
        assertThat(metadata.get("fusion_depth").asInt()).isEqualTo(1);
    }
}
