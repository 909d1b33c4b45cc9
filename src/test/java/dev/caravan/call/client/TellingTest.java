package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route tells its client how far it is, and has it read of its course: {@code mcp:progress} and {@code mcp:log}. */
@Tag("full")
class TellingTest extends EditableGatewayTest {

    private static final String STEPS = """
            - to:
                uri: mcp:progress
                parameters:
                  progress: "0"
                  total: "100"
            - to:
                uri: mcp:progress
                parameters:
                  progress: ${header.half}
                  total: 100
                  message: Half of ${body[half]}
            - to:
                uri: mcp:log
                parameters:
                  level: warning
                  logger: course
                  message: at ${header.half}
            - to: mcp:log?level=info
            - to: mcp:log?level=debug&message=secret
            - to: mcp:progress?progress=99.5&total=100
            - setBody:
                constant: done
            """;

    private void tool(String name, String steps) {
        save(name, RouteYaml.tool(name, "description: test\nparameter.half: integer", steps));
        await().until(() -> list("tools").size() > 0);
    }

    private static ObjectNode params(String meta) {
        return McpClient.object("{\"name\":\"telling\",\"arguments\":{\"half\":50},\"_meta\":" + meta + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void legacyClientHearsProgressBeforeTheResult(String revision) throws Exception {
        tool("telling", STEPS);
        LegacyClient legacy = LegacyClient.open(port(), revision, "{}");

        try (StreamClient stream = legacy.start("tools/call", params("{\"progressToken\":\"t-1\"}"), 7)) {
            LegacyClient.head(stream);
            assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
            JsonNode first = next(stream, "notifications/progress").get("params");
            assertThat(first.toString()).isEqualTo("{\"progressToken\":\"t-1\",\"progress\":0,\"total\":100}");
            JsonNode second = next(stream, "notifications/progress").get("params");
            assertThat(second.toString()).isEqualTo("{\"progressToken\":\"t-1\",\"progress\":50,\"total\":100,\"message\":\"Half of 50\"}");
            assertThat(next(stream, "notifications/message").get("params").toString())
                    .isEqualTo("{\"level\":\"warning\",\"logger\":\"course\",\"data\":\"at 50\"}");
            assertThat(next(stream, "notifications/message").get("params").toString())
                    .isEqualTo("{\"level\":\"info\",\"data\":{\"half\":50}}");
            assertThat(next(stream, "notifications/progress").at("/params/progress").decimalValue()).isEqualByComparingTo("99.5");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("done");
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void logLevelOfTheSessionHolds(String revision) throws Exception {
        tool("telling", STEPS);
        LegacyClient legacy = LegacyClient.open(port(), revision, "{}");
        assertThat(legacy.request("logging/setLevel", McpClient.object("{\"level\":\"warning\"}")).result()).isEmpty();

        assertThat(levels(legacy)).containsExactly("warning");
        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"debug\"}"));
        assertThat(levels(legacy)).containsExactly("warning", "info", "debug");
        assertThat(levels(LegacyClient.open(port(), revision, "{}"))).as("of another session").containsExactly("warning", "info");
        assertThat(legacy.request("logging/setLevel", McpClient.object("{\"level\":\"loud\"}")).error().get("code").asInt())
                .isEqualTo(-32602);
        assertThat(legacy.request("logging/setLevel", McpClient.object("{}")).error().get("code").asInt()).isEqualTo(-32602);
    }

    private List<String> levels(LegacyClient legacy) throws Exception {
        List<String> levels = new ArrayList<>();
        try (StreamClient stream = legacy.start("tools/call", params("{}"), 8)) {
            LegacyClient.head(stream);
            for (JsonNode message = LegacyClient.message(stream); message.has("method"); message = LegacyClient.message(stream)) {
                levels.add(message.at("/params/level").asText());
            }
        }
        return levels;
    }

    @Test
    void modernClientHearsWhatItsRequestAsksFor() throws Exception {
        tool("telling", STEPS);
        String meta = "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}%s}";

        assertThat(modern(meta.formatted(""))).containsExactly("result");
        assertThat(modern(meta.formatted(",\"io.modelcontextprotocol/logLevel\":\"debug\""))).containsExactly("warning", "info", "debug",
                "result");
        assertThat(modern(meta.formatted(",\"io.modelcontextprotocol/logLevel\":\"error\",\"progressToken\":7"))).containsExactly("0", "50",
                "99.5", "result");
    }

    private List<String> modern(String meta) {
        Answer answer = client.post(McpClient.request("tools/call", params(meta)).toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "telling");
        assertThat(answer.body()).doesNotContain("id: ");
        List<String> heard = new ArrayList<>();
        for (String line : answer.body().lines().filter(line -> line.startsWith("data: ") || line.startsWith("{")).toList()) {
            JsonNode message = McpClient.object(line.replace("data: ", ""));
            String method = message.path("method").asText();
            McpClient.checkType(McpClient.MODERN,
                    method.endsWith("progress") ? "ProgressNotification" : method.endsWith("message") ? "LoggingMessageNotification"
                    : "JSONRPCResultResponse", message);
            heard.add(method.endsWith("progress") ? message.at("/params/progress").asText()
                    : method.endsWith("message") ? message.at("/params/level").asText() : "result");
        }
        return heard;
    }

    @Test
    void clientsWithoutEventStreamGetPlainJson() throws Exception {
        tool("telling", STEPS);

        Answer answer = client.post(McpClient.request("tools/call", params("{\"progressToken\":1}")).toString(), "Accept",
                "application/json");

        assertThat(answer.headers().get("content-type")).containsExactly("application/json");
        assertThat(answer.result().at("/structuredContent/ok").asBoolean()).isTrue();
    }
}
