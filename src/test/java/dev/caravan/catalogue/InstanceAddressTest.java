package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An instance is reached by its key, and its tools are listed for that key or for its owner. */
class InstanceAddressTest extends CatalogueTest {

    @Test
    @DisplayName("通过 api_key 查询绑定工具列表（默认仅 enabled；显式包含 disabled）")
    void keyListsBoundTools() {
        long table = table(ORDERS);
        long on = tool(table, "query_data", "on", "");
        long off = tool(table, "get_all_data", "off", "");
        Made instance = instance(on, off);
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + off, "{\"status\":false}").data();
        RestClient anyone = rest.as(null);
        JsonNode enabled = anyone.get("/api/v1/mcp/" + instance.key() + "/tools").data();
        assertThat(enabled).hasSize(1);
        assertThat(enabled.get(0).get("tool_id").longValue()).isEqualTo(on);
        assertThat(enabled.get(0).get("type").textValue()).isEqualTo("query_data");
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=true").data().findValues("binding_status").stream()
                .map(JsonNode::booleanValue))
                .containsExactly(false, true);
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=perhaps").error()).isEqualTo("422/1006");
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools").error()).as("a disabled instance").isEqualTo("404/3001");
    }

    @Test
    @DisplayName("通过 mcp_id 查询绑定工具列表（需要登录 + 所有权校验）")
    void ownerListsBoundToolsById() {
        Made instance = instance(tool(table(ORDERS), "query_data", "on", ""));
        assertThat(rest.get("/api/v1/mcp/id/" + instance.id() + "/tools").data().findValuesAsText("name")).containsExactly("on");
        assertThat(rest.as(newUser()).get("/api/v1/mcp/id/" + instance.id() + "/tools").error()).isEqualTo("404/1004");
        assertThat(rest.get("/api/v1/mcp/id/999999999/tools").error()).isEqualTo("404/1004");
    }

    /** The Inspector's command line talks to /mcp at whatever address does not end so. */
    @Test
    void addressMayEndInMcp() {
        Made instance = instance(tool(table(ORDERS), "query_data", "on", ""));
        assertThat(names(new Made(instance.id(), instance.key() + "/mcp"))).containsExactly("on");
        assertThat(McpClient.ofInstance(port(), "cvn_unknown/mcp").post(McpClient.request("tools/list", null).toString()).status())
                .isEqualTo(404);
    }

    /** It was answered as the gateway's own, and its key stood in the audit log. */
    @Test
    void longerPathIsNotFound() throws Exception {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "query_data", "on", ""));
        try (GatewayLog log = GatewayLog.record()) {
            for (String longer : new String[] {"/foo", "/foo/bar", "/mcp/x"}) {
                McpClient.Answer answer = McpClient.ofInstance(port(), instance.key() + longer)
                        .post(McpClient.request("tools/list", null).toString());
                assertThat(answer.status()).as(longer).isEqualTo(404);
                McpClient.ofInstance(port(), instance.key() + longer).post("x", "Content-Type", "text/plain");
            }
            for (String path : new String[] {"/api/v1/tables/" + table + "/nonsense", "/api/v1/tables/" + table + "/tools", "/mcp/a/b/c"}) {
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).build(), BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path).isEqualTo(404);
            }
            log.auditEvents("HTTP_404", 9);
            assertThat(log.text()).doesNotContain(instance.key());
        }
    }

    @Test
    @DisplayName("api_key 不存在时返回 NOT_FOUND")
    void unknownKeyIsNotFound() {
        assertThat(rest.get("/api/v1/mcp/cvn_unknown/tools").error()).isEqualTo("404/3001");
        McpClient.Answer answer = McpClient.ofInstance(port(), "cvn_unknown").post(McpClient.request("tools/list", null).toString());
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("message").textValue()).contains("No enabled MCP instance has this API key");
    }

    @Test
    void instanceOffersToolsButNoResources() {
        Made instance = instance(tool(table("{}"), "get_all_data", "all", ""));
        JsonNode capabilities = mcp(instance).legacy("2025-11-25", "initialize",
                McpClient.object(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"),
                "InitializeResult").result().get("capabilities");
        assertThat(capabilities).isEqualTo(json("{\"logging\":{},\"tools\":{\"listChanged\":true}}"));
        assertThat(mcp(instance).modern("server/discover", null, "DiscoverResult").result().get("capabilities"))
                .isEqualTo(json("{\"logging\":{},\"tools\":{\"listChanged\":true},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"));
        assertThat(mcp(instance).post(McpClient.request("resources/list", null).toString()).error().get("code").intValue())
                .isEqualTo(-32601);
    }
}
