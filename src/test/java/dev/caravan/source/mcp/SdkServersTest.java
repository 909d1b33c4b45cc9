package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that were made with the official SDKs serve clients of both eras, whichever era they speak. */
@Tag("full")
class SdkServersTest extends FederatedGateways {

    private static final Path CLIENTS = Path.of("src/test/clients").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "sdk2", "modern", "java"})
    void aServerOfAnSdkAnswersAndAsks(String kind) throws Exception {
        List<String> command = kind.equals("java") ? JavaSdkServer.command()
                : List.of("node", CLIENTS.resolve("serve.mjs").toString(), kind);
        configure("other: {command: '%s', args: %s, timeout: 20s, expose: {}}".formatted(command.get(0),
                McpClient.JSON.writeValueAsString(command.subList(1, command.size()))));
        gateway = offering().start();
        until(() -> tools().keySet().containsAll(java.util.Set.of("add", "ask")));

        assertThat(text("add", "{\"a\":2,\"b\":3}")).isEqualTo("5");
        assertThat(call("add", "{\"a\":\"x\"}").at("/result/isError").asBoolean()).isTrue();
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{\"elicitation\":{}}");
        try (StreamClient call = legacy.start("tools/call", McpClient.object("{\"name\":\"ask\",\"arguments\":{}}"), 7)) {
            LegacyClient.head(call);
            JsonNode asked = LegacyClient.next(call, "elicitation/create");
            assertThat(asked.at("/params/message").asText()).isEqualTo("Who?");
            legacy.respond(asked, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(LegacyClient.result(call).at("/content/0/text").asText()).isEqualTo("accept Ada");
        }
        ObjectNode params = McpClient.object("{\"name\":\"ask\",\"arguments\":{}}");
        ObjectNode forms = McpClient.object("{\"elicitation\":{}}");
        JsonNode asked = gateway.client().modern("tools/call", params, forms, "InputRequiredResult").result();
        params.put("requestState", asked.get("requestState").asText()).putObject("inputResponses")
                .set(asked.get("inputRequests").fieldNames().next(),
                        McpClient.object("{\"action\":\"accept\",\"content\":{\"name\":\"Bob\"}}"));
        assertThat(gateway.client().modern("tools/call", params, forms, "CallToolResult").result().at("/content/0/text").asText())
                .isEqualTo("accept Bob");
    }

    @Test
    void theSearchServerIsOfferedAndCalled() throws Exception {
        HttpServer searxng = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        searxng.createContext("/", exchange -> {
            byte[] page = ("{\"query\":\"camel\",\"number_of_results\":1,\"results\":[{\"title\":\"Camels\","
                    + "\"url\":\"https://example.com/camel\",\"content\":\"A camel walks.\",\"score\":1}],\"answers\":[],"
                    + "\"corrections\":[],\"infoboxes\":[],\"suggestions\":[],\"unresponsive_engines\":[]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        searxng.start();
        try {
            configure(
                    ("search: {command: node, args: [\"%s\"], env: [\"SEARXNG_URL=http://127.0.0.1:%d\"], timeout: 20s, expose: {prefix: "
                            + "s_}}")
                    .formatted(CLIENTS.resolve("node_modules/mcp-searxng/dist/cli.js"), searxng.getAddress().getPort()));
            gateway = offering().start();
            until(() -> tools().containsKey("s_searxng_web_search"));
            assertThat(text("s_searxng_web_search", "{\"query\":\"camel\"}")).contains("A camel walks.");
        } finally {
            searxng.stop(0);
        }
    }
}
