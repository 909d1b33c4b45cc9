package dev.caravan.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.source.mcp.OddServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official TypeScript clients list everything, although a server's definitions have members that the clients refuse. */
@Tag("full")
class ForeignListsTest {

    private static final String BOOLEANS = """
            {"name":"booleans","inputSchema":{"type":"object","properties":{"b":true,"never":false,"deep":{"type":"object",\
            "properties":{"c":true},"additionalProperties":false,"propertyNames":true},
              "list":{"type":"array","items":true,"contains":false},"tuple":{"prefixItems":[true,false]},"any":{"anyOf":[true,\
            {"not":true}]},"free":{"additionalProperties":{"properties":{"d":true}}}},
              "patternProperties":{"^x":true},"$defs":{"e":true},"dependentSchemas":{"b":true},"additionalProperties":true},
             "outputSchema":{"type":"object","properties":{"result":true,"deep":{"properties":{"f":false}}},"required":["result"]}}""";

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "auto"})
    void oneOddDefinitionBlindsNoClient(String mode) throws Exception {
        Path sources = TemporaryFolder.make("upstream");
        try (OddServer server = new OddServer()) {
            server.lists("tools", BOOLEANS)
                    .lists("tools",
                            "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"array\",\"items\":{}}}")
                    .lists("tools",
                            "{\"name\":\"hints\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"title\":7,"
                                    + "\"readOnlyHint\":\"yes\"},\"icons\":7,\"execution\":{\"taskSupport\":\"x\"},\"_meta\":[]}")
                    .lists("tools",
                            "{\"name\":\"text\",\"title\":7,\"description\":{},\"inputSchema\":{\"type\":\"object\",\"required\":\"all\"}}")
                    .lists("tools", "{\"name\":\"fine\",\"inputSchema\":{\"type\":\"object\"}}")
                    .lists("resources",
                            "{\"uri\":\"far:///a\",\"name\":7,\"size\":\"big\",\"annotations\":{\"audience\":[\"x\"],\"priority\":\"0.5\","
                                    + "\"lastModified\":\"today\"},\"icons\":[{\"src\":\"https://a/b\",\"sizes\":\"any\","
                                    + "\"theme\":\"pink\"}],\"_meta\":7}")
                    .lists("resourceTemplates", "{\"uriTemplate\":\"far:///{id}/x\",\"name\":\"n\",\"annotations\":7,\"mimeType\":7}")
                    .lists("prompts", "{\"name\":\"ask\",\"title\":7,\"arguments\":[{\"name\":\"a\",\"required\":\"yes\"}]}");
            ServerFiles.save(sources.resolve("servers"), "listed-by-" + mode,
                    "{url: '" + server.url() + "', expose: {resources: true, prompts: true}}");
            try (OwnGateway gateway = OwnGateway.withSources(sources).shared().file("own",
                    "- route: {id: own, from: {uri: \"ai-tool:own\", parameters: {argSchema: '{\"type\":\"object\","
                            + "\"properties\":{\"b\":true}}'}, steps: [{setBody: {constant: own}}]}}\n")
                    .start()) {
                await().atMost(Duration.ofMinutes(1)).until(
                        () -> listed(gateway, "tools/list").contains("\"fine\"") && listed(gateway, "prompts/list").contains("\"ask\""));
                JsonNode seen = NodeClient.run("lists.mjs", gateway.port(), mode);
                Map<String, JsonNode> tools = new TreeMap<>();
                seen.get("tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
                assertThat(tools).containsKeys("booleans", "fine", "hints", "list", "own");
                assertThat(seen.at("/resources/0/uri").asText()).isEqualTo("far:///a");
                assertThat(seen.at("/resourceTemplates/0/uriTemplate").asText()).isEqualTo("far:///{id}/x");
                assertThat(seen.at("/prompts/0/name").asText()).isEqualTo("ask");
                JsonNode input = tools.get("booleans").get("inputSchema");
                assertThat(input.at("/properties/b").toString()).isEqualTo("{}");
                assertThat(input.at("/properties/never").toString()).isEqualTo("{\"not\":{}}");
                assertThat(input.toString().replaceAll("\"additionalProperties\":(true|false)", "")).doesNotContain("true", "false");
                assertThat(input.at("/properties/deep/additionalProperties").booleanValue()).isFalse();
                assertThat(tools.get("booleans").at("/outputSchema/properties").toString())
                        .isEqualTo("{\"result\":{},\"deep\":{\"properties\":{\"f\":{\"not\":{}}}}}");
            }
        }
    }

    private static String listed(OwnGateway gateway, String method) {
        return gateway.client().post(McpClient.request(method, null).toString(), "MCP-Protocol-Version", "2025-11-25").json().toString();
    }
}
