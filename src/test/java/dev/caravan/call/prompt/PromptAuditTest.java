package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every prompt that is got leaves one audit event, which says nothing of the arguments. */
class PromptAuditTest extends PromptRouteTest {

    @Test
    void everyGetLeavesOneAuditEventWithoutArguments() throws Exception {
        add("p_seen", NAME, GREET);
        add("p_fails", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}");
        String trace = "0af7651916cd43dd8448eb211c80319d";
        try (GatewayLog log = GatewayLog.record()) {
            for (String params : List.of("{\"name\":\"p_seen\",\"arguments\":{\"name\":\"Secret\"}}", "{\"name\":\"p_seen\"}",
                    "{\"name\":\"p_unseen\"}", "{\"name\":\"p_fails\"}")) {
                client.post(McpClient.request("prompts/get", object(params)).toString(), "X-User-Id", "ada", "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");
            }

            log.written(context);
            assertThat(log.auditEvents(trace, 4)).satisfiesExactly(
                    event -> assertThat(event)
                            .contains("\"caller\":\"ada\",\"prompt\":\"p_seen\",\"argumentsHmac\":\"", "\"outcome\":\"OK\"")
                            .doesNotContain("Secret"),
                    event -> assertThat(event).contains("\"prompt\":\"p_seen\"", "\"outcome\":\"INVALID_ARGUMENT\""),
                    event -> assertThat(event).contains("\"prompt\":\"p_unseen\"", "\"outcome\":\"UNKNOWN_PROMPT\""),
                    event -> assertThat(event).contains("\"prompt\":\"p_fails\"", "\"outcome\":\"INTERNAL_ERROR\""));
        }
    }
}
