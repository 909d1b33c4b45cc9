package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** At {@code /mcp/set/NAME} a client sees and calls what the toolset names, in its words, and nothing else. */
@Tag("full")
class ToolsetsTest {

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() throws Exception {
        Path folder = TemporaryFolder.make("toolsets");
        Files.writeString(folder.resolve("sales.yaml"), """
                tools: [count_*, "!count_secrets", draw]
                tags: [papers]
                resources: ["note:///*", "tool:///{name}"]
                prompts: [ask_sales]
                overrides:
                  count_orders: {title: Orders, description: How many orders there are}
                """);
        Files.writeString(folder.resolve("shop.yaml"), "databases: [shop]\ntools: [\"!erase_shop\"]\n");
        Files.writeString(folder.resolve("nothing.yaml"), "# selects nothing yet\n");
        gateway = OwnGateway.withEntries().set("toolsets.directory", folder)
                .tool("count_orders", "a", "12").tool("count_secrets", "a", "s").tool("read_paper", "papers", "p")
                .tool("other", "b", "o").tool("query_shop", "databases,database:shop", "q").tool("erase_shop", "database:shop", "e")
                .tool("query_old_shop", "database:old_shop", "x")
                .file("draw", RouteYaml.tool("draw", "description: d\nmeta: '{\"ui\":{\"resourceUri\":\"ui://a/chart\"}}'",
                        "- setBody:\n    constant: drawn"))
                .file("app", RouteYaml.route("app", "ai-resource:app", "resourceUri: ui://a/chart", "- setBody:\n    constant: page"))
                .file("app2", RouteYaml.route("app2", "ai-resource:app2", "resourceUri: ui://a/other", "- setBody:\n    constant: page"))
                .file("note", RouteYaml.route("note", "ai-resource:note", "uriTemplate: note:///{id}\ncomplete.id: n1,n2",
                        "- setBody:\n    constant: text"))
                .file("memo", RouteYaml.route("memo", "ai-resource:memo", "uriTemplate: memo:///{id}\ncomplete.id: n1,n2",
                        "- setBody:\n    constant: text"))
                .file("ask", RouteYaml.route("ask", "ai-prompt:ask_sales", "description: d", "- setBody:\n    constant: text"))
                .file("ask2", RouteYaml.route("ask2", "ai-prompt:ask_other", "description: d", "- setBody:\n    constant: text"))
                .file("tool", Files.readString(Path.of("routes/resources/tool.camel.yaml"))).start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void listsHaveTheToolsetsThingsOnly() {
        assertThat(names("sales", "tools", "tools")).containsExactly("count_orders", "draw", "read_paper");
        assertThat(names("shop", "tools", "tools")).containsExactly("query_shop");
        assertThat(names("nothing", "tools", "tools")).isEmpty();
        assertThat(names("sales", "resources", "resources")).containsExactly("app");
        assertThat(names("sales", "resources/templates", "resourceTemplates")).containsExactly("note", "tool");
        assertThat(names("sales", "prompts", "prompts")).containsExactly("ask_sales");
        assertThat(names("shop", "resources", "resources")).isEmpty();
        assertThat(names("shop", "prompts", "prompts")).isEmpty();
    }

    @Test
    void modernClientsSeeTheSame() {
        JsonNode result = McpClient.object(modern("/mcp/set/sales", "tools/list", "{}").body()).get("result");
        assertThat(result.get("tools")).extracting(tool -> tool.get("name").textValue()).containsExactly("count_orders", "draw",
                "read_paper");
        assertThat(result.get("cacheScope").textValue()).isEqualTo("private");
        assertThat(modern("/mcp/set/sales", "tools/call", "{\"name\":\"count_orders\"}", "Mcp-Name", "count_orders").body()).contains("12");
        assertThat(modern("/mcp/set/sales", "tools/call", "{\"name\":\"other\"}", "Mcp-Name", "other").body()).contains("Unknown tool");
    }

    @Test
    void toolIsShownInTheToolsetsWords() {
        JsonNode tool = rpc("/mcp/set/sales", "tools/list", "{}").at("/result/tools/0");
        assertThat(tool.get("title").textValue()).isEqualTo("Orders");
        assertThat(tool.get("description").textValue()).isEqualTo("How many orders there are");
        assertThat(rpc("/mcp/set/sales", "resources/read", "{\"uri\":\"tool:///count_orders\"}").toString()).contains("How many orders");
        assertThat(rpc("/mcp", "tools/list", "{}").at("/result/tools/0/description").textValue()).isEqualTo("A tool");
    }

    @Test
    void hiddenThingsAreAnsweredAsMissingOnes() {
        for (String name : List.of("other", "count_secrets", "query_shop")) {
            assertThat(error("tools/call", "{\"name\":\"%s\",\"arguments\":{}}".formatted(name))).startsWith("Unknown tool: " + name);
        }
        assertThat(error("tools/call", "{\"name\":\"othr\"}")).isEqualTo("Unknown tool: othr");
        assertThat(error("prompts/get", "{\"name\":\"ask_other\"}")).isEqualTo("Unknown prompt: ask_other");
        for (String uri : List.of("memo:///n1", "ui://a/other", "tool:///other")) {
            assertThat(error("resources/read", "{\"uri\":\"%s\"}".formatted(uri))).isEqualTo("Resource not found");
        }
        assertThat(error("resources/subscribe", "{\"uri\":\"memo:///n1\"}")).isEqualTo("Resource not found");
        assertThat(error("completion/complete", complete("memo:///{id}"))).contains("does not exist");
        assertThat(rpc("/mcp/set/sales", "completion/complete", complete("note:///{id}")).at("/result/completion/values")).hasSize(2);
        assertThat(rpc("/mcp/set/sales", "completion/complete", complete("tool:///{name}").replace("\"id\"", "\"name\""))
                .at("/result/completion/values")).hasSize(3);
        assertThat(rpc("/mcp/set/sales", "resources/read", "{\"uri\":\"ui://a/chart\"}").toString()).contains("page");
    }

    @Test
    void addressMayEndInMcp() {
        assertThat(rpc("/mcp/set/sales/mcp", "tools/list", "{}").at("/result/tools")).hasSize(3);
    }

    @Test
    void unknownToolsetIsNotFound() {
        for (String path : List.of("/mcp/set/none", "/mcp/set/none/mcp", "/mcp/set/..%2Fsales", "/mcp/set/sales.yaml")) {
            assertThat(client.rpcAt(path, "tools/list", "{}").status()).as(path).isEqualTo(404);
            assertThat(client.send("GET", path, null).status()).as(path).isEqualTo(404);
        }
    }

    private static String complete(String template) {
        return "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"%s\"},\"argument\":{\"name\":\"id\",\"value\":\"\"}}".formatted(template);
    }

    private static String error(String method, String params) {
        return rpc("/mcp/set/sales", method, params).at("/error/message").asText();
    }

    private static JsonNode rpc(String path, String method, String params) {
        return client.rpcAt(path, method, params).json();
    }

    private static SecuredClient.Answer modern(String path, String method, String params, String... headers) {
        RightsTable.Message message = new RightsTable.Message(method, List.of(), Right.READ, "", "", true, params);
        List<String> all = new ArrayList<>(List.of("MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", method));
        all.addAll(List.of(headers));
        return client.send("POST", path, message.json("modern", params), all.toArray(String[]::new));
    }

    private static List<String> names(String toolset, String method, String member) {
        List<String> names = new ArrayList<>();
        rpc("/mcp/set/" + toolset, method + "/list", "{}").at("/result/" + member).forEach(each -> names.add(each.get("name").textValue()));
        return names;
    }
}
