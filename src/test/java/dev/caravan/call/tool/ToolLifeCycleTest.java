package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tool is listed while its route runs, and a route that defines no good tool does not start. */
class ToolLifeCycleTest extends OwnToolsTest {

    @Test
    void toolIsListedWhileItsRouteRuns() throws Exception {
        add("t_life", "description: x", "- setBody: {constant: y}");
        assertThat(names()).contains("t_life");

        context.getRouteController().suspendRoute("t_life");
        assertThat(names()).doesNotContain("t_life");
        assertThat(client.call("t_life", object("{}")).error().get("code").asInt()).isEqualTo(-32602);

        context.getRouteController().resumeRoute("t_life");
        assertThat(names()).contains("t_life");

        context.getRouteController().stopRoute("t_life");
        assertThat(names()).doesNotContain("t_life");
    }

    @Test
    void secondToolOfTheSameNameDoesNotStart() throws Exception {
        add("t_twin", "description: first", "- setBody: {constant: first}");

        assertThatThrownBy(() -> routes.add("t_twin_2", "ai-tool:t_twin", "description: second", "- setBody: {constant: second}"))
                .hasStackTraceContaining("already served by another route, t_twin");

        assertThat(client.envelope("t_twin", object("{}")).get("data").asText()).isEqualTo("first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "envelope: fancy|must be one of standard, database, intelligence, none, call",
        "timeout: 0s|timeout must be more than 0",
        "maxResult: 0B|maxResult must be more than 0",
        "maxResult: much|does not match data size pattern",
        "parameter.x: text|must be one of [string, integer, number, boolean]",
        "parameter.x.description: y|has no type",
        "argSchema: '{\"type\":\"array\"}'|\"type\": \"object\" at its root",
        "argSchema: '{\"type\":\"object\",\"required\":[\"x\"]}'|requires x",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"CamelSqlQuery\":{}}}'|must not be named CamelSqlQuery",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"strin\"}}}'|not a valid JSON Schema",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"x\":{\"$ref\":\"http://127.0.0.1:9/x\"}}}'|is not supported",
        "argSchema: file:routes/nothing.json|can't be read",
        "argSchema: '{'|not JSON",
        "meta: '{\"ui\":'|meta is not JSON",
        "meta: '[]'|meta must be a JSON object",
        "nosuchoption: 1|Unknown parameters"})
    void routeWithAnInvalidDefinitionDoesNotStart(String option, String reason) {
        assertThatThrownBy(() -> add("t_bad", option, "- setBody: {constant: y}")).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("t_bad");
    }
}
