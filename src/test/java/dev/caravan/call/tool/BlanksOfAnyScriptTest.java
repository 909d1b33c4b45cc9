package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.routes.RoutesState;
import org.junit.jupiter.api.Test;

/** Texts of route files have the blanks of any script. Chinese texts have U+3000, and texts that were copied from pages have U+00A0. */
class BlanksOfAnyScriptTest {

    private static final String TEXT = "查询\u3000数据\u00a0a\u2028b\u2029c\u2003d\u1680e 50% [x] é 🙂";

    @Test
    void aTextWithAnyBlankIsServedAsItIs() {
        String text = TEXT.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"); // YAML's own escapes: a bare one would end the line
        String routes = """
                - route:
                    id: own
                    from:
                      uri: ai-tool:own
                      parameters: {title: "TEXT", description: "TEXT", parameter.city: string, parameter.city.description: "TEXT"}
                      steps: [{setBody: {constant: "TEXT"}}]
                - route:
                    id: page
                    from:
                      uri: ai-resource:page
                      parameters: {resourceUri: "page:///a", title: "TEXT", description: "TEXT"}
                      steps: [{setBody: {constant: "TEXT"}}]
                - route:
                    id: ask
                    from:
                      uri: ai-prompt:ask
                      parameters: {description: "TEXT", argument.city: "TEXT"}
                      steps: [{setBody: {constant: "TEXT"}}]
                - route:
                    id: inline
                    from:
                      uri: "ai-tool:inline?description=a\u3000b\u00a0c"
                      steps: [{setBody: {constant: there}}]
                """.replace("TEXT", text);
        try (OwnGateway gateway = OwnGateway.withEntries().file("texts", routes).shared().start()) {
            assertThat(gateway.bean(RoutesState.class).broken()).isEmpty();
            JsonNode tools = ask(gateway, "tools/list", "{}");
            assertThat(tools.at("/tools/0/description").asText()).isEqualTo("a\u3000b\u00a0c");
            assertThat(tools.at("/tools/1/title").asText()).isEqualTo(TEXT);
            assertThat(tools.at("/tools/1/description").asText()).isEqualTo(TEXT);
            assertThat(tools.at("/tools/1/inputSchema/properties/city/description").asText()).isEqualTo(TEXT);
            assertThat(ask(gateway, "resources/list", "{}").at("/resources/0/description").asText()).isEqualTo(TEXT);
            assertThat(ask(gateway, "prompts/list", "{}").at("/prompts/0/arguments/0/description").asText()).isEqualTo(TEXT);
            assertThat(ask(gateway, "tools/call", "{\"name\":\"own\",\"arguments\":{}}").at("/structuredContent/data").asText())
                    .isEqualTo(TEXT);
        }
    }

    private static JsonNode ask(OwnGateway gateway, String method, String params) {
        return gateway.client().post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25")
                .json().get("result");
    }
}
