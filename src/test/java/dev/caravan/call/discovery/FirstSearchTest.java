package dev.caravan.call.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first search after a start finds a tool by its meaning, as later ones do. The question and the tool share no word. */
@Tag("full")
class FirstSearchTest {

    @ParameterizedTest
    @CsvSource({"will it rain tomorrow, Weather forecast of a city", "明天下雨吗, 某个城市的天气预报"})
    void firstAnswerIsAsGoodAsLaterOnes(String question, String description) throws Exception {
        String search = Files.readString(Path.of("routes/tools/discovery/find_tools.camel.yaml"));
        try (OwnGateway gateway = OwnGateway.withEntries().file("find", search)
                .file("sky", RouteYaml.tool("sky", "description: " + description, "- setBody: {constant: x}"))
                .tool("ledger", "money", "books a payment").start()) {
            McpClient client = McpClient.at(gateway.port(), "/mcp?mode=discover");

            JsonNode first = found(client, question);

            assertThat(first.at("/meta").has("warnings")).as(first.toString()).isFalse();
            assertThat(ToolNames.of(first.at("/data/tools")).get(0)).isEqualTo("sky");
            assertThat(found(client, question).get("data")).isEqualTo(first.get("data"));
        }
    }

    private static JsonNode found(McpClient client, String question) {
        return client.envelope("find_tools", McpClient.JSON.createObjectNode().put("query", question));
    }
}
