package dev.caravan.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a route makes of a prompt: life cycle, definition, messages in every revision, arguments, failures. */
@ExtendWith(OutputCaptureExtension.class)
class PromptRoutesTest extends GatewayTest {

    private static final String GREET = "- setBody: {simple: 'Hello, ${header.name}!'}";
    private static final String NAME = "argument.name: Whom to greet\n        argument.name.required: true";

    @Autowired
    private CamelContext context;

    private OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

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
                : client.legacy(null, "initialize", object("{\"protocolVersion\":\"" + revision + "\"}"), "InitializeResult").result().get("capabilities");
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
    void aDefinitionThatSaysLittleIsCompleted() throws Exception {
        add("p_short", "description: ''", "- setBody: {constant: hello}");

        assertThat(listed(ask("2025-11-25", "prompts/list", object("{}"), "ListPromptsResult").result(), "p_short").get("name").asText()).isEqualTo("p_short");
        assertThat(get("2025-11-25", "p_short", null).result()).isEqualTo(object(
                "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "argument.CamelHttpUri: x|Camel uses such names itself",
        "argument.camelfilename: x|Camel uses such names itself",
        "argument.1st: x|a name is 1 to 64",
        "argument.a b: x|a name is 1 to 64",
        "argument.name.required: true|belongs to name, which is not described",
        "argument.name: x, argument.name.type: string|only title, required and complete can follow a name",
        "argument.name: x, argument.name.required: yes please|must be true or false",
        "argument.name: x, argument.name.complete: ' , '|argument.name.complete has no values",
        "argument.name: x, argument.name.complete: 'direct:a b'|argument.name.complete must be values",
        "timeout: 0s|timeout must be more than 0",
        "maxResult: 0B|maxResult must be more than 0",
        "maxResult: much|much",
        "nosuchoption: 1|Unknown parameters"})
    void aBadDefinitionIsARouteThatDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("p_bad", options.replace(", ", "\n        "), GREET)).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("p_bad");
    }

    @Test
    void aNameThatClientsCouldNotSendIsRefused() {
        assertThatThrownBy(() -> routes.add("p_name", "'ai-prompt:größe'", "description: x", GREET)).hasStackTraceContaining("must be 1 to 64 of");
    }

    @Test
    void aPromptIsListedWhileItsRouteRuns() throws Exception {
        add("p_life", NAME, GREET);
        assertThat(names()).contains("p_life");

        context.getRouteController().suspendRoute("p_life");
        assertThat(names()).doesNotContain("p_life");
        assertThat(get("2025-11-25", "p_life", "{\"name\":\"Ada\"}").error().get("code").asInt()).isEqualTo(-32602);

        context.getRouteController().resumeRoute("p_life");
        assertThat(names()).contains("p_life");

        context.getRouteController().stopRoute("p_life");
        assertThat(names()).doesNotContain("p_life");
    }

    @Test
    void aSecondPromptOfTheSameNameDoesNotStart() throws Exception {
        add("p_twin", NAME, GREET);

        assertThatThrownBy(() -> routes.add("p_other", "ai-prompt:p_twin?title=other", "description: x", GREET)).hasStackTraceContaining("p_twin");

        assertThat(text(get("2025-11-25", "p_twin", "{\"name\":\"Ada\"}"))).isEqualTo("Hello, Ada!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void whatIsMissingIsNamed(String revision) throws Exception {
        add("p_needs", NAME + "\n        argument.city: Where\n        argument.city.required: true", GREET);

        assertThat(get(revision, "p_needs", "{\"city\":\"Rome\"}").error()).isEqualTo(object("{\"code\":-32602,\"message\":\"Invalid params: prompt p_needs needs name\"}"));
        assertThat(get(revision, "p_needs", null).error().get("message").asText()).endsWith("p_needs needs city, name");
        assertThat(get(revision, "p_never", "{}").error()).isEqualTo(object("{\"code\":-32602,\"message\":\"Unknown prompt: p_never\"}"));
        assertThat(get(revision, "p_needs", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"name\":7}", "{\"name\":null}", "{\"name\":\"p_args\",\"arguments\":[]}", "{\"name\":\"p_args\",\"arguments\":\"x\"}",
        "{\"name\":\"p_args\",\"arguments\":null}", "{\"name\":\"p_args\",\"arguments\":{\"name\":7}}", "{\"name\":\"p_args\",\"arguments\":{\"name\":null}}",
        "{\"name\":\"p_args\",\"arguments\":{\"name\":{\"$ne\":1}}}", "{\"name\":\"p_args\",\"arguments\":{\"name\":\"x\",\"more\":[1]}}"})
    void paramsOfAnotherShapeAreInvalid(String params) throws Exception {
        add("p_args", NAME, GREET);

        assertThat(client.legacy("2025-11-25", "prompts/get", object(params), "GetPromptResult").error().get("code").asInt()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${body}", "${camelContext.name} ${exchangeProperty.caller}", "{{caravan.http.port}}", "<script>\u0000\u202e</script>", "\"}],\"role\":\"assistant\"",
        "", "😀", "direct:audit-call", "line\r\nMcp-Name: x"})
    void whatAnArgumentSaysIsTextAndNothingElse(String hostile) throws Exception {
        add("p_hostile", NAME, GREET);
        ObjectNode params = object("{\"name\":\"p_hostile\"}");
        params.putObject("arguments").put("name", hostile).put("CamelHttpUri", "x").put("Authorization", "y");

        JsonNode result = client.legacy("2025-11-25", "prompts/get", params, "GetPromptResult").result();

        assertThat(result.get("messages")).hasSize(1);
        assertThat(result.at("/messages/0/content/text").asText()).isEqualTo("Hello, " + hostile + "!");
    }

    @Test
    void onlyArgumentsThatThePromptHasReachItsRoute() throws Exception {
        add("p_known", NAME, "- setBody: {simple: '${body} ${headers}'}");

        assertThat(text(get("2025-11-25", "p_known", "{\"name\":\"Ada\",\"CamelFileName\":\"x\",\"other\":\"y\"}"))).isEqualTo("{name=Ada} {name=Ada}");
    }

    @Test
    void aRouteSeesWhoAsks() throws Exception {
        add("p_who", "description: x", "- setBody: {simple: '${exchangeProperty.caller}'}");

        JsonNode answer = client.post(McpClient.request("prompts/get", object("{\"name\":\"p_who\"}")).toString(), "X-User-Id", "ada").json();

        assertThat(answer.at("/result/messages/0/content/text").asText()).isEqualTo("ada");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[{\"role\":\"user\",\"content\":\"short\"},{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5}}}]",
        "{\"description\":\"d\",\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"iVBORw==\",\"mimeType\":\"image/png\"}}]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"}}],\"_meta\":{\"a\":1}}",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\",\"mimeType\":\"text/plain\",\"text\":\"\"}}}]",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\",\"blob\":\"AA==\"}}}]",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"b\",\"size\":3,\"icons\":[{\"src\":\"https://x.example/i.png\",\"sizes\":[\"any\"]}]}}]"})
    void messagesOfEveryShapeGoOut(String body) throws Exception {
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
        "null|its body is neither text",
        "7|its body is neither text",
        "[]|messages must be a list with at least one message",
        "{}|messages must be a list",
        "{\"messages\":{}}|messages must be a list",
        "{\"messages\":[]}|messages must be a list with at least one message",
        "[7]|messages[0].role must be one of [user, assistant]",
        "[{\"role\":\"system\",\"content\":\"x\"}]|messages[0].role must be one of",
        "[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"user\"}]|messages[1].content must be text or one content block",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}]|messages[0].content must be text or one content block",
        "[{\"role\":\"user\",\"content\":{\"type\":\"video\"}}]|messages[0].content.type must be one of",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":7}}]|messages[0].content.text must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"not base64\",\"mimeType\":\"image/png\"}}]|messages[0].content.data must be Base64",
        "[{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"iVBORw\",\"mimeType\":\"image/png\"}}]|data must be Base64 with its padding",
        "[{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"AA==\"}}]|messages[0].content.mimeType must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\"}}]|messages[0].content.resource must be an object",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"a:///b\"}}}]|messages[0].content.resource must have either text or blob",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"b\",\"text\":\"x\"}}}]|resource.uri must be an absolute URI",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b c\",\"name\":\"x\"}}]|content.uri must be an absolute URI",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\"}}]|content.name must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"x\",\"size\":\"1\"}}]|content.size must be a whole number",
        "[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":\"a:///b\",\"name\":\"x\",\"icons\":[{}]}}]|icons.src must be text",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"annotations\":{\"audience\":[\"me\"]}}}]|annotations.audience must be a list of user and assistant",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"annotations\":{\"priority\":2}}}]|annotations.priority must be a number from 0 to 1",
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\",\"_meta\":1}}]|content._meta must be an object",
        "{\"description\":7,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}|description must be text"})
    void aRouteThatLeavesNoPromptIsAnInternalErrorAndALineInTheLog(String body, String reason, CapturedOutput output) throws Exception {
        leaves(body);

        JsonNode error = get(McpClient.MODERN, "p_body", null).error();

        assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        assertThat(output.getAll().lines().filter(line -> line.contains("Prompt p_body left what is no prompt: "))).singleElement().asString().contains(reason);
    }

    @Test
    void bytesInABlockAreBase64() throws Exception {
        leavesBody(List.of(Map.of("role", "user", "content", Map.of("type", "image", "mimeType", "image/png", "data", new byte[] {1, 2, 3, 4}))));

        assertThat(get("2025-11-25", "p_body", null).result().at("/messages/0/content/data").asText()).isEqualTo("AQIDBA==");
    }

    @Test
    void aPromptPastItsTimeIsAnsweredWithItsLimit() throws Exception {
        add("p_slow", "timeout: 300ms", "- delay: {constant: 5000}\n        " + GREET);
        long start = System.nanoTime();

        JsonNode error = get("2025-11-25", "p_slow", null).error();

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 2_000L);
        assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"p_slow took longer than its limit of 300 ms\"}"));
    }

    @Test
    void aPromptPastItsSizeIsAnsweredWithItsLimit() throws Exception {
        add("p_large", NAME + "\n        maxResult: 1KB", GREET);

        assertThat(text(get("2025-11-25", "p_large", "{\"name\":\"" + "x".repeat(900) + "\"}"))).hasSize(908);
        assertThat(get("2025-11-25", "p_large", "{\"name\":\"" + "x".repeat(1000) + "\"}").error().get("message").asText())
                .startsWith("The result has").contains("more than the limit of 1024");
    }

    @Test
    void theGatewaysOwnLimitHoldsWhereThePromptHasNone() throws Exception {
        add("p_huge", NAME, GREET);

        assertThat(get("2025-11-25", "p_huge", "{\"name\":\"" + "x".repeat(1_100_000) + "\"}").error().get("message").asText()).contains("limit of 1048576");
    }

    @Test
    void aFailureIsToldWithoutInternalsUnlessTheRouteForesawIt() throws Exception {
        add("p_bug", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");
        add("p_down", "description: x", "- throwException: {exceptionType: dev.caravan.envelope.UpstreamException, message: 'the store is down'}");
        add("p_refuses", "description: x", "- throwException: {exceptionType: dev.caravan.envelope.InvalidArgumentException, message: 'no such city'}");

        assertThat(get("2025-11-25", "p_bug", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        assertThat(get("2025-11-25", "p_down", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"the store is down\"}"));
        assertThat(get("2025-11-25", "p_refuses", null).error()).isEqualTo(object("{\"code\":-32602,\"message\":\"Invalid params: no such city\"}"));
    }

    @Test
    void everyGetLeavesOneAuditEventWithoutArguments(CapturedOutput output) throws Exception {
        add("p_seen", NAME, GREET);
        add("p_fails", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}");
        String trace = "0af7651916cd43dd8448eb211c80319d";
        for (String params : List.of("{\"name\":\"p_seen\",\"arguments\":{\"name\":\"Secret\"}}", "{\"name\":\"p_seen\"}", "{\"name\":\"p_unseen\"}", "{\"name\":\"p_fails\"}")) {
            client.post(McpClient.request("prompts/get", object(params)).toString(), "X-User-Id", "ada", "traceparent", "00-" + trace + "-b7ad6b7169203331-01");
        }

        await().untilAsserted(() -> assertThat(events(output, trace)).satisfiesExactly(
                event -> assertThat(event).contains("\"caller\":\"ada\",\"prompt\":\"p_seen\",\"argumentsSha256\":\"", "\"outcome\":\"OK\"").doesNotContain("Secret"),
                event -> assertThat(event).contains("\"prompt\":\"p_seen\"", "\"outcome\":\"INVALID_ARGUMENT\""),
                event -> assertThat(event).contains("\"prompt\":\"p_unseen\"", "\"outcome\":\"UNKNOWN_PROMPT\""),
                event -> assertThat(event).contains("\"prompt\":\"p_fails\"", "\"outcome\":\"INTERNAL_ERROR\"")));
    }

    private static List<String> events(CapturedOutput output, String trace) {
        return output.getAll().lines().filter(line -> line.contains("caravan.audit") && line.contains(trace)).toList();
    }

    /** A prompt whose route leaves that JSON as Java values. */
    private void leaves(String json) throws Exception {
        leavesBody(json == null ? null : McpClient.JSON.readValue(json, Object.class));
    }

    private void leavesBody(Object body) throws Exception {
        context.getRegistry().bind("leaveBody", (Processor) exchange -> exchange.getMessage().setBody(body));
        add("p_body", "description: x", "- process: {ref: leaveBody}");
    }

    private void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-prompt:" + name, options, steps);
    }

    private static String text(Answer answer) {
        return answer.result().at("/messages/0/content/text").asText();
    }

    private Answer get(String revision, String name, String arguments) {
        ObjectNode params = object("{}").put("name", name);
        if (arguments != null) {
            params.set("arguments", object(arguments));
        }
        return ask(revision, "prompts/get", params, "GetPromptResult");
    }

    private Answer ask(String revision, String method, ObjectNode params, String result) {
        return revision.equals(McpClient.MODERN) ? client.modern(method, params, result) : client.legacy(revision, method, params, result);
    }

    private static JsonNode listed(JsonNode list, String name) {
        for (JsonNode prompt : list.get("prompts")) {
            if (prompt.get("name").asText().equals(name)) {
                return prompt;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    private List<String> names() {
        List<String> names = new java.util.ArrayList<>();
        ask("2025-11-25", "prompts/list", object("{}"), "ListPromptsResult").result().get("prompts").forEach(prompt -> names.add(prompt.get("name").asText()));
        return names;
    }
}
