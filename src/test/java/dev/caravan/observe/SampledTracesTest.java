package dev.caravan.observe;

import static dev.caravan.observe.Collector.hex;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A collector that wants a key, and a gateway that is to trace some of its calls only. */
@Tag("full")
class SampledTracesTest {

    private static final int CALLS = 200;

    @Test
    void samplingExportsAShareAndEverySampledTraceOfCallers() throws Exception {
        String told = Files.readString(Path.of("src/test/resources/observe/told.camel.yaml"));
        Set<String> begun = new HashSet<>();
        Set<String> recorded = new HashSet<>();
        try (Collector collector = new Collector()) {
            try (OwnGateway gateway = OwnGateway.withEntries().file("told", told)
                    .settings("tracing.endpoint=" + collector.endpoint(), "tracing.sampling=0.5",
                    "tracing.headers.Authorization=Api-Key k3y", "tracing.service-name=caravan-shanghai").start()) {
                McpClient client = gateway.client();
                for (int i = 0; i < CALLS; i++) {
                    begun.add(client.call("told", McpClient.object("{\"ms\":0}")).result().at("/structuredContent/meta/traceId").asText());
                }
                for (int i = 0; i < 10; i++) {
                    String traceId = UUID.randomUUID().toString().replace("-", "");
                    recorded.add(traceId);
                    client.call("told", McpClient.object("{\"ms\":0}"), "traceparent", "00-" + traceId + "-00f067aa0ba902b7-01");
                }
            } // what waits is sent before it ends
            Set<String> sent = collector.spans().stream().map(Span::getTraceId).map(id -> hex(id)).collect(Collectors.toSet());

            assertThat(begun).hasSize(CALLS);
            assertThat(sent).containsAll(recorded);
            sent.removeAll(recorded);
            assertThat(begun).containsAll(sent);
            assertThat(sent.size()).as("of 200").isBetween(50, 150);
            assertThat(collector.headers()).isNotEmpty()
                    .allSatisfy(headers -> assertThat(headers.getFirst("Authorization")).isEqualTo("Api-Key k3y"));
            assertThat(collector.services()).containsOnly("caravan-shanghai");
        }
    }
}
