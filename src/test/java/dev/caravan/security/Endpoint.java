package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An address of the gateway, with a request that it takes.
 *
 * @param scope that it needs; null: any token will do; empty: none is needed
 */
record Endpoint(String method, String template, String body, String scope) {

    private static final String CALL = "{\"name\":\"echart_generate\",\"arguments\":{\"chartType\":\"pie\",\"data\":[{\"a\":\"x\",\"b\":1}]}}";

    /** All that the gateway serves. */
    static List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>();
        for (String path : List.of("/mcp", "/mcp/{api_key}", "/mcp/{api_key}/mcp")) {
            all.add(new Endpoint("POST", path, rpc("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"), null));
            all.add(new Endpoint("POST", path, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", null));
            all.add(new Endpoint("POST", path, rpc("tools/list", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("resources/list", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("tools/call", CALL), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/get", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/update", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("tasks/cancel", "{\"taskId\":\"x\"}"), "tools:call"));
            all.add(new Endpoint("POST", path, rpc("subscriptions/listen", "{}"), "tools:read"));
            all.add(new Endpoint("POST", path, rpc("resources/subscribe", "{\"uri\":\"x:///\"}"), "tools:read"));
            all.add(new Endpoint("GET", path, null, "tools:read"));
            all.add(new Endpoint("DELETE", path, null, null));
            all.add(new Endpoint("POST", path, rpc("logging/setLevel", "{\"level\":\"info\"}"), null));
        }
        for (String document : List.of("routes/catalogue/openapi.yaml", "routes/recall/openapi.yaml")) {
            paths(document).forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                if (Set.of("get", "post", "put", "delete").contains(method)) {
                    String scope = document.contains("recall") ? "tools:call" : method.equals("get") ? "tools:read" : "catalogue:write";
                    all.add(new Endpoint(method.toUpperCase(), path.getKey(), method.equals("get") || method.equals("delete") ? null : "{}", scope));
                }
            }));
        }
        for (String state : List.of("/api/v1", "/page/state", "/page/state/work")) {
            all.add(new Endpoint("GET", state, null, "tools:read"));
        }
        String aoi = "/api/agent-operator-integration/internal-v1";
        all.add(new Endpoint("POST", "/api/ontology-query/in/v1/knowledge-networks/{kn_id}/action-types/{at_id}", "{}", "tools:call"));
        all.add(new Endpoint("GET", aoi + "/tool-box/{box_id}/tool/{tool_id}", null, "tools:read"));
        all.add(new Endpoint("POST", aoi + "/tool-box/{box_id}/proxy/{tool_id}", "{}", "tools:call"));
        all.add(new Endpoint("GET", aoi + "/mcp/proxy/{mcp_id}/tools", null, "tools:read"));
        all.add(new Endpoint("POST", aoi + "/mcp/proxy/{mcp_id}/tool/call", "{}", "tools:call"));
        for (String open : List.of("/api/v1/openapi.json", "/api/agent-retrieval/in/v1/openapi.json", "/.well-known/oauth-protected-resource",
                "/.well-known/oauth-protected-resource/mcp", "/", "/page/{file}")) {
            all.add(new Endpoint("GET", open, null, ""));
        }
        return all.stream().distinct().filter(endpoint -> endpoint.isOpen() || !endpoint.template().endsWith("openapi.json")).toList();
    }

    private static String rpc(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static List<Map.Entry<String, JsonNode>> paths(String document) {
        try {
            return List.copyOf(new YAMLMapper().readTree(Path.of(document).toFile()).get("paths").properties());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return method + " " + template + (body == null || !template.startsWith("/mcp") ? "" : " " + body.replaceAll(".*\"method\":\"([^\"]+).*", "$1"));
    }

    boolean isOpen() {
        return "".equals(scope);
    }

    boolean isMcp() {
        return template.startsWith("/mcp");
    }
}
