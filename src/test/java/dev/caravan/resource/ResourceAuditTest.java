package dev.caravan.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every resource that is read leaves one audit event. */
class ResourceAuditTest extends ResourceRouteTest {

    @Test
    void everyReadLeavesOneAuditEvent() throws Exception {
        add("r_seen", "resourceUri: camel:///r/seen", HELLO);
        String trace = "0af7651916cd43dd8448eb211c80319c";
        add("r_fails", "resourceUri: camel:///r/fails", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}");
        try (GatewayLog log = GatewayLog.record()) {
            for (String uri : List.of("camel:///r/seen", "camel:///r/unseen", "camel:///r/fails")) {
                client.post(McpClient.request("resources/read", object("{}").put("uri", uri)).toString(),
                        "X-User-Id", "ada", "traceparent", "00-" + trace + "-b7ad6b7169203331-01");
            }

            log.written(context);
            assertThat(log.auditEvents(trace, 3)).satisfiesExactly(
                    event -> assertThat(event).contains("\"caller\":\"ada\",\"resource\":\"camel:///r/seen\",\"outcome\":\"OK\",\"tookMs\":"),
                    event -> assertThat(event).contains("\"resource\":\"camel:///r/unseen\",\"outcome\":\"UNKNOWN_RESOURCE\""),
                    event -> assertThat(event).contains("\"resource\":\"camel:///r/fails\",\"outcome\":\"INTERNAL_ERROR\""));
        }
    }
}
