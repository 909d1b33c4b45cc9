package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import dev.caravan.json.HostileJson;
import java.util.List;
import org.apache.camel.CamelContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A header that repeats an argument (MCP 2026-07-28) is compared with it whatever it holds. */
class HostileHeadersTest extends EditableGatewayTest {

    private final CamelContext context = bean(CamelContext.class);

    static List<HostileJson> values() {
        return HostileJson.small().stream().filter(value -> value.json().length() < 5_000).toList();
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyHeaderIsComparedAndAnswered(HostileJson value) throws Exception {
        try (OwnRoutes routes = new OwnRoutes(context)) {
            routes.add("seats", "ai-tool:seats",
                    "argSchema: '{\"type\":\"object\",\"properties\":{\"seats\":{\"type\":\"integer\",\"x-mcp-header\":\"Seats\"}}}'",
                    "- setBody: {constant: booked}");

            assertThat(call("1", value.json()).status()).isEqualTo(400);
            Answer same = call(value.json(), value.json());
            assertThat(same.status()).as(same.body()).isIn(200, 400);
            assertThat(same.body()).doesNotContain("-32603").doesNotContain("INTERNAL_ERROR");
            if (value == HostileJson.MANY_DIGITS) {
                assertThat(same.result().get("isError").asBoolean()).as(same.body()).isFalse();
            }
        }
    }

    private Answer call(String seats, String header) {
        return client
                .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"seats\",\"arguments\":{\"seats\":"
                        + seats + "},\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "seats", "Mcp-Param-Seats", header);
    }
}
