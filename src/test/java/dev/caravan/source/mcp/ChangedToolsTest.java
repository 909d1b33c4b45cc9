package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators and clients hear that a server has changed what it offers. */
@Tag("full")
class ChangedToolsTest extends FederatedGateways {

    private static final String PROMPT = """
            - route:
                id: visit
                from:
                  uri: ai-prompt:visit
                  parameters: {argument.city: A city}
                  steps:
                    - setBody: {simple: "Visit ${header.city}"}
            """;
    private static final String RESOURCE = """
            - route:
                id: thing
                from:
                  uri: ai-resource:thing
                  parameters: {resourceUri: "thing:///one"}
                  steps:
                    - setBody: {constant: content}
            """;

    @Test
    void aChangedDefinitionIsLoggedAndCounted() throws Exception {
        startUpstream();
        configure("other: {url: 'URL', expose: {prefix: o_}}");
        gateway = withRest(offering()).start();
        until(() -> tools().containsKey("o_greet"));
        assertThat(metric("caravan_upstream_tools_changed_total{server=\"" + named("other") + "\"}")).isEqualTo("0.0");

        try (GatewayLog log = GatewayLog.record()) {
            greet("Changed.", "Hello");
            until(() -> tools().get("o_greet").get("description").asText().equals("Changed."));
            log.awaits("WARN", "Upstream definition changed server=" + named("other") + " kind=tool name=greet changes=description");
            assertThat(log.text()).containsOnlyOnce("Upstream definition changed");
        }
        assertThat(metric("caravan_upstream_tools_changed_total{server=\"" + named("other") + "\"}")).isEqualTo("1.0");
    }

    @Test
    void clientsOfBothErasHearOfChangedLists() throws Exception {
        startUpstream();
        configure("other: {url: 'URL', expose: {prefix: o_, resources: true, prompts: true}}");
        gateway = offering().start();
        until(() -> tools().containsKey("o_greet"));
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        try (StreamClient stream = legacy.listen(null);
                StreamClient modern = StreamClient.listen(gateway.port(), "/mcp",
                        "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true}")) {
            assertThat(modern.next()).contains("acknowledged");

            upstreamRoutes.tool("wave", "x", "waved");
            hears("tools", stream, modern);
            until(() -> tools().containsKey("o_wave")); // the message may have been of an earlier change

            upstreamRoutes.file("visit", PROMPT);
            hears("prompts", stream, modern);
            until(() -> list("prompts").contains("o_visit"));

            upstreamRoutes.file("thing", RESOURCE);
            hears("resources", stream, modern);
            until(() -> list("resources").contains("thing:///one"));
        }
    }

    private static void hears(String list, StreamClient legacy, StreamClient modern) throws Exception {
        String method = "notifications/" + list + "/list_changed";
        while (!LegacyClient.message(legacy).path("method").asText().equals(method)) {
            // another list has changed too
        }
        String message = modern.next();
        while (!McpClient.object(message).path("method").asText().equals(method)) {
            message = modern.next();
        }
    }

    private String list(String list) {
        return gateway.client()
                .post(McpClient.request(list + "/list", McpClient.object("{}")).toString(), "MCP-Protocol-Version", "2025-11-25").body();
    }
}
