package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that speaks only MCP 2026-07-28 serves clients of both eras, and may change its revision behind the same address. */
@Tag("full")
class ModernServerTest extends FederatedGateways {

    private static final String SERVER = """
            - route:
                id: choose
                from:
                  uri: ai-tool:choose
                  parameters:
                    description: Asks the user.
                    definition: '{"inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}'
                    timeout: 20s
                    envelope: none
                  steps:
                    - to: mcp:progress?progress=1&total=2&message=asking
                    - to: mcp:sample?message=Say
                    - setBody: {simple: "said ${body[content][text]} in ${header.region}"}
            - route:
                id: thing
                from:
                  uri: ai-resource:thing
                  parameters: {uriTemplate: "thing:///{id}", complete.id: "alpha,beta"}
                  steps:
                    - setBody: {simple: "content of ${header.id}"}
            - route:
                id: touch
                from:
                  uri: ai-tool:touch
                  parameters: {parameter.id: string}
                  steps:
                    - to: mcp:updated?uri=thing:///${header.id}
            - route:
                id: visit
                from:
                  uri: ai-prompt:visit
                  parameters: {argument.city: A city}
                  steps:
                    - setBody: {simple: "Visit ${header.city}"}
            """;

    private EraProxy proxy;

    @AfterEach
    void close() {
        if (proxy != null) {
            proxy.close();
        }
    }

    private void start(boolean modern) {
        startUpstream();
        upstreamRoutes.file("server", SERVER);
        proxy = new EraProxy(upstream.url() + "/mcp", modern);
        configure("other: {url: '" + proxy.url() + "', timeout: 20s, expose: {prefix: o_, resources: true, prompts: true}}");
        gateway = offering().start();
        until(() -> tools().keySet().equals(Set.of("o_greet", "o_choose", "o_touch"))
                && ask("prompts/list", "{}").toString().contains("o_visit")
                && ask("resources/templates/list", "{}").toString().contains("thing"));
    }

    @Test
    void toolsResourcesPromptsAndCompletionsWork() {
        start(true);

        assertThat(proxy.methods).contains("server/discover").doesNotContain("initialize");
        assertThat(text("o_greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
        assertThat(ask("resources/read", "{\"uri\":\"thing:///7\"}").at("/result/contents/0/text").asText()).isEqualTo("content of 7");
        assertThat(ask("prompts/get", "{\"name\":\"o_visit\",\"arguments\":{\"city\":\"Rome\"}}").at("/result/messages/0/content/text")
                .asText()).isEqualTo("Visit Rome");
        assertThat(ask("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"thing:///{id}\"},\"argument\":{\"name\":\"id\",\"value\":\"al\"}}")
                .at("/result/completion/values/0").asText()).isEqualTo("alpha");
        greet("Changed.", "Bye");
        until(() -> tools().get("o_greet").get("description").asText().equals("Changed."));
    }

    @Test
    void legacyClientGetsQuestionsProgressAndChanges() throws Exception {
        start(true);
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{\"sampling\":{}}");
        ObjectNode params = McpClient.object(
                "{\"name\":\"o_choose\",\"arguments\":{\"region\":\"Zürich\"},\"_meta\":{\"progressToken\":\"p\"}}");
        try (StreamClient call = legacy.start("tools/call", params, 7)) {
            LegacyClient.head(call);
            assertThat(LegacyClient.next(call, "notifications/progress").at("/params/message").asText()).isEqualTo("asking");
            legacy.respond(LegacyClient.next(call, "sampling/createMessage"),
                    "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}");
            JsonNode message = LegacyClient.message(call);
            while (message.has("method")) {
                message = LegacyClient.message(call);
            }
            assertThat(message.at("/result/content/0/text").asText()).isEqualTo("said hi in Zürich");
        }
        legacy.request("resources/subscribe", McpClient.object("{\"uri\":\"thing:///a\"}"));
        try (StreamClient stream = legacy.listen(null)) {
            until(() -> upstream.bean(dev.caravan.mcp.SubscribedResources.class).uris().contains("thing:///a"));
            call("o_touch", "{\"id\":\"a\"}");
            assertThat(LegacyClient.updated(stream)).isEqualTo("thing:///a");
        }
    }

    @Test
    void aModernClientAnswersWithItsNextRequest() {
        start(true);
        ObjectNode params = McpClient.object("{\"name\":\"o_choose\",\"arguments\":{\"region\":\"EU\"}}");
        String[] region = {"Mcp-Param-Region", "EU"};
        JsonNode asked = gateway.client().modern("tools/call", params, McpClient.object("{\"sampling\":{}}"), "InputRequiredResult", region)
                .result();
        String key = asked.get("inputRequests").fieldNames().next();
        params.put("requestState", asked.get("requestState").asText()).putObject("inputResponses")
                .set(key, McpClient.object("{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}"));
        assertThat(gateway.client().modern("tools/call", params, McpClient.object("{\"sampling\":{}}"), "CallToolResult", region).result()
                .at("/content/0/text").asText())
                .isEqualTo("said hi in EU");
    }

    @Test
    void serverMayReturnWithAnotherRevision() {
        start(false);
        assertThat(proxy.methods).contains("initialize").doesNotContain("server/discover");
        assertThat(text("o_greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");

        proxy.modern = true;
        until(() -> text("o_greet", "{\"name\":\"Ada\"}").equals("Hello, Ada"));
        assertThat(proxy.methods).contains("server/discover");

        proxy.methods.clear();
        proxy.modern = false;
        until(() -> text("o_greet", "{\"name\":\"Ada\"}").equals("Hello, Ada"));
        assertThat(proxy.methods).contains("initialize").doesNotContain("server/discover");
        assertThat(tools()).containsKeys("o_greet", "o_choose");
    }

    private JsonNode ask(String method, String params) {
        return gateway.client().post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25")
                .json();
    }
}
