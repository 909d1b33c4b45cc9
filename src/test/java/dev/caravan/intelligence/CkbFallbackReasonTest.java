package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.FakeCkb;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Results of the ci_* tools say how CKB failed. */
@Tag("nightly")
class CkbFallbackReasonTest extends CkbShopTest {

    @Test
    void toolErrorIsAnMcpError() {
        FakeCkb.behave(CKB, "envelope-error searchSymbols");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").get("metadata");
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("mcp_error");
        assertThat(metadata.get("ckb_last_error").asText()).isNotEmpty();
        assertThat(metadata.get("fallback_mode").asText()).isEqualTo("local_graph");
    }

    @Test
    void garbageIsAnMcpError() {
        FakeCkb.behave(CKB, "garbage-envelope searchSymbols");
        assertThat(call("ci_call_chain", "{\"symbol\":\"Orders.pay\"}").at("/metadata/ckb_fallback_reason").asText())
                .isEqualTo("mcp_error");
    }

    @Test
    void failedHealthCheckIsTheReason() {
        FakeCkb.behave(CKB, "unhealthy");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isFalse();
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("health_check_failed");
        assertThat(metadata.get("ckb_last_error").asText()).isNotEmpty();
    }
}
