package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the gateway is set so, users confirm calls that may destroy something; without a yes nothing is done. */
class ConfirmTest {

    private static ConfirmingGateway gateway;

    @BeforeAll
    static void start() {
        gateway = start("20s");
    }

    private static ConfirmingGateway start(String timeout) {
        return new ConfirmingGateway(OwnGateway.withEntries().set("tools.confirm-timeout", timeout), "destructiveHint: true",
                "destructiveHint: false", "readOnlyHint: true", "tags: none");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void confirmationRunsTheTool() throws Exception {
        LegacyClient legacy = gateway.legacy("2025-11-25", LegacyClient.ALL);
        try (StreamClient stream = legacy.start("tools/call",
                McpClient.object("{\"name\":\"destructiveHinttrue\",\"arguments\":{\"what\":\"all\"}}"), 7)) {
            LegacyClient.head(stream);
            JsonNode question = next(stream, "elicitation/create");
            assertThat(question.at("/params/message").asText()).contains("destructiveHinttrue").contains("{\"what\":\"all\"}");
            assertThat(gateway.done("destructiveHinttrue")).isFalse();
            legacy.respond(question, "{\"action\":\"accept\",\"content\":{}}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("done");
        }
        assertThat(gateway.done("destructiveHinttrue")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{\"action\":\"decline\"}|FORBIDDEN|The user declined the call. Nothing was done",
        "{\"action\":\"cancel\"}|FORBIDDEN|The user did not confirm the call. Nothing was done",
        "{\"action\":7}|UPSTREAM_ERROR|The call requires the user's confirmation, which could not be obtained. Nothing was done"})
    void withoutConfirmationNothingIsDone(String answer, String code, String message) throws Exception {
        refuses(gateway, answer, code, message);
    }

    @Test
    void withoutAnAnswerNothingIsDone() throws Exception {
        try (ConfirmingGateway impatient = start("1s")) {
            refuses(impatient, null, "UPSTREAM_ERROR",
                    "The call requires the user's confirmation, which could not be obtained. Nothing was done");
        }
    }

    /** @param answer null for none */
    private static void refuses(ConfirmingGateway gateway, String answer, String code, String message) throws Exception {
        LegacyClient legacy = gateway.legacy("2025-06-18", "{\"elicitation\":{}}");
        try (StreamClient stream = legacy.call("destructiveHinttrue")) {
            JsonNode question = next(stream, "elicitation/create");
            if (answer != null) {
                legacy.respond(question, answer);
            } else {
                next(stream, "notifications/cancelled");
            }
            JsonNode result = result(stream);
            assertThat(result.get("isError").asBoolean()).isTrue();
            assertThat(result.at("/structuredContent/error/code").asText()).isEqualTo(code);
            assertThat(result.at("/structuredContent/error/message").asText()).isEqualTo(message);
        }
        assertThat(gateway.done("destructiveHinttrue")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"destructiveHinttrue,true", "tagsnone,true", "destructiveHintfalse,false", "readOnlyHinttrue,false"})
    void destructiveToolsNeedConfirmation(String tool, boolean asked) throws Exception {
        JsonNode result = modern(tool, "{\"elicitation\":{}}", null).result();

        assertThat(result.get("resultType").asText()).isEqualTo(asked ? "input_required" : "complete");
        assertThat(gateway.done(tool)).isEqualTo(!asked);
        if (asked) {
            assertThat(modern(tool, "{\"elicitation\":{}}", "decline").result().at("/structuredContent/error/code").asText())
                    .isEqualTo("FORBIDDEN");
            assertThat(gateway.done(tool)).isFalse();
            assertThat(modern(tool, "{\"elicitation\":{}}", "accept").result().at("/structuredContent/data").asText()).isEqualTo("done");
            assertThat(gateway.done(tool)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"sampling\":{}}", "{\"elicitation\":{\"url\":{}}}"})
    void clientsThatCannotAskRunTheTool(String capabilities) throws Exception {
        assertThat(modern("destructiveHinttrue", capabilities, null).result().at("/structuredContent/data").asText()).isEqualTo("done");
        assertThat(gateway.done("destructiveHinttrue")).isTrue();
    }

    @Test
    void invalidArgumentsAreRefusedBeforeConfirmation() {
        LegacyClient legacy = gateway.legacy("2025-11-25", LegacyClient.ALL);

        assertThat(legacy.request("tools/call", McpClient.object("{\"name\":\"destructiveHinttrue\",\"arguments\":{\"what\":7}}")).result()
                .at("/structuredContent/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
    }

    private static Answer modern(String tool, String capabilities, String action) {
        return gateway.modern(McpClient.object("{}").put("name", tool), capabilities, action);
    }
}
