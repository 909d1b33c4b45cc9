package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sinks and actions are tools: over HTTP, into the log, and on the message itself. */
@Tag("full")
class KameletToolsTest extends KameletGateways {

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    + " " + exchange.getRequestHeaders().keySet().stream().map(String::toLowerCase).sorted().toList() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type"));
            byte[] answer = "{\"taken\":true}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().endsWith("/lost") ? 404 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServing() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void httpSinkPostsTheBodyAndReturnsTheResponse() {
        configure("order", "kamelet: http-sink\ntitle: New order\nreadOnlyHint: false\ntags: [shop]\nproperties:\n  url: " + url()
                + "/orders?by=agent\nheaders:\n  X-Shop: {enum: [north, south]}\n  X-Note:\n");
        configure("lost", "kamelet: http-sink\nproperties: {url: '" + url() + "/lost', method: PUT}\n");
        start();

        JsonNode tool = tools().get("order");
        assertThat(tool.get("title").asText()).isEqualTo("New order");
        assertThat(tool.get("description").asText()).isEqualTo("Forward data to a HTTP or HTTPS endpoint.");
        assertThat(tool.at("/annotations/readOnlyHint").asBoolean(true)).isFalse();
        assertThat(tool.at("/inputSchema/properties").fieldNames()).toIterable().containsExactly("X-Shop", "X-Note", "body");

        JsonNode answer = call("order", "{\"body\":{\"item\":\"tea & ${bean:x} {{env:HOME}}\"},\"X-Shop\":\"north\"}");
        assertThat(answer.at("/data").toString()).isEqualTo("{\"taken\":true}");
        assertThat(requests.get(0)).startsWith("POST /orders?by=agent {\"item\":\"tea & ${bean:x} {{env:HOME}}\"} ")
                .endsWith(" application/json").contains("x-shop").doesNotContain("traceid", "body,");
        call("order", "{\"body\":{\"link\":null,\"list\":[null,{\"a\":null}]},\"X-Shop\":null}");
        assertThat(requests.get(1)).as("null is data").startsWith("POST /orders?by=agent {\"link\":null,\"list\":[null,{\"a\":null}]} ")
                .doesNotContain("x-shop");
        assertThat(call("order", "{\"body\":\"x\",\"X-Shop\":\"west\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(call("order", "{\"url\":\"http://evil\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");

        for (String note : new String[] {"${bean:x}", "$simple{bean:x}", "{{env:HOME}}", "a\\r\\nX-Other: b"}) {
            assertThat(call("order", "{\"X-Note\":\"" + note + "\"}").at("/error/message").asText())
                    .startsWith("X-Note must be text of at most 1000 characters");
        }

        JsonNode failed = call("lost", "{\"body\":\"x\"}");
        assertThat(failed.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(failed.at("/error/message").asText()).isEqualTo("The service answered with the HTTP status 404");
        assertThat(requests.get(2)).startsWith("PUT /lost x");
        assertThat(call("lost", "{\"method\":\"GET\",\"body\":\"x\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
    }

    @Tag("full")
    @Test
    void allCallsShareOneRouteUntilAnEditMakesAnother() {
        configure("tell", "kamelet: log-sink\nproperties: {loggerName: agent.n1, level: WARN}\n");
        start();
        assertThat(kameletRoutes()).as("no call needs it yet").isEmpty();
        try (GatewayLog log = GatewayLog.record()) {
            for (int i = 0; i < 6; i++) {
                assertThat(call("tell", "{\"body\":\"hello " + i + "\"}").get("ok").asBoolean()).isTrue();
            }
            log.awaits("agent.n1", "hello 0", "hello 5");
        }
        assertThat(kameletRoutes()).hasSize(1);
        assertThat(call("tell", "{\"loggerName\":\"other\",\"body\":\"x\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");

        configure("tell", "kamelet: log-sink\nproperties: {loggerName: agent.n2, level: WARN}\n");
        until(() -> call("tell", "{\"body\":\"x\"}").get("ok").asBoolean() && loggers().size() == 1
                && loggers().get(0).contains("agent.n2"));
        until(() -> kameletRoutes().size() == 1);
    }

    private List<String> loggers() {
        return gateway.camel().getEndpoints().stream().map(endpoint -> endpoint.getEndpointUri()).filter(uri -> uri.contains("agent.n"))
                .toList();
    }

    private List<String> kameletRoutes() {
        return gateway.camel().getCamelContextExtension().getContextPlugin(org.apache.camel.model.Model.class).getRouteDefinitions()
                .stream()
                .map(route -> route.getId()).filter(id -> id.startsWith("kamelet-tell-")).toList();
    }

    @Test
    void actionReturnsTheChangedMessage() {
        configure("field", "kamelet: extract-field-action\nproperties: {field: city}\n");
        start();

        assertThat(tools().get("field").at("/inputSchema/properties").fieldNames()).toIterable().containsExactly("body");
        assertThat(call("field", "{\"body\":{\"name\":\"Ada\",\"city\":\"London\"}}").at("/data").asText()).isEqualTo("London");
        assertThat(call("field", "{\"field\":\"name\",\"body\":{}}").at("/error/message").asText()).contains("field");
    }

    @Test
    void routeOfTheOperatorUsesTheSameKamelet() {
        configure("order", "kamelet: http-sink\nproperties: {url: '" + url() + "/orders'}\n");
        OwnGateway.Builder builder = offering().shared();
        start(builder);
        builder.file("order", """
                - route:
                    id: order
                    from:
                      uri: ai-tool:order
                      parameters:
                        description: Orders one item.
                        parameter.item: string
                      steps:
                        - setBody:
                            simple: "one ${header.item}"
                        - to: configured-kamelet:order
                """);
        until(() -> tools().get("order").get("description").asText().equals("Orders one item."));

        assertThat(call("order", "{\"item\":\"tea\"}").at("/data/taken").asBoolean()).isTrue();
        assertThat(requests.get(0)).startsWith("POST /orders one tea");
        assertThat(gateway.client().post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").body())
                .contains("Orders one item.");
    }
}
