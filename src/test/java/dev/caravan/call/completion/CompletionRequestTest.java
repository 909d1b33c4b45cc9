package dev.caravan.call.completion;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that names nothing to complete, or is of another shape, is refused. */
class CompletionRequestTest extends CompletedPromptTest {

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void missingPromptOrArgumentIsInvalid(String revision) throws Exception {
        prompt("argument.city: Where");

        assertThat(complete(revision, "c_never", "city", "", null).error()).isEqualTo(object(
                "{\"code\":-32602,\"message\":\"Invalid params: ref/prompt c_never does not exist\"}"));
        assertThat(complete(revision, "c_prompt", "street", "", null).error()).isEqualTo(object(
                "{\"code\":-32602,\"message\":\"Invalid params: ref/prompt c_prompt has no argument street\"}"));
        assertThat(completeTemplate(revision, "tool:///{no}", "no", "").error().get("code").asInt()).isEqualTo(-32602);
        assertThat(completeTemplate(revision, "ui://caravan/chart", "name", "").error().get("code").asInt()).as("it has no variables")
                .isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"ref\":7,\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/tool\",\"name\":\"x\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/resource\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\"}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":7}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":\"city\"}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},\"context\":7}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},"
                + "\"context\":{\"arguments\":[]}}",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"c_prompt\"},\"argument\":{\"name\":\"city\",\"value\":\"\"},"
                + "\"context\":{\"arguments\":{\"a\":1}}}"})
    void paramsOfAnotherShapeAreInvalid(String params) throws Exception {
        prompt("argument.city: Where");

        assertThat(client.legacy("2025-11-25", "completion/complete", object(params), "CompleteResult").error().get("code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void anInstanceOffersNeitherPromptsNorCompletion() {
        String key = new RestClient(port(), "completion-test").post("/api/v1/mcp", "{\"name\":\"an instance\"}").data().get("api_key")
                .asText();
        McpClient instance = McpClient.ofInstance(port(), key);

        for (String method : List.of("prompts/list", "prompts/get", "completion/complete", "resources/templates/list")) {
            assertThat(instance.legacy("2025-11-25", method, object("{\"name\":\"explore_graph\"}"), "EmptyResult").error().get("code")
                    .asInt()).as(method).isEqualTo(-32601);
        }
        assertThat(instance.modern("prompts/list", null, "ListPromptsResult").status()).isEqualTo(404);
        assertThat(instance.modern("server/discover", null, "DiscoverResult").result().get("capabilities")).isEqualTo(
                object("{\"logging\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"tools\":{\"listChanged\":true}}"));
        assertThat(instance.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").status()).isEqualTo(202);
    }
}
