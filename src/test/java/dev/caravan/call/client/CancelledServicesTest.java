package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import dev.caravan.WaitingStep;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service does not fail because a client leaves. It fails if a call takes too long. */
@Tag("nightly")
class CancelledServicesTest {

    @BeforeEach
    void closeStep() {
        WaitingStep.close();
    }

    @AfterEach
    void openStep() {
        WaitingStep.open();
    }

    @ParameterizedTest
    @ValueSource(strings = {"webSearchBreaker", "ontologyQueryBreaker", "operatorIntegrationBreaker"})
    void cancelledCallIsNoFailureForACircuitBreakerAndALateOneIs(String name) throws Exception {
        String breaker = "- circuitBreaker:\n    resilience4jConfiguration: {circuitBreaker: " + name + "}\n    steps:\n"
                + WaitingStep.YAML.indent(4) + "- setBody: {constant: done}";
        try (OwnGateway gateway = OwnGateway.withEntries()
                .settings("web-search.searxng-url=http://127.0.0.1:9/", "recall.local=true")
                .file("patient", RouteYaml.tool("patient", "description: waits\ntimeout: 10m", breaker))
                .file("hasty", RouteYaml.tool("hasty", "description: waits\ntimeout: 300ms", breaker)).start()) {
            CamelContext context = gateway.bean(CamelContext.class);
            CircuitBreaker.Metrics metrics = context.getRegistry().lookupByNameAndType(name, CircuitBreaker.class).getMetrics();

            try (StreamClient leaving = StreamClient.send(gateway.port(), "/mcp", request(), "MCP-Protocol-Version", McpClient.MODERN,
                    "Mcp-Method", "tools/call", "Mcp-Name", "patient")) {
                await().until(() -> WaitingStep.waiting() == 1);
            }
            await().until(() -> WaitingStep.waiting() == 0 && context.getInflightRepository().size("patient") == 0);
            assertThat(metrics.getNumberOfFailedCalls()).isZero();

            assertThat(gateway.client().call("hasty", McpClient.object("{}")).body()).contains("limit of 300 ms");
            await().until(() -> metrics.getNumberOfFailedCalls() == 1);
        }
    }

    private static String request() {
        return McpClient.request("tools/call",
                McpClient.modernParams(McpClient.object("{\"name\":\"patient\",\"arguments\":{}}"), McpClient.object("{}"))).toString();
    }
}
