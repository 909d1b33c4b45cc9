package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message sees the tools of the toolset that its property, the listener or the key names; of several, what all of them have. */
@Tag("full")
class BusToolsetsTest {

    private final String name = "sets-" + UUID.randomUUID();
    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();

    private OwnGateway.Builder gateway() throws Exception {
        Path folder = TemporaryFolder.make("toolsets");
        Files.writeString(folder.resolve("sales.yaml"), "tools: [count, find]\n");
        Files.writeString(folder.resolve("shop.yaml"), "tags: [shop]\n");
        return OwnGateway.withEntries().set("toolsets.directory", folder).file("count", tool("count", "a"))
                .file("find", tool("find", "shop")).file("other", tool("other", "shop"))
                .settings("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name,
                        "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name,
                        "bus.kafka.group-id=" + name, "security.failed-logins.attempts=0");
    }

    private static String tool(String name, String tag) {
        return RouteYaml.tool(name, "description: d\nreadOnlyHint: true\ntags: " + tag, "- setBody:\n    constant: 12");
    }

    private static List<String> tools(BusClient client, String... headers) {
        List<String> names = new ArrayList<>();
        client.request(McpClient.request("tools/list", null).toString(), headers).at("/result/tools")
                .forEach(tool -> names.add(tool.get("name").textValue()));
        return names;
    }

    private static String refusal(BusClient client, String tool, String... headers) {
        JsonNode params = McpClient.object("{\"name\":\"" + tool + "\",\"arguments\":{}}");
        return client.request(McpClient.request("tools/call", params).toString(), headers).at("/error/message").asText();
    }

    @Test
    void propertyNamesTheToolset() throws Exception {
        try (OwnGateway gateway = gateway().start();
                BusClient overJms = new JmsClient(jms, name); BusClient overKafka = new KafkaClient(kafka, name)) {
            for (BusClient client : List.of(overJms, overKafka)) {
                assertThat(tools(client)).containsExactly("count", "find", "other");
                assertThat(tools(client, "X-MCP-Toolset", "sales")).containsExactly("count", "find");
                assertThat(refusal(client, "other", "X-MCP-Toolset", "sales")).isEqualTo("Unknown tool: other");
                assertThat(refusal(client, "count", "X-MCP-Toolset", "sales")).isEmpty();
                assertThat(refusal(client, "count", "X-MCP-Toolset", "none")).isEqualTo("There is no such toolset. Check its name");
                assertThat(refusal(client, "count", "X-MCP-Toolset", "sales", "X-MCP-Instance", "cvn_x"))
                        .isEqualTo("An MCP instance has no toolsets. Name either the instance or the toolset");
            }
        }
    }

    @Test
    void listenerAndKeyNarrowToo() throws Exception {
        try (OwnGateway gateway = gateway().set("bus.toolset", "sales").apiKey("ann", "k-ann", "tools:read,tools:call")
                .apiKey("ben", "k-ben", "tools:read,tools:call").set("security.keys[1].toolsets", "shop").start();
                BusClient overJms = new JmsClient(jms, name); BusClient overKafka = new KafkaClient(kafka, name)) {
            for (BusClient client : List.of(overJms, overKafka)) {
                assertThat(tools(client, "X-API-Key", "k-ann")).containsExactly("count", "find");
                assertThat(tools(client, "X-API-Key", "k-ann", "X-MCP-Toolset", "shop")).containsExactly("find");
                assertThat(tools(client, "X-API-Key", "k-ben")).containsExactly("find");
                assertThat(refusal(client, "other", "X-API-Key", "k-ben", "X-MCP-Toolset", "shop")).isEqualTo("Unknown tool: other");
                assertThat(refusal(client, "count", "X-MCP-Toolset", "none")).isEqualTo("Credentials are required");
            }
            assertThat(gateway.client().post(McpClient.request("tools/list", null).toString(), "X-API-Key", "k-ann").body())
                    .as("over HTTP").contains("other");
        }
    }
}
