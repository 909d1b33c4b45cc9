package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools of real MCP servers become parameters that OpenAI takes. */
@Tag("full")
class RealServersTest extends RealSchemasTest {

    @Test
    void toolsOfRealServersAreConverted(@TempDir Path files) throws Exception {
        Map<String, String> servers = new LinkedHashMap<>();
        servers.put("@modelcontextprotocol/server-everything/dist/index.js", "stdio");
        servers.put("@modelcontextprotocol/server-filesystem/dist/index.js", files.toString());
        servers.put("@modelcontextprotocol/server-memory/dist/index.js", "");
        servers.put("@modelcontextprotocol/server-sequential-thinking/dist/index.js", "");
        servers.put("@modelcontextprotocol/server-github/dist/index.js", "");
        servers.put("@notionhq/notion-mcp-server/bin/cli.mjs", "");
        servers.put("@playwright/mcp/cli.js", "--headless");
        ConversionTally tally = new ConversionTally("Tools of " + servers.size() + " servers");
        for (var server : servers.entrySet()) {
            ArrayNode tools = tools(server.getKey(), server.getValue());
            assertThat(tools).as(server.getKey()).isNotEmpty();
            for (JsonNode tool : tools) {
                JsonNode schema = tool.get("inputSchema");
                JsonNode before = schema.deepCopy();
                long start = System.nanoTime();
                ObjectNode parameters = InputParameters.of(schema);
                tally.converted(server.getKey() + " " + tool.get("name").asText(), parameters, System.nanoTime() - start);
                assertThat(schema).as("the input is not changed").isEqualTo(before);
                assertThat(parameters.get("properties")).as("none of them is left out").hasSameSizeAs(schema.path("properties"));
            }
        }
        tally.tell();
        assertThat(tally.refused).isEmpty();
        assertThat(tally.number).isGreaterThanOrEqualTo(100);
    }

    private static ArrayNode tools(String script, String argument) throws IOException {
        List<String> command = new ArrayList<>(List.of("node", MODULES.resolve(script).toString()));
        if (!argument.isEmpty()) {
            command.add(argument);
        }
        Process server = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(server::destroyForcibly);
        try (OutputStream to = server.getOutputStream(); BufferedReader from = server.inputReader(StandardCharsets.UTF_8)) {
            ObjectNode hello = JSON.createObjectNode().put("protocolVersion", "2025-06-18");
            hello.putObject("capabilities");
            hello.putObject("clientInfo").put("name", "caravan").put("version", "1");
            asked(to, from, 1, "initialize", hello);
            send(to, JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
            ArrayNode tools = JSON.createArrayNode();
            ObjectNode page = JSON.createObjectNode();
            for (int id = 2; page != null; id++) {
                JsonNode answer = asked(to, from, id, "tools/list", page);
                tools.addAll((ArrayNode) answer.get("tools"));
                page = answer.hasNonNull("nextCursor") ? JSON.createObjectNode().set("cursor", answer.get("nextCursor")) : null;
            }
            return tools;
        } finally {
            server.destroy();
        }
    }

    private static JsonNode asked(OutputStream to, BufferedReader from, int id, String method, JsonNode params) throws IOException {
        ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
        send(to, request.set("params", params));
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            if (line.startsWith("{")) {
                JsonNode message = JSON.readTree(line);
                if (message.path("id").asInt() == id && !message.has("method")) {
                    assertThat(message.get("error")).isNull();
                    return message.get("result");
                }
            }
        }
        throw new IOException("The server left without an answer to " + method);
    }

    private static void send(OutputStream to, JsonNode message) throws IOException {
        to.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }
}
