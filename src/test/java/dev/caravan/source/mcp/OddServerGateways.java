package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.routes.RoutesState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A gateway that offers what an {@link OddServer} lists. */
abstract class OddServerGateways extends FederatedGateways {

    final OddServer server = new OddServer();

    @AfterEach
    void close() {
        server.close();
    }

    void offer() {
        offer(Map.of());
    }

    void offer(Map<String, String> ownRoutes) {
        server.lists("tools", "{\"name\":\"plain\",\"inputSchema\":{\"type\":\"object\"}}");
        configure("odd: {url: '" + server.url() + "', timeout: 5s, expose: {resources: true, prompts: true}}");
        var builder = offering();
        ownRoutes.forEach(builder::file);
        gateway = builder.start();
        until(() -> tools().containsKey("plain"));
    }

    JsonNode read(String uri) {
        return ask("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    String broken() {
        return String.join("\n", gateway.bean(RoutesState.class).broken().stream().map(String::valueOf).toList());
    }

    /** Returns {key: definition}. */
    Map<String, JsonNode> list(String kind) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        for (JsonNode list : ask(kind + "/list", "{}").get("result")) {
            list.forEach(each -> all.put(Stream.of("uri", "uriTemplate", "name").filter(each::has)
                    .map(key -> each.get(key).asText()).findFirst().orElse(""), each));
        }
        return all;
    }

    JsonNode ask(String method, String params) {
        String request = McpClient.request(method, McpClient.object(params)).toString();
        return gateway.client().post(request, "MCP-Protocol-Version", "2025-11-25").json();
    }
}
