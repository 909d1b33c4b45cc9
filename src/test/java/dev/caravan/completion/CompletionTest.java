package dev.caravan.completion;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What arguments of prompts and of templates are completed with. */
@ExtendWith(OutputCaptureExtension.class)
class CompletionTest extends GatewayTest {

    private static final String NOTHING = "- setBody: {constant: x}";

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
    @CsvSource({"2025-03-26, b, Berlin|Bern", "2025-06-18, BER, Berlin|Bern", "2025-11-25, berl, Berlin", McpClient.MODERN + ", P, Paris", McpClient.MODERN + ", '', Berlin|Bern|Paris",
        "2025-11-25, x, ''", "2025-11-25, bern%, ''"})
    void fixedValuesAreThoseThatBeginWithWhatIsTyped(String revision, String typed, String all) throws Exception {
        prompt("argument.city: Where\n        argument.city.complete: Berlin, Bern ,Paris,Berlin");

        JsonNode completion = complete(revision, "c_prompt", "city", typed, null).result().get("completion");

        List<String> values = values(completion);
        assertThat(String.join("|", values)).isEqualTo(all);
        assertThat(completion.get("total").asInt()).isEqualTo(values.size());
        assertThat(completion.get("hasMore").asBoolean()).isFalse();
    }

    @Test
    void anArgumentWithoutSuggestionsHasNone() throws Exception {
        prompt("argument.city: Where");

        assertThat(complete("2025-11-25", "c_prompt", "city", "b", null).result()).isEqualTo(object(
                "{\"completion\":{\"values\":[],\"total\":0,\"hasMore\":false}}"));
    }

    @Test
    void aRouteSeesWhatIsTypedAndWhatElseIsChosen() throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(List.of(exchange.getIn().getBody(String.class), exchange.getIn().getHeader("country", String.class),
                String.valueOf(exchange.getIn().getHeaders()), exchange.getProperty("caller", String.class))));
        prompt("argument.city: Where\n        argument.country: Of which\n        argument.city.complete: direct:c-suggestions");

        JsonNode completion = complete(McpClient.MODERN, "c_prompt", "city", "b${body}",
                object("{\"arguments\":{\"country\":\"DE\",\"CamelFileName\":\"x\",\"other\":\"y\",\"city\":\"z\"}}")).result().get("completion");

        assertThat(values(completion)).containsExactly("b${body}", "DE", "{country=DE}", "local");
    }

    @Test
    void aHundredValuesAtMostGoOutAndTheTotalIsTold() throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(IntStream.range(0, 250).boxed().toList()));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        JsonNode completion = complete(McpClient.MODERN, "c_prompt", "city", "", null).result().get("completion");

        assertThat(values(completion)).hasSize(100).startsWith("0", "1").endsWith("99");
        assertThat(completion.get("total").asInt()).isEqualTo(250);
        assertThat(completion.get("hasMore").asBoolean()).isTrue();
    }

    @Test
    void aRouteThatLeavesNothingSuggestsNothing() throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(null));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        assertThat(values(complete("2025-11-25", "c_prompt", "city", "", null).result().get("completion"))).isEmpty();
    }

    static List<Object> bodiesThatAreNoSuggestions() {
        return List.of("a,b", Map.of("values", List.of("a")), 7, List.of(List.of("a")), Arrays.asList("a", null), new Object[] {Map.of()});
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreNoSuggestions")
    void aRouteThatLeavesNoListIsAnInternalErrorAndALineInTheLog(Object body, CapturedOutput output) throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(body));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        await().untilAsserted(() -> assertThat(output.getAll()).contains("Completing city of ref/prompt c_prompt failed")
                .containsAnyOf("direct:c-suggestions must leave a list of suggestions", "direct:c-suggestions left a suggestion that is neither text"));
    }

    @Test
    void aRouteThatIsNotThereOrFailsIsAnInternalErrorAtOnce() throws Exception {
        prompt("argument.city: Where\n        argument.city.complete: direct:c-nowhere");
        long start = System.nanoTime();

        assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));

        assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(3_000);
    }

    @Test
    void aCompletionPastThePromptsTimeIsAnsweredWithItsLimit() throws Exception {
        routes.add("c-slow", "direct:c-suggestions", "block: true", "- delay: {constant: 5000}\n        " + NOTHING);
        prompt("timeout: 300ms\n        argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error()).isEqualTo(object(
                "{\"code\":-32603,\"message\":\"ref/prompt c_prompt took longer than its limit of 300 ms\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void whatIsNotThereIsInvalid(String revision) throws Exception {
        prompt("argument.city: Where");

        assertThat(complete(revision, "c_never", "city", "", null).error()).isEqualTo(object(
                "{\"code\":-32602,\"message\":\"Invalid params: there is nothing to complete for ref/prompt c_never\"}"));
        assertThat(complete(revision, "c_prompt", "street", "", null).error()).isEqualTo(object(
                "{\"code\":-32602,\"message\":\"Invalid params: ref/prompt c_prompt has no argument street\"}"));
        assertThat(completeTemplate(revision, "tool:///{no}", "no", "").error().get("code").asInt()).isEqualTo(-32602);
        assertThat(completeTemplate(revision, "ui://caravan/chart", "name", "").error().get("code").asInt()).as("it has no variables").isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"ref\":7,\"argument\":{\"name\":\"a\",\"value\":\"\"}}", "{\"ref\":{\"type\":\"ref/tool\",\"name\":\"x\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}", "{\"ref\":{\"type\":\"ref/resource\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"}}", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":7}}", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":\"city\"}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},\"context\":7}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},\"context\":{\"arguments\":[]}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},\"context\":{\"arguments\":{\"a\":1}}}"})
    void paramsOfAnotherShapeAreInvalid(String params) throws Exception {
        prompt("argument.city: Where");

        assertThat(client.legacy("2025-11-25", "completion/complete", object(params), "CompleteResult").error().get("code").asInt()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", McpClient.MODERN})
    void theRepositorysOwnArgumentsAreCompleted(String revision) {
        assertThat(values(completeTemplate(revision, "tool:///{name}", "name", "NEO4J_find_p").result().get("completion"))).containsExactly("neo4j_find_path");
        assertThat(values(complete(revision, "explore_database", "database", "POST", null).result().get("completion"))).containsExactly("postgresql");
        assertThat(values(complete(revision, "explore_database", "database", "", null).result().get("completion"))).contains("mongodb", "postgresql");
        assertThat(values(completeTemplate(revision, "document:///{id}", "id", "").result().get("completion"))).isEmpty();
    }

    @Test
    void anInstanceOffersNeitherPromptsNorCompletion() {
        String key = new RestClient(port(), "completion-test").post("/api/v1/mcp", "{\"name\":\"an instance\"}").data().get("api_key").asText();
        McpClient instance = McpClient.ofInstance(port(), key);

        for (String method : List.of("prompts/list", "prompts/get", "completion/complete", "resources/templates/list")) {
            assertThat(instance.legacy("2025-11-25", method, object("{\"name\":\"explore_graph\"}"), "EmptyResult").error().get("code").asInt()).as(method).isEqualTo(-32601);
        }
        assertThat(instance.modern("prompts/list", null, "ListPromptsResult").status()).isEqualTo(404);
        assertThat(instance.modern("server/discover", null, "DiscoverResult").result().get("capabilities")).isEqualTo(object("{\"logging\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"tools\":{\"listChanged\":true}}"));
        assertThat(instance.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").status()).isEqualTo(202);
    }

    private void prompt(String options) throws Exception {
        routes.add("c_prompt", "ai-prompt:c_prompt", options, NOTHING);
    }

    private void leaves(Processor suggestions) throws Exception {
        Processor bound = exchange -> suggestions.process(exchange); // of one class, or the registry would keep the one before
        context.getRegistry().bind("suggest", bound);
        routes.add("c-suggestions", "direct:c-suggestions", "block: true", "- process: {ref: suggest}");
    }

    private Answer complete(String revision, String prompt, String argument, String typed, ObjectNode chosen) {
        return complete(revision, object("{\"type\":\"ref/prompt\"}").put("name", prompt), argument, typed, chosen);
    }

    private Answer completeTemplate(String revision, String template, String variable, String typed) {
        return complete(revision, object("{\"type\":\"ref/resource\"}").put("uri", template), variable, typed, null);
    }

    private Answer complete(String revision, ObjectNode ref, String argument, String typed, ObjectNode chosen) {
        ObjectNode params = object("{}");
        params.set("ref", ref);
        params.putObject("argument").put("name", argument).put("value", typed);
        if (chosen != null) {
            params.set("context", chosen);
        }
        return revision.equals(McpClient.MODERN) ? client.modern("completion/complete", params, "CompleteResult")
                : client.legacy(revision, "completion/complete", params, "CompleteResult");
    }

    private static List<String> values(JsonNode completion) {
        List<String> values = new ArrayList<>();
        completion.get("values").forEach(value -> values.add(value.textValue()));
        return values;
    }
}
