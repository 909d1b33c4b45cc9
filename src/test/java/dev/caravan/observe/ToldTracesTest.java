package dev.caravan.observe;

import static dev.caravan.observe.Collector.attribute;
import static dev.caravan.observe.Collector.children;
import static dev.caravan.observe.Collector.hex;
import static dev.caravan.observe.Collector.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services and upstream servers are told the trace that they are called in, and the collector gets it. */
@Tag("full")
class ToldTracesTest extends ObservedGatewayTest {

    @Test
    void servicesGetTheTrace() {
        JsonNode result = call("web_search", "{\"query\":\"se-cret " + UUID.randomUUID() + "\"}");
        assertThat(result.get("isError").booleanValue()).as(result.toString()).isFalse();
        String traceId = result.at("/_meta/traceId").asText();
        List<Span> trace = COLLECTOR.trace(traceId);
        Span request = children(trace, server(trace)).stream().filter(span -> "GET".equals(attribute(span, "http.request.method")))
                .findFirst().orElseThrow();

        assertThat(COLLECTOR.searches()).contains("00-" + traceId + "-" + hex(request.getSpanId()) + "-03");
        assertThat(attribute(request, "http.response.status_code")).isEqualTo("200");
        assertThat(trace.toString()).doesNotContain("se-cret");
    }

    @Test
    void upstreamServersGetTheTrace() throws IOException {
        JsonNode result = call("asked", "{}");
        assertThat(result.get("isError").booleanValue()).as(result.toString()).isFalse();
        String traceId = result.at("/structuredContent/meta/traceId").asText();
        List<Span> trace = COLLECTOR.trace(traceId);
        Span asked = children(trace, server(trace)).stream().filter(span -> "scripted".equals(attribute(span, "server.address")))
                .findFirst().orElseThrow();

        assertThat(asked.getName()).isEqualTo("tools/call meta");
        JsonNode told = McpClient.JSON.readTree(result.at("/structuredContent/data/content/0/text").asText());
        assertThat(told.get("traceparent").asText()).isEqualTo("00-" + traceId + "-" + hex(asked.getSpanId()) + "-03");
    }

    @Test
    void exportedSpansAreCounted() {
        COLLECTOR.trace(call("mongo_find_all", "{}").at("/_meta/traceId").asText());
        await().until(() -> scrape().value("caravan_tracing_spans_total", "outcome", "exported") > 0);
        assertThat(scrape().value("caravan_tracing_spans_total", "outcome", "dropped")).isZero();
    }
}
