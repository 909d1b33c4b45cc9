package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the local Ontology Query and AOI run or refuse leaves an audit event, and a caller's wrong id is no error for operators. */
@Tag("full")
class LocalAuditTest extends LocalGatewayTest {

    private static final String QUERY = "/api/ontology-query/in/v1/knowledge-networks/";

    @Test
    void callsAndRefusalsLeaveEvents() {
        try (GatewayLog log = GatewayLog.record()) {
            recall.send("POST", QUERY + "kn_medical/action-types/at_treatment_plan",
                    "{\"unique_identities\":[{\"disease_id\":\"disease_000001\"}]}", "x-http-method-override", "GET");
            recall.send("POST", QUERY + "kn_none/action-types/at_none", "{\"unique_identities\":[]}", "x-http-method-override", "GET");
            recall.send("POST", AOI + "/mcp/proxy/medical/tool/call",
                    "{\"tool_name\":\"generate_disease_treatment_plan\",\"parameters\":{\"disease_id\":\"disease_000001\"}}");
            recall.send("POST", AOI + "/mcp/proxy/none/tool/call", "{\"tool_name\":\"x\",\"parameters\":{}}");
            recall.send("POST", AOI + "/tool-box/medical/proxy/none", "{}");
            recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", "{");
            recall.send("GET", AOI + "/tool-box/none/tool/x", null);
            recall.send("GET", AOI + "/mcp/proxy/none/tools", null);

            assertEvents(log, "\"rest\":\"rest-ontology-query\"", "OK", "Public.NotFound");
            assertEvents(log, "\"rest\":\"rest-aoi-mcp-call\"", "OK", "Public.NotFound");
            assertEvents(log, "\"rest\":\"rest-aoi-tool-proxy\"", "Public.NotFound");
            assertEvents(log, "\"refused\":\"rest-aoi-tool-proxy\"", "Public.BadRequest");
            assertEvents(log, "\"refused\":\"rest-aoi-tool\"", "Public.NotFound");
            assertEvents(log, "\"refused\":\"rest-aoi-mcp-tools\"", "Public.NotFound");
        }
    }

    @Test
    void unknownNetworkOrActionLogsNoError() {
        String trace = UUID.randomUUID().toString().replace("-", "");
        String[] headers = {"traceparent", "00-" + trace + "-00f067aa0ba902b7-01"};
        try (GatewayLog log = GatewayLog.record()) {
            assertThat(recall.recall("?kn_id=kn_none&at_id=at_none", RecallClient.BODY, headers).status()).isEqualTo(502);
            assertThat(recall.recall("?kn_id=kn_medical&at_id=at_none", RecallClient.BODY, headers).status()).isEqualTo(502);

            await("their events, without those of the calls before").untilAsserted(() -> assertThat(log.text().lines()
                    .filter(line -> line.startsWith("caravan.audit ") && line.contains("rest-get-action-info") && line.contains(trace)))
                    .hasSize(2));
            assertThat(log.text().lines().filter(line -> line.startsWith("dev.caravan.recall")))
                    .noneMatch(line -> line.matches("\\S+ (ERROR|WARN) .*"));
        }
    }

    private static void assertEvents(GatewayLog log, String part, String... outcomes) {
        List<String> events = log.auditEvents(part, outcomes.length);
        assertThat(events).hasSize(outcomes.length);
        for (int i = 0; i < outcomes.length; i++) {
            assertThat(events.get(i)).contains("\"outcome\":\"" + outcomes[i] + '"');
        }
    }
}
