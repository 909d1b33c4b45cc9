package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.RouteYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.Route;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** APIs are added, changed and removed while the gateway runs. A file that can't be used harms no other API. */
@Tag("full")
class ApiEditsTest extends ApiGateways {

    private static String document(String path, String operation) {
        return """
                openapi: 3.1.0
                info: {title: T, version: "1"}
                servers: [{url: URL}]
                paths:
                  %s: {get: {operationId: %s, responses: {"200": {description: OK}}}}
                """.formatted(path, operation);
    }

    private OwnGateway.Builder withRest() throws IOException {
        return offering().file("list", Files.readString(Path.of("routes/catalogue/sources.camel.yaml"))).file("endpoints",
                RouteYaml.endpoint("GET", "/api/v1/sources", "list-sources"));
    }

    @Test
    void editsTakeEffectOrAreRefusedWithTheirLine() throws Exception {
        gateway = withRest().tool("own", "x", "here").start();
        assertThat(health("sources").get("status").asText()).isEqualTo("UP");

        try (GatewayLog log = GatewayLog.record()) {
            save("a.openapi.yaml", document("/a", "one"));
            until(() -> tools().containsKey("one"));
            log.awaits("API offered name=a operations=1 server=" + server.url());
        }
        call("one", "{}");
        assertThat(server.only().target()).isEqualTo("/a");

        save("a.openapi.yaml", document("/b", "one").replace("operationId: one", "operationId: one, summary: Changed"));
        until(() -> tools().get("one").path("title").asText().equals("Changed"));
        call("one", "{}");
        assertThat(server.only().target()).isEqualTo("/b");

        save("a.openapi.yaml", document("/b", "two") + "nonsense: [");
        until(() -> health().at("/a/problem").asText().contains("a.openapi.yaml:6:"));
        assertThat(health("sources").get("status").asText()).isEqualTo("DEGRADED");
        JsonNode listed = new RestClient(gateway.port(), "ada").get("/api/v1/sources").json().at("/data/0");
        assertThat(listed.get("tools").toString()).isEqualTo("[\"one\"]");
        assertThat(listed.get("server").asText()).isEqualTo(server.url());
        assertThat(listed.get("problem").asText()).contains("a.openapi.yaml:6:");
        assertThat(tools()).containsOnlyKeys("one", "own");
        assertThat(call("one", "{}").get("ok").asBoolean()).isTrue();

        save("a.openapi.yaml", document("/b", "two"));
        until(() -> tools().containsKey("two") && !tools().containsKey("one"));
        save("a.yaml", "server: URL\nexpsoe: {}\n");
        until(() -> health().at("/a/problem").asText().contains("a.yaml:2:"));
        assertThat(health().at("/a/problem").asText()).contains("expsoe", "expose");
        save("a.yaml", "expose: {prefix: a_}\n");
        until(() -> tools().containsKey("a_two"));
        assertThat(health("sources").get("status").asText()).isEqualTo("UP");

        save("b.openapi.json",
                "{\"openapi\":\"3.0.0\",\"info\":{},\"servers\":[{\"url\":\"URL\"}],"
                        + "\"paths\":{\"/c\":{\"post\":{\"operationId\":\"three\"}}}}");
        until(() -> tools().containsKey("three"));
        Files.delete(folder().resolve("a.openapi.yaml"));
        until(() -> !tools().containsKey("a_two"));
        assertThat(tools()).containsOnlyKeys("three", "own");
    }

    @Test
    void routeOfTheOperatorReplacesTheTool() throws Exception {
        save("a.openapi.yaml", document("/a", "one"));
        var builder = offering();
        gateway = builder.start();
        until(() -> tools().containsKey("one"));

        builder.file("mine", """
                - route:
                    id: one
                    from:
                      uri: ai-tool:one
                      parameters: {description: Mine.}
                      steps:
                        - setVariable: {name: operation, constant: one}
                        - to: direct:api-a
                        - setBody: {simple: "mine: ${body.at('/ok')}"}
                """);
        until(() -> tools().get("one").get("description").asText().equals("Mine."));
        assertThat(call("one", "{}").get("data").asText()).isEqualTo("mine: true");

        Files.delete(builder.routes().resolve("edited/mine.camel.yaml"));
        until(() -> !tools().get("one").get("description").asText().equals("Mine."));
        assertThat(call("one", "{}").at("/data/ok").asBoolean()).isTrue();
    }

    @Test
    void secondApiWithTheSameToolIsRefused() {
        save("a.openapi.yaml", document("/a", "one"));
        save("b.openapi.yaml", document("/b", "one").replace("/b:", "/b2: {get: {operationId: other}}\n  /b:"));
        gateway = offering().start();
        until(() -> tools().containsKey("one") && health("routes").toString().contains("config/apis/"));

        call("one", "{}");
        assertThat(server.only().target()).isEqualTo("/a");
        assertThat(tools()).containsOnlyKeys("one", "other");
    }

    @Test
    void editWhoseRoutesAreRefusedLeavesTheFormerToolsWorking() throws Exception {
        save("a.openapi.yaml", document("/a", "one"));
        save("b.openapi.yaml", document("/b", "two"));
        gateway = offering().start();
        until(() -> tools().containsKey("one") && tools().containsKey("two"));

        try (GatewayLog log = GatewayLog.record()) {
            // the name one is taken, so that tool is left out alone
            save("b.openapi.yaml", document("/c", "two").replace("/c:", "/d: {get: {operationId: one}}\n  /c:"));
            log.awaits("API offered name=b operations=2 server=" + server.url());
            until(() -> health("routes").toString().contains("config/apis/b"));
        }
        call("two", "{}");
        assertThat(server.only().target()).isEqualTo("/c");

        try (GatewayLog log = GatewayLog.record()) {
            save("b.openapi.yaml", document("/d", "one"));
            log.awaits("API offered name=b operations=1 server=" + server.url());
        }
        assertThat(call("two", "{}").get("ok").asBoolean()).isTrue();
        assertThat(server.only().target()).isEqualTo("/c");

        save("b.openapi.yaml", document("/e", "two"));
        until(() -> health("routes").get("status").asText().equals("UP"));
        call("two", "{}");
        assertThat(server.only().target()).isEqualTo("/e");

        Route unchanged = gateway.camel().getRoute("two");
        save("b.openapi.yaml", document("/e", "two").replace("/e:", "/f: {get: {operationId: three}}\n  /e:"));
        until(() -> tools().containsKey("three"));
        assertThat(gateway.camel().getRoute("two")).as("makes the same requests, so it isn't replaced").isSameAs(unchanged);
    }
}
