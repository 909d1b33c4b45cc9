package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The account that services are told is the caller's own; only callers with the scope accounts:act-as name another. */
@Tag("full")
class OwnAccountTest {

    private static final String REPORTS = "kReports-8e1f0b5c9a37";
    private static final String AGENT = "kAgent-b2d94c07e61a48f5";
    private static final String PROXY = "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call";
    private static final String CALL = "{\"name\":\"get_action_info\",\"arguments\":{\"kn_id\":\"k\",\"at_id\":\"a\","
            + "\"unique_identity\":{\"id\":\"1\"}%s}%s}";
    private static final String META = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{},"
            + "\"x-account-id\":\"boss\",\"x-account-type\":\"app\"}";

    private static final LoopbackServices SERVICES = new LoopbackServices();
    private static OwnGateway gateway;
    private static RecallClient recall;

    @BeforeAll
    static void start() {
        SERVICES.ontologyQuery(json("{}"));
        SERVICES.operatorIntegration(json("{}"));
        gateway = OwnGateway.withAllRoutes().set("recall.ontology-query-url", SERVICES.url())
                .set("recall.operator-integration-url", SERVICES.url()).set("recall.timeout", "30s")
                .apiKey("reports", REPORTS, "tools:call").apiKey("agent", AGENT, "tools:call,accounts:act-as").start();
        recall = new RecallClient(gateway.port());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        SERVICES.close();
    }

    @Test
    void callerActsUnderItsOwnAccount() {
        assertThat(account(REPORTS, RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", BODY)).isEqualTo("reports user");
        assertThat(account(REPORTS, PROXY, "{}")).isEqualTo("reports user");
    }

    @Test
    void callerWithActAsNamesAnotherAccount() {
        assertThat(account(AGENT, RecallClient.ACTION_INFO + "?kn_id=k&at_id=a", BODY)).isEqualTo("boss app");
        assertThat(account(AGENT, PROXY, "{}")).isEqualTo("boss app");
    }

    @Test
    void toolCallsBatchesAndOtherSpellingsCannotChangeTheAccount() {
        String call = rpc(CALL.formatted("", ""));

        for (String id : List.of("x-account-id", "X-ACCOUNT-ID", "X-Account-Id")) {
            assertThat(account(REPORTS, "/mcp", call, id, "boss")).as(id).isEqualTo("reports user");
            assertThat(account(REPORTS, RecallClient.ACTION_INFO + "?kn_id=k&at_id=a&x-account-id=boss", BODY, id, "boss"))
                    .isEqualTo("reports user");
        }
        assertThat(account(REPORTS, "/mcp", "[" + call + "]", "MCP-Protocol-Version", "2025-03-26")).isEqualTo("reports user");
        assertThat(account(REPORTS, "/mcp", rpc(CALL.formatted("", META)), "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call",
                "Mcp-Name", "get_action_info"))
                .isEqualTo("reports user");
        assertThat(account(AGENT, "/mcp", call)).isEqualTo("boss app");
    }

    private static String rpc(String params) {
        return McpClient.request("tools/call", McpClient.object(params)).toString();
    }

    private static String account(String key, String path, String body, String... more) {
        SERVICES.asked();
        List<String> headers = new ArrayList<>(List.of("X-API-Key", key, "x-account-type", "app"));
        headers.addAll(List.of(more));
        if (headers.stream().noneMatch("x-account-id"::equalsIgnoreCase)) {
            headers.addAll(List.of("x-account-id", "boss"));
        }
        RecallClient.Answer answer = recall.send("POST", path, body, headers.toArray(String[]::new));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Map<String, String> asked = SERVICES.asked().get(0).headers();
        return asked.get("x-account-id") + " " + asked.get("x-account-type");
    }
}
