package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client gets the log messages of a server's calls, at the level that the client wants. */
@Tag("full")
class FederatedLogsTest extends FederatedGateways {

    private static final String SERVER = """
            - route:
                id: talk
                from:
                  uri: ai-tool:talk
                  parameters: {description: Logs., envelope: none}
                  steps:
                    - to: mcp:log?level=debug&logger=store&message=at debug
                    - to: mcp:log?level=info&logger=store&message=at info
                    - setBody: {constant: '{"user":"ada","rows":[1]}'}
                    - unmarshal: {json: {unmarshalType: com.fasterxml.jackson.databind.node.ObjectNode}}
                    - to: mcp:log?level=warning
                    - setBody: {constant: talked}
            """;

    private void startSdkServer() {
        configure("other: {command: node, args: ['" + Path.of("src/test/clients/logging.mjs").toAbsolutePath()
                + "'], timeout: 30s, expose: {}}");
        gateway = offering().start();
        until(() -> tools().keySet().containsAll(List.of("talk", "levels", "wait", "go")));
    }

    @Test
    void aLegacyClientGetsTextAndDataAtItsLevel() {
        startSdkServer();
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");

        assertThat(talk(legacy)).as("the client has not asked").isEmpty();
        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"info\"}"));
        List<JsonNode> logs = talk(legacy);

        assertThat(logs).extracting(log -> log.get("level").asText()).containsExactly("info", "warning", "error");
        assertThat(logs.get(0).get("data").asText()).isEqualTo("at [31minfo");
        assertThat(logs.get(0).get("logger").asText()).isEqualTo(named("other") + "/store");
        assertThat(logs.get(1).get("data")).isEqualTo(McpClient.object("{\"user\":\"ada\",\"rows\":[1,{\"deep\":null}],\"x\":true}"));
        assertThat(logs.get(1).get("logger").asText()).isEqualTo(named("other"));
        assertThat(logs.get(2).get("data").asText()).startsWith("{\"big\":\"xxx").endsWith("x…").hasSize(10_001);

        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"critical\"}"));
        assertThat(talk(legacy)).isEmpty();
        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"debug\"}"));
        assertThat(talk(legacy)).extracting(log -> log.get("level").asText()).containsExactly("debug", "info", "warning", "error");
    }

    @Test
    void theServerIsAskedForLogsOnceAClientWantsThem() throws Exception {
        startSdkServer();
        LegacyClient quiet = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        LegacyClient curious = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        curious.request("logging/setLevel", McpClient.object("{\"level\":\"debug\"}"));

        talk(quiet);
        talk(quiet);
        assertThat(levels(quiet)).as("nobody has asked for one").isEmpty();
        try (StreamClient waits = curious.start("tools/call", McpClient.object("{\"name\":\"wait\",\"arguments\":{}}"), 9)) {
            until(() -> levels(quiet).equals("debug"));
            talk(quiet);
            assertThat(levels(quiet)).as("while a call wants debug").isEqualTo("debug");
            quiet.request("tools/call", McpClient.object("{\"name\":\"go\",\"arguments\":{}}"));
            LegacyClient.head(waits);
            assertThat(waits.body()).contains("waited");
        }
        assertThat(levels(quiet)).isEqualTo("debug");
        assertThat(modern("{}")).as("a modern client that wants no messages").isEmpty();
        assertThat(levels(quiet)).isEqualTo("debug");
    }

    @Test
    void aModernClientGetsTheLevelOfItsRequest() {
        startSdkServer();
        assertThat(modern("{\"io.modelcontextprotocol/logLevel\":\"warning\"}")).extracting(log -> log.get("level").asText())
                .containsExactly("warning", "error");
        List<JsonNode> all = modern("{\"io.modelcontextprotocol/logLevel\":\"debug\"}");
        assertThat(all).extracting(log -> log.get("level").asText()).containsExactly("debug", "info", "warning", "error");
        assertThat(all.get(2).at("/data/rows/1").has("deep")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServerOnHttpOfEitherEraLogs(boolean modernServer) {
        startUpstream();
        upstreamRoutes.file("talk", SERVER);
        try (EraProxy proxy = new EraProxy(upstream.url() + "/mcp", modernServer)) {
            configure("other: {url: '" + proxy.url() + "', timeout: 20s, expose: {}}");
            gateway = offering().start();
            until(() -> tools().containsKey("talk"));
            LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
            legacy.request("logging/setLevel", McpClient.object("{\"level\":\"info\"}"));
            List<JsonNode> logs = talk(legacy);
            assertThat(logs).extracting(log -> log.get("level").asText()).containsExactly("info", "warning");
            assertThat(logs.get(1).get("data")).isEqualTo(McpClient.object("{\"user\":\"ada\",\"rows\":[1]}"));
            assertThat(modern("{\"io.modelcontextprotocol/logLevel\":\"debug\"}")).extracting(log -> log.get("level").asText())
                    .containsExactly("debug", "info", "warning");
        }
    }

    private static String levels(LegacyClient client) {
        return client.request("tools/call", McpClient.object("{\"name\":\"levels\",\"arguments\":{}}")).json().at("/result/content/0/text")
                .asText();
    }

    /** Returns the params of the log messages of a call. */
    private static List<JsonNode> talk(LegacyClient client) {
        return logs(client.request("tools/call", McpClient.object("{\"name\":\"talk\",\"arguments\":{}}")).body());
    }

    private List<JsonNode> modern(String meta) {
        ObjectNode params = McpClient.object("{\"name\":\"talk\",\"arguments\":{}}");
        ObjectNode all = McpClient.object(meta).put("io.modelcontextprotocol/protocolVersion", McpClient.MODERN);
        all.putObject("io.modelcontextprotocol/clientCapabilities");
        params.set("_meta", all);
        return logs(gateway.client().post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "talk").body());
    }

    private static List<JsonNode> logs(String body) {
        assertThat(body).contains("talked");
        List<JsonNode> logs = new ArrayList<>();
        body.lines().filter(line -> line.startsWith("data: {")).map(line -> McpClient.object(line.substring(6)))
                .filter(message -> message.path("method").asText().equals("notifications/message"))
                .forEach(message -> logs.add(message.get("params")));
        return logs;
    }
}
