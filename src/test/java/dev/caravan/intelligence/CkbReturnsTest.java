package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The ci_* tools use CKB again after it was killed and the cool-down is over, which is shorter here than it is by default. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CkbReturnsTest {

    private final CkbShop shop = new CkbShop();
    private OwnGateway gateway;
    private CodeTools tools;

    @BeforeAll
    void startIt() {
        gateway = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL)
                .properties(shop.settings()).set("ckb-integration.cooldown", "30s").start();
        tools = new CodeTools(gateway.client());
        FakeCkb.behave(shop.ckb());
        tools.build(shop.name());
        await().atMost(Duration.ofMinutes(2)).until(() -> call("ci_index_status", "{}").at("/metadata/ckb_available").asBoolean());
    }

    @AfterAll
    void closeIt() {
        gateway.close();
    }

    @Test
    void killedCkbFallsBackToTheLocalGraphAndIsUsedAgainAfterTheCoolDown() {
        FakeCkb.behave(shop.ckb(), "crash searchSymbols");
        JsonNode killed = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}");
        assertThat(killed.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("mcp_error");
        assertThat(killed.get("candidates")).isNotEmpty();
        FakeCkb.behave(shop.ckb());
        assertThat(call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").at("/metadata/ckb_fallback_reason").asText()).isEqualTo("cooldown");

        await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(200))
                .until(() -> call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").at("/metadata/ckb_available").asBoolean());
    }

    private JsonNode call(String tool, String arguments) {
        return tools.call(tool, arguments);
    }
}
