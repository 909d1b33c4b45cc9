package dev.caravan.observe;

import static dev.caravan.observe.Collector.attribute;
import static dev.caravan.observe.Collector.hex;
import static dev.caravan.observe.Collector.server;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call is part of the trace that its caller names, and is recorded where the caller records. */
@Tag("nightly")
class CallersTraceTest extends ObservedGatewayTest {

    private static final String CALLERS_SPAN = "00f067aa0ba902b7";

    @Test
    void callContinuesTheTraceOfTheCaller() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        JsonNode result = call("mongo_find_all", "{}", "traceparent", "00-" + traceId + "-" + CALLERS_SPAN + "-01");
        Span call = server(COLLECTOR.trace(traceId));

        assertThat(result.at("/_meta/traceId").asText()).isEqualTo(traceId);
        assertThat(hex(call.getParentSpanId())).isEqualTo(CALLERS_SPAN);
    }

    @Test
    void traceInMetaOverridesTheHeader() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String parameters = "{\"name\":\"mongo_find_all\",\"_meta\":{\"traceparent\":\"00-" + traceId + "-" + CALLERS_SPAN + "-01\"}}";
        client.post(McpClient.request("tools/call", McpClient.object(parameters)).toString(), "traceparent",
                "00-" + "1".repeat(32) + "-" + CALLERS_SPAN + "-01").result();

        assertThat(hex(server(COLLECTOR.trace(traceId)).getParentSpanId())).isEqualTo(CALLERS_SPAN);
    }

    @Test
    void unsampledTracesAreNotExported() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        JsonNode result = call("mongo_find_all", "{}", "traceparent", "00-" + traceId + "-" + CALLERS_SPAN + "-00");
        assertThat(result.at("/_meta/traceId").asText()).isEqualTo(traceId);
        String later = call("mongo_find_all", "{}").at("/_meta/traceId").asText();
        COLLECTOR.trace(later);

        assertThat(COLLECTOR.spans()).noneMatch(span -> hex(span.getTraceId()).equals(traceId));
    }

    @Test
    void resourcesAndPromptsAreTraced() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String traceparent = "00-" + traceId + "-" + CALLERS_SPAN + "-01";
        client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"summarise_documents\",\"arguments\":{\"topic\":\"t\"}}"))
                .toString(), "traceparent", traceparent);
        Span call = server(COLLECTOR.trace(traceId));
        assertThat(call.getName()).isEqualTo("prompts/get summarise_documents");
        assertThat(attribute(call, "gen_ai.prompt.name")).isEqualTo("summarise_documents");
    }
}
