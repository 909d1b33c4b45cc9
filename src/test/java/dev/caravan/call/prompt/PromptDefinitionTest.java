package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route's options define what clients are told of its prompt, and a bad definition is a route that does not start. */
class PromptDefinitionTest extends PromptRouteTest {

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void everyRevisionDeclaresListsAndGets(String revision) throws Exception {
        add("p_full", """
                title: Full
                        description: All of it.
                        tags: a,b
                        argument.zone: Where
                        argument.zone.title: Time zone
                        argument.name: Whom to greet
                        argument.name.required: true
                        argument.age: How old
                        argument.age.required: false""", GREET);
        boolean modern = revision.equals(McpClient.MODERN);

        JsonNode capabilities = modern ? client.modern("server/discover", null, "DiscoverResult").result().get("capabilities")
                : client.legacy(null, "initialize", object("{\"protocolVersion\":\"" + revision + "\"}"), "InitializeResult").result()
                        .get("capabilities");
        JsonNode list = ask(revision, "prompts/list", object("{}"), "ListPromptsResult").result();
        JsonNode got = get(revision, "p_full", "{\"name\":\"Ada\"}").result();

        assertThat(capabilities.get("prompts")).isEqualTo(object("{\"listChanged\":true}"));
        assertThat(capabilities.get("completions")).isEqualTo(object("{}"));
        assertThat(listed(list, "p_full")).isEqualTo(object("""
                {"name":"p_full","title":"Full","description":"All of it.","arguments":[
                 {"name":"name","description":"Whom to greet","required":true},
                 {"name":"age","description":"How old","required":false},
                 {"name":"zone","title":"Time zone","description":"Where","required":false}]}"""));
        assertThat(got.get("messages")).isEqualTo(McpClient.object("""
                {"m":[{"role":"user","content":{"type":"text","text":"Hello, Ada!"}}]}""").get("m"));
        assertThat(list.path("ttlMs").isIntegralNumber()).isEqualTo(modern);
        assertThat(list.path("cacheScope").asText("none")).isEqualTo(modern ? "public" : "none");
        assertThat(got.has("resultType")).isEqualTo(modern);
        assertThat(got.has("ttlMs")).as("messages are not to be kept").isFalse();
    }

    @Test
    void shortDefinitionGetsDefaults() throws Exception {
        add("p_short", "description: ''", "- setBody: {constant: hello}");

        assertThat(listed(ask("2025-11-25", "prompts/list", object("{}"), "ListPromptsResult").result(), "p_short").get("name").asText())
                .isEqualTo("p_short");
        assertThat(get("2025-11-25", "p_short", null).result()).isEqualTo(object(
                "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "argument.CamelHttpUri: x|because Camel uses this name itself",
        "argument.camelfilename: x|because Camel uses this name itself",
        "argument.1st: x|a name must have 1 to 64",
        "argument.a b: x|a name must have 1 to 64",
        "argument.name.required: true|describes name, which has no description",
        "argument.name: x, argument.name.type: string|only title, required and complete are allowed after a name",
        "argument.name: x, argument.name.required: yes please|must be true or false",
        "argument.name: x, argument.name.complete: ' , '|argument.name.complete must have at least one value",
        "argument.name: x, argument.name.complete: 'direct:a b'|argument.name.complete must be values",
        "timeout: 0s|timeout must be more than 0",
        "maxResult: 0B|maxResult must be more than 0",
        "maxResult: much|much",
        "nosuchoption: 1|Unknown parameters"})
    void routeWithAnInvalidDefinitionDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("p_bad", options.replace(", ", "\n        "), GREET)).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("p_bad");
    }

    @Test
    void nameThatClientsCannotSendIsRefused() {
        assertThatThrownBy(() -> routes.add("p_name", "'ai-prompt:größe'", "description: x", GREET))
                .hasStackTraceContaining("must have 1 to 64 characters of");
    }
}
