package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import dev.caravan.embedded.FreePorts;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tool of server-everything that must be a task (MCP 2025-11-25) is called like any other, and its task asks the client of the call. */
@Tag("nightly")
class LegacyTaskServersTest extends FederatedGateways {

    private static final Path SERVER = Path.of("src/test/clients/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
            .toAbsolutePath();

    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stdio", "streamableHttp"})
    void taskReturnsItsResultAndAsksItsClient(String transport) throws Exception {
        configure("everything: {" + place(transport) + ", timeout: 60s, expose: {tools: [simulate-research-query]}}");
        gateway = offering().start();
        until(() -> tools().containsKey("simulate-research-query"));
        assertThat(tools().get("simulate-research-query").has("execution")).as("the gateway's own clients call it as any tool").isFalse();

        JsonNode result = call("simulate-research-query", "{\"topic\":\"camels\"}").get("result");
        assertThat(result.at("/content/0/text").asText()).contains("Research Report: camels");
        assertThat(result.toString()).doesNotContain("related-task");

        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{\"elicitation\":{}}");
        try (StreamClient call = legacy.start("tools/call",
                McpClient.object("{\"name\":\"simulate-research-query\",\"arguments\":{\"topic\":\"python\",\"ambiguous\":true}}"), 7)) {
            LegacyClient.head(call);
            JsonNode asked = LegacyClient.next(call, "elicitation/create");
            assertThat(asked.at("/params/message").asText()).contains("multiple interpretations");
            legacy.respond(asked, "{\"action\":\"accept\",\"content\":{\"interpretation\":\"snake\"}}");
            assertThat(LegacyClient.result(call).at("/content/0/text").asText()).contains("Research Report: python (snake)");
        }
    }

    private String place(String transport) throws Exception {
        if (transport.equals("stdio")) {
            return "command: node, args: [\"" + SERVER + "\"]";
        }
        int port = FreePorts.pick();
        ProcessBuilder builder = new ProcessBuilder("node", SERVER.toString(), transport).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PORT", String.valueOf(port));
        process = builder.start();
        until(() -> {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            } catch (java.io.IOException notYet) {
                return false;
            }
        });
        return "url: 'http://127.0.0.1:" + port + "/mcp'";
    }
}
