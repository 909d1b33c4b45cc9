package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each message of a batch needs the rights that it needs alone. */
@Tag("full")
class BatchRightsTest {

    private static final List<String> SCOPES = List.of("tools:read", "tools:call", "catalogue:write");

    @Test
    void eachMessageOfABatchIsCheckedAlone() throws Exception {
        List<RightsTable.Message> messages = RightsTable.messages().stream()
                .filter(message -> message.eras().contains("legacy") && !message.isNotification()
                && !message.method().equals("initialize")).toList();
        ArrayNode batch = McpClient.JSON.createArrayNode();
        messages.forEach(message -> batch.add(McpClient.object(message.json("legacy", message.params())).put("id", batch.size())));
        OwnGateway.Builder builder = OwnGateway.withEntries();
        SCOPES.forEach(scope -> builder.apiKey(scope.replace(':', '-'), "key of " + scope, scope));
        try (OwnGateway gateway = builder.start()) {
            SecuredClient client = new SecuredClient(gateway.url());
            for (String scope : SCOPES) {
                JsonNode answers = McpClient.JSON.readTree(
                        client.send("POST", "/mcp", batch.toString(), "X-API-Key", "key of " + scope, "MCP-Protocol-Version", "2025-03-26")
                                .body());

                assertThat(answers).hasSameSizeAs(messages);
                for (JsonNode answer : answers) {
                    RightsTable.Message message = messages.get(answer.get("id").intValue());
                    boolean may = message.scope() == null || message.scope().equals(scope);
                    assertThat(answer.at("/error/message").asText().equals("The request requires the scope " + message.scope()))
                            .as(scope + " " + message + " " + answer).isEqualTo(!may);
                }
            }
        }
    }
}
