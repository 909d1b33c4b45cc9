package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.message;
import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call fails whose question gets no proper answer, and says why. */
@Tag("full")
class AskingWithoutAnswerTest extends LegacyQuestionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"action\":\"decline\"}|FORBIDDEN|The user declined. Nothing more was done",
        "{\"action\":\"cancel\"}|FORBIDDEN|The user did not decide. Nothing more was done",
        "{\"action\":\"perhaps\"}|UPSTREAM_ERROR|The client's answer to elicit-1 does not fit the question",
        "{\"action\":\"accept\"}|UPSTREAM_ERROR|The client's answer to elicit-1 does not fit the question",
        "{\"action\":\"accept\",\"content\":{\"name\":7}}|UPSTREAM_ERROR|The client's answer to elicit-1 does not fit the question",
        "{}|UPSTREAM_ERROR|The client's answer to elicit-1 does not fit the question"})
    void invalidAnswerFailsTheCall(String answer, String code, String message) throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.respond(next(stream, "elicitation/create"), answer);
            JsonNode failed = result(stream);
            assertThat(failed.get("isError").asBoolean()).isTrue();
            assertThat(failed.at("/structuredContent/error/code").asText()).isEqualTo(code);
            assertThat(failed.at("/structuredContent/error/message").asText()).isEqualTo(message);
        }
    }

    @Test
    void routeMayHandleADecline() throws Exception {
        tool("- to: \"mcp:elicit?message=Sure&failOnDecline=false\"\n- setBody: {simple: 'was ${body[action]}'}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.respond(next(stream, "elicitation/create"), "{\"action\":\"decline\"}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("was decline");
        }
    }

    @Test
    void errorAnswerFailsTheCall() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            assertThat(legacy.refuse(next(stream, "elicitation/create"), "No screen").status()).isEqualTo(202);
            assertThat(result(stream).at("/structuredContent/error/message").asText())
                    .isEqualTo("The client answered with an error: No screen");
        }
    }

    @Test
    void refusedQuestionIsNotAskedAgain() throws Exception {
        tool("""
                - doTry:
                    steps:
                      - to: "mcp:elicit?key=first&message=One"
                    doCatch:
                      - exception: [java.lang.Exception]
                        steps:
                          - log: {message: The first is refused, loggingLevel: DEBUG}
                - to: "mcp:elicit?key=second&message=Two"
                - setBody: {simple: "was ${body[action]}"}
                """);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.refuse(next(stream, "elicitation/create"), "No screen");
            JsonNode second = next(stream, "elicitation/create");
            assertThat(second.at("/params/message").asText()).isEqualTo("Two");
            legacy.respond(second, "{\"action\":\"accept\",\"content\":{}}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("was accept");
        }
    }

    @Test
    void missingAnswerEndsWithTheTimeoutOfTheCall() throws Exception {
        tool(NAME, "1s");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode question = next(stream, "elicitation/create");
            assertThat(next(stream, "notifications/cancelled").at("/params/requestId")).isEqualTo(question.get("id"));
            assertThat(result(stream).at("/structuredContent/error/message").asText()).contains("longer than its limit of 1000 ms");
            assertThat(legacy.respond(question, "{\"action\":\"accept\"}").status()).as("too late").isEqualTo(202);
        }
    }

    @Test
    void callWaitsForALostClientAsLongAsItCanReturn() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().set("conversation.resume", "1s")
                .file("asking", RouteYaml.tool("asking", "timeout: 10m", NAME)).start()) {
            MeterRegistry own = gateway.bean(MeterRegistry.class);
            StreamClient stream = LegacyClient.open(gateway.port(), "2025-11-25", LegacyClient.ALL).call("asking");
            assertThat(message(stream).get("method").asText()).isEqualTo("elicitation/create");
            assertThat(own.get("caravan.mcp.questions").gauge().value()).isEqualTo(1);

            stream.close();

            await().atMost(Duration.ofMinutes(1)).until(() -> own.get("caravan.mcp.questions").gauge().value() == 0);
        }
    }
}
