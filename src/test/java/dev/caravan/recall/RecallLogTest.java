package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The log tells the steps of recalls and calls, and neither the log nor an error tells a secret. */
@Tag("full")
class RecallLogTest extends UnreliableServicesTest {

    @Autowired
    private CamelContext gateway;

    @Test
    void detailsAreLoggedWithoutSecrets() {
        try (GatewayLog log = GatewayLog.recordDebug()) {
            String secret = "s3cr3t-of-the-caller";
            String said = "{\"description\": \"the token Bearer " + secret + " was refused\", \"echo\": {\"Authorization\": \"Bearer "
                    + secret
                    + "\", \"password\": \"hunter2-zz\", \"api_key\": 4711007, \"user\": \"ada\"}, \"url\": "
                    + "\"http://root:hunter3-zz@db/\"}";
            SERVICES.operatorIntegration(status(403, said));
            RecallClient.Answer json = recall.recall(query(), BODY, "Authorization", "Bearer " + secret);
            assertThat(json.json().at("/details/status").asInt()).isEqualTo(403);
            assertThat(json.json().at("/details/body/echo/user").asText()).isEqualTo("ada");
            assertThat(json.json().at("/details/body/description").asText()).contains("was refused");
            SERVICES.operatorIntegration(
                    status(500, "Traceback: password=hunter2-zz&token: " + secret + " at http://root:hunter3-zz@db/ x-api-key: '4711007'"));
            RecallClient.Answer text = recall.send("POST", CALL, "{\"ssn\": \"078-05-1120\"}", "Authorization", "Bearer " + secret);
            assertThat(text.json().at("/details/body").asText()).startsWith("Traceback");
            log.awaits("mcp_id=m", "tool_name=t"); // the log says which
            assertThat(json.text() + text.text() + log.written(gateway)).doesNotContain(secret, "hunter2-zz", "hunter3-zz", "4711007",
                    "078-05-1120");
        }
    }

    @Test
    void section8_theLogHasTheStepsOfARecall() {
        try (GatewayLog log = GatewayLog.recordDebug()) {
            recall.recall("?kn_id=kn_logged&at_id=at_logged", BODY, "Authorization", "Bearer not-for-the-log");
            log.awaits("Schema converted");
            assertThat(log.text()).containsSubsequence("Service called service=\"Ontology Query\" method=POST", "at_logged",
                    "Service answered service=\"Ontology Query\" status=200",
                    "Recall kn_logged/at_logged", "service=\"Agent Operator Integration\" method=GET", "mcp_id=m",
                    "service=\"Agent Operator Integration\" status=200", "Schema converted");
            assertThat(log.written(gateway)).doesNotContain("not-for-the-log");
        }
    }

    @Test
    void callsThroughTheProxyAreAudited() {
        try (GatewayLog log = GatewayLog.recordDebug()) {
            String trace = "0af7651916cd43dd8448eb211c80319c";
            SERVICES.operatorIntegration(json("{\"content\": [], \"is_error\": true}"));
            recall.send("POST", CALL, "{\"ssn\": \"078-05-1120\"}", "traceparent", "00-" + trace + "-b7ad6b7169203331-01", "X-User-Id",
                    "ada");
            SERVICES.operatorIntegration(status(503, ""));
            recall.send("POST", CALL, "{}");
            log.auditEvents("\"mcpServer\":\"m\"", 2);
            assertThat(log.written(gateway))
                    .containsPattern("\"caller\":\"ada\",\"mcpServer\":\"m\",\"tool\":\"t\",\"argumentsHmac\":\"[0-9a-f]{64}\","
                            + "\"outcome\":\"TOOL_ERROR\",\"tookMs\":\\d+,\"traceId\":\"" + trace + "\"")
                    .contains("\"outcome\":\"ErrExtActionRecallMCPCallFailed\"")
                    .doesNotContain("078-05-1120");
        }
    }

    @Test
    void longAnswersAreShortenedInDetails() {
        SERVICES.operatorIntegration(status(500, "é".repeat(100_000)));
        assertThat(recall.send("POST", CALL, "{}").json().at("/details/body").asText()).hasSizeBetween(1_000, 2_001).endsWith("…");
    }
}
