package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** A tool's definition has what its route says, and its schemas apply to arguments and answers. */
class ToolDefinitionTest extends OwnToolsTest {

    @Test
    void definitionsHaveTheOptionsOfTheRoute() throws Exception {
        add("t_full", """
                title: Full
                        description: All of it.
                        parameter.city: string
                        parameter.city.description: Where
                        parameter.city.required: true
                        parameter.unit: string
                        parameter.unit.enum: c,f
                        outputParameter.sky: string
                        readOnlyHint: true
                        destructiveHint: false
                        idempotentHint: true
                        openWorldHint: true""", "- setBody: {simple: '{\"sky\":\"blue\"}'}");

        JsonNode tool = tool("t_full");

        assertThat(tool.get("title").asText()).isEqualTo("Full");
        assertThat(tool.get("inputSchema")).isEqualTo(object("""
                {"type":"object","properties":{"city":{"type":"string","description":"Where"},"unit":{"type":"string","enum":["c","f"]}},
                 "required":["city"],"additionalProperties":false}"""));
        assertThat(tool.get("annotations"))
                .isEqualTo(object("{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":true}"));
        assertThat(tool.at("/outputSchema/properties/data/anyOf/0/properties/sky/type").asText()).isEqualTo("string");
        assertThat(client.envelope("t_full", object("{\"city\":\"x\"}")).at("/data/sky").asText()).isEqualTo("blue");
    }

    @Test
    void definitionHasMetaInRevisionsThatKnowIt() throws Exception {
        add("t_drawn", "meta: '{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}'", "- setBody: {constant: y}");

        assertThat(tool("t_drawn").get("_meta")).isEqualTo(object("{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}"));
        assertThat(tool("t_drawn", client.modern("tools/list", null, "ListToolsResult")).at("/_meta/ui/resourceUri").asText())
                .isEqualTo("ui://caravan/chart");
        assertThat(tool("t_drawn", client.legacy("2025-06-18", "tools/list", object("{}"), "ListToolsResult")).has("_meta")).isTrue();
        assertThat(tool("t_drawn", client.legacy("2025-03-26", "tools/list", object("{}"), "ListToolsResult")).has("_meta")).isFalse();
    }

    @Test
    void resultThatViolatesItsSchemaIsAnInternalError() throws Exception {
        add("t_liar", "outputParameter.n: integer", "- setBody: {constant: '{\"n\":\"no\"}'}");

        assertThat(client.envelope("t_liar", object("{}")).at("/error/code").asText()).isEqualTo("INTERNAL_ERROR");
    }

    @Test
    void defaultsAreFilledInAndNumbersKeepTheirPrecision() throws Exception {
        add("t_echo",
                "argSchema: '{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\"},\"d\":{\"type\":\"integer\",\"default\":7}}}"
                        + "'",
                "- log: {message: 'echo', loggingLevel: 'DEBUG'}");

        String answer = client.call("t_echo", object("{\"n\":9007199254740993}")).body();

        assertThat(answer).contains("\"data\":{\"n\":9007199254740993,\"d\":7}");
        assertThat(client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t_echo\","
                        + "\"arguments\":{\"n\":3.141592653589793238462643383279}}}")
                .body())
                .contains("3.141592653589793238462643383279");
    }
}
