package dev.caravan.call.resource;

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
                    event -> assertThat(event)
                            .contains("\"caller\":\"ada\",\"resource\":\"camel:///r/seen\",\"outcome\":\"OK\",\"tookMs\":"),
                    event -> assertThat(event).contains("\"resource\":\"camel:///r/unseen\",\"outcome\":\"UNKNOWN_RESOURCE\""),
                    event -> assertThat(event).contains("\"resource\":\"camel:///r/fails\",\"outcome\":\"INTERNAL_ERROR\""));
        }
    }

    @Test
    void theQueryOfAUriIsSealedLikeArguments() throws Exception {
        add("r_queried", "uriTemplate: 'camel:///r/{id}/queried{?query}'", HELLO);
        String trace = "0af7651916cd43dd8448eb211c80319d";
        try (GatewayLog log = GatewayLog.record()) {
            for (String uri : List.of("camel:///r/1/queried?query=s3cret", "camel:///r/1/queried?query=s3cret",
                    "camel:///r/1/queried?query=other", "camel:///r/none?query=s3cret",
                    "caravan:///results/unknown?query=s3cret")) {
                client.post(McpClient.request("resources/read", object("{}").put("uri", uri)).toString(), "X-User-Id", "ada", "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");
            }

            log.written(context);
            List<String> events = log.auditEvents(trace, 5);
            assertThat(events).noneMatch(event -> event.contains("s3cret")).allMatch(event -> event.contains("\"argumentsHmac\":"));
            assertThat(events.get(0)).contains("\"resource\":\"camel:///r/1/queried\"");
            assertThat(hmac(events.get(1))).isEqualTo(hmac(events.get(0))).isNotEqualTo(hmac(events.get(2)));
            assertThat(log.text()).doesNotContain("s3cret");
        }
    }

    private static String hmac(String event) {
        return object(event).get("argumentsHmac").asText();
    }
}
