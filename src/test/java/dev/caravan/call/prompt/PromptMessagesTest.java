package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that a route leaves go out as they are; any other body is an internal error. */
class PromptMessagesTest extends PromptRouteTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[{\"role\":\"user\",\"content\":\"short\"},{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"x\","
                + "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5}}}]",
        "{\"description\":\"d\",\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"iVBORw==\","
                + "\"mimeType\":\"image/png\"}}]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"}}],\"_meta\":{\"a\":1}"
                + "}",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\",\"mimeType\":\"text/plain\","
                + "\"text\":\"\"}}}]",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\",\"blob\":\"AA==\"}}}]",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"b\",\"size\":3,"
                + "\"icons\":[{\"src\":\"https://x.example/i.png\",\"sizes\":[\"any\"]}]}}]"})
    void everyShapeOfMessageIsAccepted(String body) throws Exception {
        leaves(body);

        for (String revision : List.of("2025-03-26", "2025-11-25", McpClient.MODERN)) {
            JsonNode result = get(revision, "p_body", null).result();
            JsonNode left = McpClient.JSON.readTree(body);
            JsonNode messages = left.isArray() ? left : left.get("messages");
            assertThat(result.get("messages")).hasSameSizeAs(messages);
            assertThat(result.path("description")).isEqualTo(left.path("description"));
            assertThat(result.at("/_meta/a")).isEqualTo(left.at("/_meta/a"));
            JsonNode content = result.at("/messages/0/content");
            if (messages.at("/0/content/type").asText().equals("resource_link") && revision.equals("2025-03-26")) {
                assertThat(content).isEqualTo(object("{\"type\":\"text\",\"text\":\"b: a:///b\"}"));
            } else if (messages.at("/0/content").isObject()) {
                assertThat(content).isEqualTo(messages.at("/0/content"));
            } else {
                assertThat(content).isEqualTo(object("{\"type\":\"text\",\"text\":\"short\"}"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", value = {
        "null|the body must be text",
        "7|the body must be text",
        "[]|messages must be a list with at least one message",
        "{}|messages must be a list",
        "{\"messages\":{}}|messages must be a list",
        "{\"messages\":[]}|messages must be a list with at least one message",
        "[7]|messages[0].role must be one of [user, assistant]",
        "[{\"role\":\"system\",\"content\":\"x\"}]|messages[0].role must be one of",
        "[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"user\"}]|messages[1].content must be text or a content block",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}]|messages[0].content must be text or a content block",
        "[{\"role\":\"user\",\"content\":{\"type\":\"video\"}}]|messages[0].content.type must be one of",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":7}}]|messages[0].content.text must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"not base64\",\"mimeType\":\"image/png\"}}]|"
                + "messages[0].content.data must be Base64",
        "[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"iVBORw\",\"mimeType\":\"image/png\"}}]|data must be Base64 with "
                + "padding",
        "[{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"AA==\"}}]|messages[0].content.mimeType must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\"}}]|messages[0].content.resource must be an object",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\"}}}]|messages[0].content.resource must "
                + "have either text or blob",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"b\",\"text\":\"x\"}}}]|resource.uri must be an "
                + "absolute URI",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b c\",\"name\":\"x\"}}]|content.uri must be an "
                + "absolute URI",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\"}}]|content.name must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"x\",\"size\":\"1\"}}]|content.size "
                + "must be a whole number",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"x\",\"icons\":[{}]}}]|icons.src must "
                + "be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"annotations\":{\"audience\":[\"me\"]}}}]|"
                + "annotations.audience must be a list of user and assistant",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"annotations\":{\"priority\":2}}}]|annotations.priority must "
                + "be a number from 0 to 1",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"_meta\":1}}]|content._meta must be an object",
        "{\"description\":7,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}|description must be text"})
    void aRouteThatLeavesNoPromptIsAnInternalErrorAndALineInTheLog(String body, String reason) throws Exception {
        leaves(body);

        try (GatewayLog log = GatewayLog.record()) {
            JsonNode error = get(McpClient.MODERN, "p_body", null).error();

            assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
            log.awaits("Prompt failed because its route left an invalid result name=p_body error=");
            assertThat(log.text().lines()
                    .filter(line -> line.contains("Prompt failed because its route left an invalid result name=p_body error=")))
                    .singleElement().asString().contains(reason);
        }
    }

    @Test
    void bytesBecomeBase64() throws Exception {
        leavesBody(List.of(
                Map.of("role", "user", "content", Map.of("type", "image", "mimeType", "image/png", "data", new byte[]{1, 2, 3, 4}))));

        assertThat(get("2025-11-25", "p_body", null).result().at("/messages/0/content/data").asText()).isEqualTo("AQIDBA==");
    }
}
