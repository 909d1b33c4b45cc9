package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases, and a collector, that take connections and never answer: neither health nor calls wait for them. */
@Tag("nightly")
class DeafDependenciesTest {

    @Test
    void healthAndCallsDoNotWaitForSilentDependencies() throws Exception {
        String told = Files.readString(Path.of("src/test/resources/observe/told.camel.yaml"));
        try (ServerSocket deaf = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + deaf.getLocalPort();
            try (OwnGateway gateway = OwnGateway.withEntries().file("told", told)
                    .settings("mongodb.uri=mongodb://" + address, "neo4j.uri=bolt://" + address,
                    "databases.one.type=postgresql", "databases.one.url=jdbc:postgresql://" + address + "/x",
                    "databases.two.type=mysql", "databases.two.url=jdbc:mysql://" + address + "/x",
                    "databases.three.type=redis", "databases.three.url=redis://" + address,
                    "databases.four.type=opensearch", "databases.four.url=http://" + address,
                    "databases.five.type=mongodb", "databases.five.url=mongodb://" + address + "/x",
                    "tracing.endpoint=http://" + address + "/v1/traces", "tracing.timeout=1s").start()) {
                int operations = gateway.operations();
                for (int i = 0; i < 3; i++) {
                    long begin = System.nanoTime();
                    HttpResponse<String> health = ObservedGatewayTest.get(operations, "/actuator/health");
                    assertThat((System.nanoTime() - begin) / 1_000_000).as("ms, however many hang").isLessThan(20_000);
                    assertThat(health.statusCode()).isEqualTo(200);
                    JsonNode dependencies = McpClient.JSON.readTree(health.body()).at("/components/dependencies/components");
                    for (String name : new String[]{"mongodb", "neo4j", "database-one", "database-two", "database-three",
                        "database-five"}) {
                        assertThat(dependencies.at("/" + name + "/status").asText()).as(name + health.body()).isEqualTo("DEGRADED");
                    }
                    assertThat(dependencies.at("/mongodb/details/reason").asText())
                            .isEqualTo("MongoDB documents at " + address + " doesn't answer in time");
                }
                assertThat(ObservedGatewayTest.get(operations, "/actuator/health/liveness").statusCode()).isEqualTo(200);
                assertThat(ObservedGatewayTest.get(operations, "/actuator/health/readiness").statusCode()).isEqualTo(200);
                McpClient client = gateway.client();
                client.call("told", McpClient.object("{\"ms\":0}"));
                long begin = System.nanoTime();
                for (int i = 0; i < 50; i++) {
                    client.call("told", McpClient.object("{\"ms\":0}"));
                }
                assertThat((System.nanoTime() - begin) / 1_000_000).as("ms of 50 calls whose collector is deaf").isLessThan(50_000);
                await().until(() -> Scrape.of(ObservedGatewayTest.get(operations, "/actuator/prometheus").body())
                        .value("caravan_tracing_spans_total", "outcome", "dropped") > 0);
            }
        }
    }
}
