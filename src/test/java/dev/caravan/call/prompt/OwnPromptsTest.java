package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The prompts in {@code routes/prompts/}. */
class OwnPromptsTest extends GatewayTest {

    private static final Pattern TOOL = Pattern.compile("\\b(?:db|neo4j|mongo|ci|echart|web|get|find|call)_[a-z0-9_]+");

    /** Lists show these tools in mode discover only. */
    private static final Set<String> LEADING = Set.of("find_tools", "call_tool");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "explore_database|{\"database\":\"postgresql\"}",
        "explore_database|{\"database\":\"mongodb\",\"table\":\"users\",\"question\":\"How many are active?\"}",
        "explore_graph|{\"topic\":\"北京\"}",
        "summarise_documents|{\"topic\":\"北京\"}",
        "draw_chart|{\"database\":\"postgresql\",\"question\":\"Which users are active?\"}",
        "explore_code|{\"question\":\"Who calls it?\"}",
        "answer_from_web|{\"question\":\"北京\"}",
        "recall_action|{\"network\":\"kn_medical\",\"action\":\"at_treatment_plan\",\"object\":\"disease_id is disease_000001\"}",
        "find_and_call|{\"task\":\"Draw a chart\"}"})
    void promptsNameExistingTools(String prompt, String arguments) {
        List<String> tools = client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")
                .findValuesAsText("name");

        String text = text(prompt, arguments);
        Matcher named = TOOL.matcher(text);

        assertThat(named.results().map(match -> match.group())).isNotEmpty()
                .allSatisfy(tool -> assertThat(tools.contains(tool) || LEADING.contains(tool)).as(tool).isTrue());
        assertThat(text).doesNotContain("${", "null");
        object(arguments).forEach(value -> assertThat(text).contains(value.asText()));
    }

    @Test
    void argumentSelectsTheTableToExplore() {
        assertThat(text("explore_database", "{\"database\":\"postgresql\"}"))
                .contains("1. Call db_describe_postgresql {}: it lists the tables", "Then tell me what the database holds");
        assertThat(text("explore_database", "{\"database\":\"postgresql\",\"table\":\"\",\"question\":\"\"}"))
                .isEqualTo(text("explore_database", "{\"database\":\"postgresql\"}"));
        assertThat(text("explore_database", "{\"database\":\"postgresql\",\"table\":\"orders\"}"))
                .contains("1. Begin with this table: orders");
        assertThat(text("explore_database", "{\"database\":\"postgresql\",\"question\":\"${camelContext}\"}"))
                .endsWith("comes from: ${camelContext}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mongodb"})
    void describedWayToListTablesWorks(String database) {
        JsonNode failure = client.call("db_query_" + database, object("{\"table\":\"unknown\"}")).result().get("structuredContent");

        assertThat(failure.at("/error/message").asText()).contains("has no table unknown; there are: ");
    }

    @Test
    void unknownDatabaseIsRefused() {
        JsonNode error = client
                .modern("prompts/get", object("{\"name\":\"explore_database\",\"arguments\":{\"database\":\"oracle\"}}"), "GetPromptResult")
                .error();
        assertThat(client.modern("prompts/get",
                object("{\"name\":\"draw_chart\",\"arguments\":{\"database\":\"oracle\",\"question\":\"q\"}}"), "GetPromptResult").error())
                .isEqualTo(error);

        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.get("message").asText()).contains("No database is named oracle; there are: ", "postgresql");
    }

    private String text(String prompt, String arguments) {
        JsonNode result = client
                .modern("prompts/get", McpClient.object("{}").put("name", prompt).set("arguments", object(arguments)), "GetPromptResult")
                .result();
        return result.at("/messages/0/content/text").asText();
    }
}
