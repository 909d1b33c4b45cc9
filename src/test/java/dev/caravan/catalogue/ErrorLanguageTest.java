package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors over REST and of JSON-RPC are in the language that the caller prefers, like results of tools. Codes are the same. */
class ErrorLanguageTest extends CatalogueTest {

    private static final String CHINESE = "(?s).*\\p{IsHan}.*";

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "GET # /api/v1/tables/999999999 # # 404/1004", "GET # /api/v1/tables/none # # 404/1004", "GET # /api/v1/nowhere # # 404/1004",
        "GET # /api/v1/tables?limit=0 # # 422/1006", "GET # /api/v1/tables?skip=-1 # # 422/1006", "POST # /api/v1/tables # {} # 422/1006",
        "POST # /api/v1/tables # [] # 422/1006", "POST # /api/v1/tables # {\"nam\":1} # 422/1006", "POST # /api/v1/tables # { # 400/1001",
        "POST # /api/v1/tools # {\"name\":\"a b\"} # 422/1006",
        "POST # /api/v1/tools # {\"table_id\":1,\"name\":\"a\",\"type\":\"x\"} # 422/1006",
        "GET # /api/v1/mcp/cvn_unknown/tools # # 404/3001", "PUT # /api/v1/mcp/cvn_unknown # {} # 404/3001",
        "POST # /api/v1/mcp/with_bindings # {\"bindings\":[]} # 422/1006", "DELETE # /api/v1/tools/999999999 # # 404/1004",
        "POST # /api/v1/mcp/with_bindings # {\"bindings\":[{\"tool\":\"none_such\"}]} # 404/1004"})
    void restErrorsAreChineseWhereTheCallerPrefersIt(String method, String path, String body, String error) {
        RestClient.Answer chinese = rest.with("Accept-Language", "zh-CN,en;q=0.5").send(method, path, body);
        RestClient.Answer english = rest.with("Accept-Language", "en,zh;q=0.5").send(method, path, body);

        assertThat(chinese.error()).isEqualTo(error).isEqualTo(english.error());
        assertThat(chinese.message()).matches(CHINESE);
        assertThat(english.message()).doesNotMatch(CHINESE).isEqualTo(rest.send(method, path, body).message());
    }

    @Test
    void conflictsAndStaleWritesAreChineseToo() {
        RestClient chinese = rest.with("Accept-Language", "zh");
        long table = table("{\"a\":1}");
        long tool = tool(table, "preview", "same", "");
        assertThat(chinese.post("/api/v1/mcp/with_bindings", bindings(tool, tool(table, "get_all_data", "same", ""))).message())
                .contains("新的 MCP 实例", "same");
        assertThat(chinese.put("/api/v1/tables/" + table, "{\"version\":7}").message()).matches(CHINESE);
        assertThat(rest.with("Accept-Language", "zh", "If-Match", "\"x\"").put("/api/v1/tables/" + table, "{}").message()).matches(CHINESE);
        assertThat(rest.with("Accept-Language", "zh", "Idempotency-Key", "a b").post("/api/v1/tables", "{}").message()).matches(CHINESE);
        table("{}");
        assertThat(chinese.get("/api/v1/tables?limit=1").message()).contains("skip=1").matches(CHINESE);
    }

    @Test
    void jsonRpcErrorsAreChineseWhereTheCallerPrefersIt() {
        Made instance = instance(tool(table("{}"), "get_all_data", "everything", ""));
        for (McpClient client : new McpClient[] {this.client, mcp(instance)}) {
            ObjectNode call = McpClient.object("{\"name\":\"everythin\",\"arguments\":{}}");
            String chinese = client.post(McpClient.request("tools/call", call).toString(), "Accept-Language", "zh-CN").error()
                    .get("message").textValue();
            String english = client.post(McpClient.request("tools/call", call).toString()).error().get("message").textValue();
            assertThat(chinese).matches(CHINESE).contains("everythin");
            assertThat(english).startsWith("Unknown tool: everythin").doesNotMatch(CHINESE);
            call.putObject("_meta").put("locale", "zh-Hans");
            assertThat(client.post(McpClient.request("tools/call", call).toString()).error().get("message").textValue()).matches(CHINESE);
        }
    }
}
