package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.StreamClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** U+0000, which PostgreSQL keeps nowhere, is a caller's mistake at each door, never an internal error. */
class NullCharactersTest extends CatalogueTest {

    private static final String NUL = "a\\u0000b";
    private static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/tables {'name':'X'}", "/api/v1/tables {'name':'n','description':'X'}",
        "/api/v1/tables {'name':'n','data':{'X':1}}",
        "/api/v1/tables {'name':'n','data':['X']}", "/api/v1/mcp {'name':'X'}",
        "/api/v1/tools {'table_id':T,'type':'query_data','name':'X'}",
        "/api/v1/tools {'table_id':T,'type':'query_data','name':'n','description':'X'}",
        "/api/v1/tools {'table_id':T,'type':'query_data','name':'n','json_path':'/X'}",
        "/api/v1/tools {'table_id':T,'type':'query_data','name':'n','metadata':{'X':'X'}}",
        "/api/v1/tools {'table_id':T,'type':'query_data','name':'n','input_schema':{'type':'object','title':'X'}}",
        "/api/v1/tools/search {'table_id':T,'name':'X'}", "/api/v1/tables/T/data {'elements':[{'key':'X','content':1}]}",
        "/api/v1/tables/T/data {'elements':[{'key':'k','content':'X'}]}",
        "/api/v1/tables/T/data {'json_pointer_path':'/X','elements':[{'key':'k','content':1}]}",
        "/api/v1/mcp/with_bindings {'bindings':[{'tool_id':1,'name':'X'}]}"})
    void aRestBodyIsRefused(String request) {
        long table = table("{}");
        String[] parts = request.replace('\'', '"').replace("X", NUL).replace("/T/", "/" + table + "/").replace(":T,", ":" + table + ",")
                .split(" ", 2);

        RestClient.Answer answer = rest.ask("POST", parts[0], parts[1]);

        assertThat(answer.status()).as(answer.json().toString()).isIn(201, 400, 404, 422); // JSON that is kept as text may have it
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/mcp/a%00b", "/api/v1/mcp/a%00b/tools", "/api/v1/tables/a%00b",
        "/api/v1/tables/T/data?json_pointer_path=/a%00b", "/api/v1/tools?name=a%00b", "/api/v1/tables?offset=%00"})
    void anAddressIsRefusedOrFindsNothing(String address) {
        RestClient.Answer answer = rest.ask("GET", address.replace("T", String.valueOf(table("{}"))), null);

        assertThat(answer.status()).as(answer.json().toString()).isIn(200, 400, 404, 422);
    }

    @Test
    void aMessageIsRefusedOrFindsNothing() {
        Made instance = instance(tool(table("{\"a\":{}}"), "create", "add", ""), tool(table("{\"a\":1}"), "query_data", "query", ""),
                tool(table("{\"a\":1}"), "select", "some", ""));
        String session = mcp(instance).post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"" + NUL + "\",\"version\":\"" + NUL + "\"}}}")
                .headers().getOrDefault("mcp-session-id", List.of("none")).get(0);
        McpClient gateway = new McpClient(port());
        List<String> messages = List.of(
                "{'method':'tools/call','params':{'name':'X','arguments':{}}}",
                "{'method':'tools/call','params':{'name':'add','arguments':{'elements':[{'key':'X','content':'X'}]}}}",
                "{'method':'tools/call','params':{'name':'query','arguments':{'query':'a','X':1}}}",
                "{'method':'tools/call','params':{'name':'some','arguments':{'field':'X','keys':['X']}}}",
                "{'method':'tools/call','params':{'name':'add','arguments':{},'_meta':{'progressToken':'X','idempotencyKey':'X'}}}",
                "{'method':'tools/list','params':{'cursor':'X'}}", "{'method':'prompts/get','params':{'name':'X'}}",
                "{'method':'resources/read','params':{'uri':'tool:///X'}}",
                "{'method':'resources/read','params':{'uri':'caravan:///results/X?query=X'}}",
                "{'method':'resources/subscribe','params':{'uri':'tool:///X'}}",
                "{'method':'resources/unsubscribe','params':{'uri':'tool:///X'}}",
                "{'method':'tasks/get','params':{'taskId':'X'}}", "{'method':'tasks/cancel','params':{'taskId':'X'}}",
                "{'method':'tasks/result','params':{'taskId':'X'}}",
                "{'method':'logging/setLevel','params':{'level':'X'}}",
                "{'method':'completion/complete','params':{'ref':{'type':'ref/prompt','name':'X'},'argument':{'name':'X','value':'X'}}}",
                "{'method':'X','params':{}}");
        for (String message : messages) {
            String body = ("{'jsonrpc':'2.0','id':'X'," + message.substring(1)).replace('\'', '"').replace("X", NUL);
            for (McpClient client : List.of(mcp(instance), gateway)) {
                McpClient.Answer answer = client.post(body);
                JsonNode json = answer.json();
                assertThat(answer.status()).as(body + " " + answer.body()).isLessThan(500);
                assertThat(json.at("/error/code").asInt()).as(body + " " + answer.body()).isNotEqualTo(-32603);
                assertThat(answer.body()).as(body).doesNotContain("INTERNAL_ERROR", "Internal error", "can't be reached",
                        "Try again later");
            }
        }
        assertThat(session).isNotNull();
    }

    @Test
    void aSubscriptionOfASessionFindsNothing() throws Exception {
        McpClient client = new McpClient(port());
        McpClient.Answer opened = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
        String session = opened.headers().get("mcp-session-id").get(0);
        for (String method : List.of("resources/subscribe", "resources/unsubscribe")) {
            for (String uri : List.of("tool:///", "document:///", "db:///postgresql/", "caravan:///results/")) {
                McpClient.Answer answer = client.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"" + method + "\",\"params\":{\"uri\":\"" + uri + NUL + "\"}}",
                        "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");

                assertThat(answer.status()).as(method + uri + answer.body()).isLessThan(500);
                assertThat(answer.json().at("/error/code").asInt()).as(method + uri + answer.body()).isNotEqualTo(-32603);
                assertThat(answer.body()).doesNotContain("later");
            }
        }
        for (String method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
            String params = McpClient.modernParams(McpClient.object("{\"taskId\":\"" + NUL + "\",\"inputResponses\":{\"" + NUL + "\":{}}}"),
                    McpClient.object(TASKS)).toString();
            McpClient.Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}",
                    "MCP-Protocol-Version", McpClient.MODERN,
                    "Mcp-Method", method, "Mcp-Name", "=?base64?YQBi?=");
            assertThat(answer.json().at("/error/code").asInt()).as(method + answer.body()).isEqualTo(-32602);
            assertThat(answer.body()).doesNotContain("Mcp-Name");
        }
        String listen = McpClient.request("subscriptions/listen",
                McpClient.modernParams(
                        McpClient.object("{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"tool:///"
                + NUL + "\"],\"taskIds\":[\"" + NUL + "\"]}}"), McpClient.object(TASKS))).toString();
        try (StreamClient stream = StreamClient.post(port(), "/mcp", listen, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method",
                "subscriptions/listen")) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.next()).contains("acknowledged");
        }
    }
}
