package dev.caravan.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What clients of MCP ask for, over HTTP. */
final class McpScenarios {

    private static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"elicitation\":{}}";

    static final String LISTEN = McpClient.request(
            "subscriptions/listen", McpClient.object("{\"notifications\":{\"toolsListChanged\":true},"
                    + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}"))
            .toString();

    private final int port;
    private final McpClient client;
    private final List<Scenario> all = new ArrayList<>();

    McpScenarios(int port) {
        this.port = port;
        this.client = new McpClient(port);
    }

    List<Scenario> all() {
        for (String list : List.of("tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping",
                "nobody/serves-this")) {
            legacy(list, "{}");
        }
        legacy("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
        legacy("prompts/get",
                "{\"name\":\"explore_database\",\"arguments\":{\"database\":\"postgresql\",\"table\":\"t\",\"question\":\"q\"}}");
        legacy("prompts/get", "{\"name\":\"explore_graph\",\"arguments\":{\"topic\":\"tea\"}}");
        legacy("prompts/get", "{\"name\":\"summarise_documents\",\"arguments\":{\"topic\":\"tea\"}}");
        legacy("prompts/get", "{\"name\":\"draw_chart\",\"arguments\":{\"database\":\"postgresql\",\"question\":\"q\"}}");
        legacy("prompts/get", "{\"name\":\"explore_code\",\"arguments\":{\"question\":\"q\"}}");
        legacy("prompts/get", "{\"name\":\"answer_from_web\",\"arguments\":{\"question\":\"q\"}}");
        legacy("prompts/get", "{\"name\":\"recall_action\",\"arguments\":{\"network\":\"n\",\"action\":\"a\",\"object\":\"o\"}}");
        legacy("prompts/get", "{\"name\":\"find_and_call\",\"arguments\":{\"task\":\"t\"}}");
        legacy("prompts/get", "{\"name\":\"nobody\"}");
        legacy("resources/read", "{\"uri\":\"document:///000000000000000000000000\"}");
        legacy("resources/read", "{\"uri\":\"tool:///echart_generate\"}");
        legacy("resources/read", "{\"uri\":\"index:///files\"}");
        legacy("resources/read", "{\"uri\":\"db:///sqlite/every_step\"}");
        legacy("resources/read", "{\"uri\":\"ui://caravan/chart\"}");
        legacy("resources/read", "{\"uri\":\"caravan:///results/none\"}");
        legacy("completion/complete",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"explore_database\"},\"argument\":{\"name\":\"database\",\"value\":\"p\"}}");
        legacy("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"db:///{database}/{table}\"},\"argument\":{\"name\":\"table\","
                        + "\"value\":\"\"},"
                + "\"context\":{\"arguments\":{\"database\":\"sqlite\"}}}");
        legacy("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"db:///{database}/{table}\"},\"argument\":{\"name\":\"table\","
                        + "\"value\":\"\"},"
                + "\"context\":{\"arguments\":{\"database\":\"none\"}}}");
        legacy("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"index:///{workspace}\"},\"argument\":{\"name\":\"workspace\","
                        + "\"value\":\"\"}}");
        legacy("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"tool:///{name}\"},\"argument\":{\"name\":\"name\",\"value\":\"e\"}}");
        for (String toolset : List.of("/mcp/set/none", "/mcp/set/none/mcp")) {
            add(toolset, () -> McpClient.at(port, toolset).post(McpClient.request("ping", McpClient.object("{}")).toString()));
        }
        modern("server/discover", "{}");
        modern("tasks/get", "{\"taskId\":\"none\"}");
        modern("tasks/update", "{\"taskId\":\"none\",\"inputResponses\":{}}");
        modern("tasks/cancel", "{\"taskId\":\"none\"}");
        inSession("resources/subscribe", "{\"uri\":\"tool:///echart_generate\"}");
        inSession("resources/unsubscribe", "{\"uri\":\"tool:///echart_generate\"}");
        inSession("logging/setLevel", "{\"level\":\"info\"}");
        add("notifications/cancelled",
                () -> client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}"));
        add("a notification", () -> client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        add("a response", () -> client.post("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}"));
        add("no JSON", () -> client.post("{"));
        add("a batch",
                () -> client.post("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"none\"}]",
                        "MCP-Protocol-Version", "2025-03-26"));
        all.add(Scenario.of("subscriptions/listen", this::listen));
        page("GET", "/oauth/login/none");
        page("POST", "/oauth/login/none");
        page("GET", "/oauth/callback/none?state=none");
        page("GET", "/oauth/client/0123456789abcdef0123456789abcdef");
        return all;
    }

    private void add(String name, Callable<Answer> request) {
        all.add(Scenario.of(name, () -> told(request.call())));
    }

    private void legacy(String method, String params) {
        add(method + " " + params,
                () -> client.post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25"));
    }

    private void modern(String method, String params) {
        ObjectNode capabilities = McpClient.object(TASKS);
        add(method + " " + params, () -> client.modern(method, McpClient.object(params), capabilities, "Result"));
    }

    private void inSession(String method, String params) {
        all.add(new Scenario(method, () -> {
            Answer begun = client.post(McpClient.request(
                    "initialize", McpClient.object(
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"))
                    .toString());
            String session = begun.headers().get("mcp-session-id").get(0);
            return () -> told(client.post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version",
                    "2025-11-25", "Mcp-Session-Id", session));
        }));
    }

    /** A page of a login that there is not, and the gateway's own metadata as a client. */
    private void page(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody()).build();
        all.add(Scenario.of(method + " " + path, () -> {
            HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }));
    }

    private String listen() throws Exception {
        try (StreamClient stream = StreamClient.post(port, "/mcp", LISTEN, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method",
                "subscriptions/listen")) {
            return stream.status() + " " + (stream.header("Content-Type").contains("event-stream") ? stream.next() : stream.body());
        }
    }

    static String told(Answer answer) {
        return answer.status() + " " + answer.body();
    }
}
