package dev.caravan.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import dev.caravan.envelope.Text;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** What a route makes of a tool: life cycle, definition, arguments, families, limits, failures. */
class ToolRoutesTest extends GatewayTest {

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

    @Test
    void aToolIsListedWhileItsRouteRuns() throws Exception {
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
    void aSecondToolOfTheSameNameDoesNotStart() throws Exception {
        add("t_twin", "description: first", "- setBody: {constant: first}");

        assertThatThrownBy(() -> routes.add("t_twin_2", "ai-tool:t_twin", "description: second", "- setBody: {constant: second}"))
                .hasStackTraceContaining("already served by route t_twin");

        assertThat(client.envelope("t_twin", object("{}")).get("data").asText()).isEqualTo("first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "envelope: fancy|must be one of standard, database, intelligence, none",
        "timeout: 0s|timeout must be more than 0",
        "maxResult: 0B|maxResult must be more than 0",
        "maxResult: much|does not match data size pattern",
        "parameter.x: text|must be one of [string, integer, number, boolean]",
        "parameter.x.description: y|has no type",
        "argSchema: '{\"type\":\"array\"}'|\"type\": \"object\" at its root",
        "argSchema: '{\"type\":\"object\",\"required\":[\"x\"]}'|requires x",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"CamelSqlQuery\":{}}}'|can't be named CamelSqlQuery",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"strin\"}}}'|not a valid JSON Schema",
        "argSchema: '{\"type\":\"object\",\"properties\":{\"x\":{\"$ref\":\"http://127.0.0.1:9/x\"}}}'|can't be used",
        "argSchema: file:routes/nothing.json|can't be read",
        "argSchema: '{'|not JSON",
        "meta: '{\"ui\":'|meta is not JSON",
        "meta: '[]'|meta must be a JSON object",
        "nosuchoption: 1|Unknown parameters"})
    void aBadDefinitionIsARouteThatDoesNotStart(String option, String reason) {
        assertThatThrownBy(() -> add("t_bad", option, "- setBody: {constant: y}")).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("t_bad");
    }

    @Test
    void definitionsCarryWhatTheRouteSays() throws Exception {
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
        assertThat(tool.get("annotations")).isEqualTo(object("{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":true}"));
        assertThat(tool.at("/outputSchema/properties/data/anyOf/0/properties/sky/type").asText()).isEqualTo("string");
        assertThat(client.envelope("t_full", object("{\"city\":\"x\"}")).at("/data/sky").asText()).isEqualTo("blue");
    }

    @Test
    void metaIsOnTheDefinitionInTheRevisionsThatHaveIt() throws Exception {
        add("t_drawn", "meta: '{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}'", "- setBody: {constant: y}");

        assertThat(tool("t_drawn").get("_meta")).isEqualTo(object("{\"ui\":{\"resourceUri\":\"ui://caravan/chart\"}}"));
        assertThat(tool("t_drawn", client.modern("tools/list", null, "ListToolsResult")).at("/_meta/ui/resourceUri").asText())
                .isEqualTo("ui://caravan/chart");
        assertThat(tool("t_drawn", client.legacy("2025-06-18", "tools/list", object("{}"), "ListToolsResult")).has("_meta")).isTrue();
        assertThat(tool("t_drawn", client.legacy("2025-03-26", "tools/list", object("{}"), "ListToolsResult")).has("_meta")).isFalse();
    }

    @Test
    void anAnswerThatItsSchemaRefusesIsTheToolsFault() throws Exception {
        add("t_liar", "outputParameter.n: integer", "- setBody: {constant: '{\"n\":\"no\"}'}");

        assertThat(client.envelope("t_liar", object("{}")).at("/error/code").asText()).isEqualTo("INTERNAL_ERROR");
    }

    @Test
    void defaultsOfTheSchemaAreFilledInAndNumbersKeepTheirPrecision() throws Exception {
        add("t_echo", "argSchema: '{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\"},\"d\":{\"type\":\"integer\",\"default\":7}}}'", "- log: {message: 'echo', loggingLevel: 'DEBUG'}");

        String answer = client.call("t_echo", object("{\"n\":9007199254740993}")).body();

        assertThat(answer).contains("\"data\":{\"n\":9007199254740993,\"d\":7}");
        assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t_echo\",\"arguments\":{\"n\":3.141592653589793238462643383279}}}").body())
                .contains("3.141592653589793238462643383279");
    }

    @Test
    void aToolPastItsTimeIsAnsweredWithItsLimit() throws Exception {
        add("t_slow", "timeout: 300ms", "- delay: {constant: 5000}\n        - setBody: {constant: late}");
        long start = System.nanoTime();

        JsonNode error = client.envelope("t_slow", object("{}")).get("error");

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 2_000L);
        assertThat(error.get("code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(error.get("message").asText()).isEqualTo("t_slow took longer than its limit of 300 ms");
        assertThat(error.at("/detail/timeoutMs").asInt()).isEqualTo(300);
    }

    @Test
    void aToolThatNeverHeedsItsInterruptIsAnsweredOnTimeToo() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        context.getRegistry().bind("stubborn", (Processor) exchange -> {
            long end = System.nanoTime() + 2_000_000_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            exchange.getMessage().setBody("late");
            ended.set(true);
        });
        add("t_stubborn", "timeout: 300ms", "- process: {ref: stubborn}");
        long start = System.nanoTime();

        JsonNode error = client.envelope("t_stubborn", object("{}")).get("error");

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 1_500L);
        assertThat(error.get("message").asText()).isEqualTo("t_stubborn took longer than its limit of 300 ms");
        assertThat(ended).as("the tool still runs when its call is answered").isFalse();
        await().untilTrue(ended);
        assertThat(client.envelope("mongo_find_all", object("{}")).get("ok").asBoolean()).isTrue();
    }

    @Test
    void threeHundredSlowCallsRunAtOnce() throws Exception {
        add("t_waits", "timeout: 5s", "- delay: {constant: 1000}\n        - setBody: {constant: done}");
        ExecutorService callers = Executors.newFixedThreadPool(300);
        long start = System.nanoTime();

        List<Future<JsonNode>> calls = IntStream.range(0, 300)
                .mapToObj(i -> callers.submit(() -> client.envelope("t_waits", object("{}")))).toList();

        for (Future<JsonNode> call : calls) {
            assertThat(call.get().get("data").asText()).isEqualTo("done");
        }
        callers.shutdown();
        assertThat((System.nanoTime() - start) / 1_000_000).as("one after another they take 300 s").isLessThan(20_000L);
    }

    @ParameterizedTest
    @CsvSource({"InvalidArgumentException,INVALID_ARGUMENT", "NotFoundException,NOT_FOUND", "ForbiddenException,FORBIDDEN",
        "DatabaseException,DB_ERROR", "UpstreamException,UPSTREAM_ERROR"})
    void aStepFailsByThrowing(String exception, String code) throws Exception {
        add("t_throws", "description: x", "- throwException: {exceptionType: dev.caravan.envelope." + exception + ", message: 'because'}");

        JsonNode error = client.envelope("t_throws", object("{}")).get("error");

        assertThat(error.get("code").asText()).isEqualTo(code);
        assertThat(error.get("message").asText()).isEqualTo("because");
    }

    @Test
    void whatNobodyForesawIsToldWithoutInternals() throws Exception {
        add("t_bug", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");

        JsonNode envelope = client.envelope("t_bug", object("{}"));

        assertThat(envelope.at("/error/code").asText()).isEqualTo("INTERNAL_ERROR");
        assertThat(envelope.toString()).doesNotContain("secret").doesNotContain("IllegalState");
    }

    @Test
    void theDatabaseFamilyAnswersInItsOwnShape() throws Exception {
        add("t_db", "envelope: database", "- log: {message: 'the empty map of arguments is the answer', loggingLevel: DEBUG}");
        add("t_db_fails", "envelope: database", "- throwException: {exceptionType: dev.caravan.envelope.ForbiddenException, message: 'no'}");

        assertThat(client.call("t_db", object("{}")).result().get("structuredContent")).isEqualTo(object("{\"success\":true}"));
        JsonNode failed = client.call("t_db_fails", object("{}")).result();
        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.get("structuredContent")).isEqualTo(object("{\"success\":false,\"error\":{\"type\":\"permission_error\",\"message\":\"no\"}}"));
    }

    @Test
    void aRouteMayAnswerMcpContentItself() throws Exception {
        add("t_own", "envelope: none", "- setBody: {constant: plain words}");
        add("t_own_fails", "envelope: none", "- throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: 'nothing'}");

        JsonNode result = client.call("t_own", object("{}")).result();
        assertThat(result.at("/content/0/text").asText()).isEqualTo("plain words");
        assertThat(result.has("structuredContent")).isFalse();
        JsonNode failed = client.call("t_own_fails", object("{}")).result();
        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.at("/content/0/text").asText()).isEqualTo("nothing");
    }

    @Test
    void aSingleThingThatIsTooLargeIsAnErrorThatSaysItsSize() throws Exception {
        add("t_large", "description: x", "- setBody: {simple: '${body.getClass()}'}\n        - setBody: {constant: " + "x".repeat(210_000) + "}");

        JsonNode error = client.envelope("t_large", object("{}")).get("error");

        assertThat(error.get("message").asText()).contains("bytes of JSON");
        assertThat(error.at("/detail/bytes").asLong()).isGreaterThan(210_000);
        assertThat(error.at("/detail/limit").asLong()).isEqualTo(204_800);
    }

    @Test
    void aToolMayHaveALimitOfItsOwn() throws Exception {
        add("t_roomy", "maxResult: 1MB", "- setBody: {constant: " + "x".repeat(210_000) + "}");
        add("t_narrow", "maxResult: 1KB", "- setBody: {constant: " + "x".repeat(1_100) + "}");

        assertThat(client.envelope("t_roomy", object("{}")).get("data").asText()).hasSize(210_000);
        assertThat(client.envelope("t_narrow", object("{}")).at("/error/detail/limit").asLong()).isEqualTo(1_024);
    }

    @Test
    void textsUnderMetaAreInTheCallersLanguage() throws Exception {
        context.getRegistry().bind("warns", (Processor) exchange -> exchange.setProperty("meta.warnings", List.of(Text.of("call.busy"), Text.words("as it is"))));
        add("t_warns", "description: x", "- process: {ref: warns}");

        assertThat(client.envelope("t_warns", object("{}")).at("/meta/warnings").toString()).contains("The gateway runs as many calls", "as it is");
        assertThat(client.envelope("t_warns", object("{}"), "Accept-Language", "zh").at("/meta/warnings").toString()).contains("网关正在处理", "as it is");
    }

    @Test
    void whatARoutePutsUnderMetaIsInTheEnvelope() throws Exception {
        add("t_meta", "description: x", "- setProperty: {name: meta.matches, simple: {expression: '3', resultType: java.lang.Integer}}");

        assertThat(client.envelope("t_meta", object("{}")).at("/meta/matches").asInt()).isEqualTo(3);
    }

    private void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-tool:" + name, options, steps);
    }

    private List<String> names() {
        return list().findValuesAsText("name");
    }

    private JsonNode tool(String name) {
        return tool(name, client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult"));
    }

    private static JsonNode tool(String name, Answer list) {
        for (JsonNode tool : list.result().get("tools")) {
            if (tool.get("name").asText().equals(name)) {
                return tool;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    private JsonNode list() {
        return client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools");
    }
}
