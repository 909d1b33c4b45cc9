package dev.caravan.client;

import static dev.caravan.McpClient.object;
import static dev.caravan.client.LegacyClient.next;
import static dev.caravan.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A tool that is called through call_tool has its own hints: users confirm it if it may destroy something, and call_tool itself is never confirmed. */
class ConfirmFoundToolTest {

    private static final int PORT = GatewayTest.freePort();
    private static final Path DONE = Path.of("target", "confirm-found-test-" + PORT);
    private static OwnGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        OwnGateway.Builder builder = OwnGateway.withEntries().port(PORT).set("tools.confirm-destructive", true).set("mcp.mode", "discover");
        for (String hint : new String[] {"destructiveHint", "readOnlyHint"}) {
            builder.file(hint, RouteYaml.tool(hint, "description: t\nparameter.what: string\n" + hint + ": true", """
                    - setBody: {constant: run}
                    - to: file:%s?fileName=%s
                    - setBody: {constant: done}
                    """.formatted(DONE, hint)));
        }
        gateway = builder.file("call", Files.readString(Path.of("routes/tools/discovery/call_tool.camel.yaml"))).start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static boolean done(String tool) throws Exception {
        return Files.deleteIfExists(DONE.resolve(tool));
    }

    @Test
    void legacyClientIsAskedAboutTheToolItself() throws Exception {
        for (String action : new String[] {"decline", "accept"}) {
            LegacyClient legacy = LegacyClient.open(PORT, "2025-11-25", LegacyClient.ALL);
            try (StreamClient stream = legacy.start("tools/call", call("destructiveHint"), 7)) {
                LegacyClient.head(stream);
                JsonNode question = next(stream, "elicitation/create");
                assertThat(question.at("/params/message").asText()).contains("destructiveHint", "{\"what\":\"all\"}").doesNotContain("call_tool");
                assertThat(done("destructiveHint")).isFalse();
                legacy.respond(question, "{\"action\":\"" + action + "\",\"content\":{}}");
                JsonNode result = result(stream);
                assertThat(result.get("isError").asBoolean()).as(result.toString()).isEqualTo(action.equals("decline"));
            }
            assertThat(done("destructiveHint")).isEqualTo(action.equals("accept"));
        }
    }

    @Test
    void modernClientIsAskedAboutTheToolItself() throws Exception {
        JsonNode question = modern("destructiveHint", null);
        assertThat(question.get("resultType").asText()).as(question.toString()).isEqualTo("input_required");
        assertThat(question.at("/inputRequests/confirmation/params/message").asText()).contains("destructiveHint", "{\"what\":\"all\"}").doesNotContain("call_tool");
        assertThat(done("destructiveHint")).isFalse();

        assertThat(modern("destructiveHint", "decline").at("/structuredContent/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(done("destructiveHint")).isFalse();
        assertThat(modern("destructiveHint", "accept").at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(done("destructiveHint")).isTrue();
    }

    @Test
    void toolThatOnlyReadsRunsWithoutAQuestion() throws Exception {
        assertThat(modern("readOnlyHint", null).at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(done("readOnlyHint")).isTrue();
    }

    private static ObjectNode call(String tool) {
        return object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"" + tool + "\",\"arguments\":{\"what\":\"all\"}}}");
    }

    private static JsonNode modern(String tool, String action) {
        ObjectNode params = call(tool);
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", McpClient.MODERN)
                .set("io.modelcontextprotocol/clientCapabilities", object("{\"elicitation\":{}}"));
        if (action != null) {
            params.putObject("inputResponses").putObject("confirmation").put("action", action);
        }
        return new McpClient(PORT).post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "call_tool").result();
    }
}
