package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of the quick start's tools: a wrong name is explained, and a result fits the schema of its definition. */
class ToolCallsTest extends QuickStartTools {

    @Test
    void aMisspeltNameSuggestsTheNearest() {
        assertThat(gateway.client().call("mongo_find_by_topik", object("{}")).error().get("message").asText())
                .isEqualTo("Unknown tool: mongo_find_by_topik. Nearest: mongo_find_by_topic");
        assertThat(gateway.client().call("db_querry_mysql", object("{}")).error().get("message").asText())
                .contains("Nearest: db_query_mysql");
        assertThat(gateway.client().call("send_an_email_to_everybody", object("{}")).error().get("message").asText())
                .isEqualTo("Unknown tool: send_an_email_to_everybody");
        assertThat(gateway.client().call("x".repeat(10_000), object("{}")).error().get("message").asText()).doesNotContain("Nearest");
    }

    @Test
    void argumentsUnderAnotherNameAreRefused() {
        for (String name : List.of("args", "input", "parameters")) {
            McpClient.Answer answer = gateway.client().legacy("2025-11-25", "tools/call",
                    object("{\"name\":\"mongo_find_all\",\"" + name + "\":{\"limit\":1}}"), "CallToolResult");
            assertThat(answer.error().get("code").intValue()).isEqualTo(-32602);
            assertThat(answer.error().get("message").asText())
                    .isEqualTo("Invalid params: tools/call takes the arguments of the tool as arguments, not as " + name);
        }
        assertThat(gateway.client().call("mongo_find_all", object("{}")).result().get("isError").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"mongo_find_all|limt|Nearest: limit", "db_query_postgresql|filter|Nearest: filters",
        "mongo_find_by_topic|subject|the arguments are: ", "call_tool|args|the arguments are: "})
    void anUnknownArgumentNamesTheRightOne(String tool, String argument, String words) {
        assertThat(gateway.client().call(tool, object("{\"" + argument + "\":1}")).body())
                .contains(argument + " is not an argument of this tool", words);
    }

    @Test
    void resultsFitTheirSchemas() {
        Map<String, JsonNode> tools = tools();
        Map<String, String> calls = Map.of("mongo_find_all", "{}", "mongo_find_by_id", "{\"id\":\"none\"}",
                "neo4j_fuzzy_search", "{\"query\":\"x\"}",
                "echart_generate", "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}", "ci_index_status", "{}",
                "ci_search", "{\"query\":\"x\"}", "db_query_postgresql", "{\"table\":\"none\"}", "web_search", "{}");
        calls.forEach((name, arguments) -> {
            JsonNode content = gateway.client().call(name, object(arguments)).result().get("structuredContent");
            assertThat(CompiledSchema.of("outputSchema", tools.get(name).withObjectProperty("outputSchema")).validate(content))
                    .as(name + " " + content).isEmpty();
        });
    }
}
