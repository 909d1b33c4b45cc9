package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three lines of settings bring in a published server. */
@Tag("full")
class FederatedServersTest extends FederatedGateways {

    private static final Path SERVERS = Path.of("src/test/clients/node_modules/@modelcontextprotocol").toAbsolutePath();

    @Test
    void publishedServersAreOfferedAndCalled() throws Exception {
        Path data = TemporaryFolder.make("federated").toRealPath();
        Files.writeString(data.resolve("hello.txt"), "Hello from a file");
        configure("""
                everything: {command: node, args: ["%1$s/server-everything/dist/index.js"], expose: {prefix: e_}}
                files: {command: node, args: ["%1$s/server-filesystem/dist/index.js", "%2$s"], expose: {tools: ["*", "!write_*"]}}
                memory: {command: node, args: ["%1$s/server-memory/dist/index.js"], env: ["MEMORY_FILE_PATH=%2$s/memory.json"], expose: \
                {prefix: m_}}
                thinking: {command: node, args: ["%1$s/server-sequential-thinking/dist/index.js"], expose: {}}
                """.formatted(SERVERS, data));
        gateway = offering().start();

        until(() -> tools().keySet().containsAll(java.util.Set.of("e_echo", "read_text_file", "m_read_graph", "sequentialthinking")));
        assertThat(tools()).doesNotContainKey("write_file");
        assertThat(text("e_echo", "{\"message\":\"hi\"}")).contains("hi");
        assertThat(text("read_text_file", "{\"path\":\"" + data + "/hello.txt\"}")).isEqualTo("Hello from a file");
        assertThat(call("m_create_entities", "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"counts\"]}]}")
                .at("/result/isError").asBoolean()).isFalse();
        assertThat(text("m_read_graph", "{}")).contains("Ada");
        assertThat(call("sequentialthinking", "{\"thought\":\"One\",\"nextThoughtNeeded\":false,\"thoughtNumber\":1,\"totalThoughts\":1}")
                .at("/result/isError").asBoolean()).isFalse();
        assertThat(text("read_text_file", "{\"path\":\"/etc/passwd\"}")).contains("denied");
    }

    @Test
    void progressOfAServerReachesTheClientThatCalls() {
        configure("everything: {command: node, args: [\"" + SERVERS + "/server-everything/dist/index.js\"], expose: {}}");
        gateway = offering().start();
        until(() -> tools().containsKey("trigger-long-running-operation"));

        ObjectNode params = McpClient.object(
                "{\"name\":\"trigger-long-running-operation\",\"arguments\":{\"duration\":1,\"steps\":4},"
                        + "\"_meta\":{\"progressToken\":\"mine\"}}");
        String stream = gateway.client().post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version", "2025-11-25")
                .body();

        assertThat(stream).contains("notifications/progress").contains("\"progressToken\":\"mine\"").contains("\"total\":4");
        assertThat(stream.indexOf("notifications/progress")).isLessThan(stream.indexOf("\"result\""));
    }

    @Test
    void resourcesTemplatesAndPromptsOfAServerAreRead() {
        configure("everything: {command: node, args: [\"" + SERVERS
                + "/server-everything/dist/index.js\"], expose: {prefix: e_, resources: true, prompts: true}}");
        gateway = offering().start();
        until(() -> ask("prompts/list", "{}").toString().contains("e_args-prompt"));

        assertThat(ask("resources/list", "{}").toString()).contains("demo://resource/static/document/features.md");
        assertThat(
                ask("resources/read", "{\"uri\":\"demo://resource/static/document/features.md\"}").at("/result/contents/0/text").asText())
                .contains("Everything");
        assertThat(ask("resources/templates/list", "{}").toString()).contains("demo://resource/dynamic/text/{resourceId}");
        assertThat(ask("resources/read", "{\"uri\":\"demo://resource/dynamic/text/7\"}").at("/result/contents/0/text").asText())
                .contains("7");
        assertThat(ask("resources/read", "{\"uri\":\"demo://resource/dynamic/blob/7\"}").at("/result/contents/0/blob").asText())
                .isNotEmpty();
        assertThat(ask("resources/read", "{\"uri\":\"demo://resource/nowhere\"}").at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(ask("prompts/get", "{\"name\":\"e_args-prompt\",\"arguments\":{\"city\":\"Paris\"}}")
                .at("/result/messages/0/content/text").asText()).contains("Paris");
        assertThat(ask("prompts/get", "{\"name\":\"e_args-prompt\",\"arguments\":{}}").at("/error/code").asInt()).isEqualTo(-32602);
    }

    private JsonNode ask(String method, String params) {
        return gateway.client().post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25")
                .json();
    }
}
