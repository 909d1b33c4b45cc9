package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.Text;
import java.util.List;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Test;

/** The envelope of an answer has the shape of the tool's family, its warnings, and an error where the answer is too large. */
class ToolAnswersTest extends OwnToolsTest {

    @Test
    void databaseToolsHaveTheirOwnShape() throws Exception {
        add("t_db", "envelope: database", "- log: {message: 'the empty map of arguments is the answer', loggingLevel: DEBUG}");
        add("t_db_fails", "envelope: database",
                "- throwException: {exceptionType: dev.caravan.envelope.ForbiddenException, message: 'no'}");

        assertThat(client.call("t_db", object("{}")).result().get("structuredContent")).isEqualTo(object("{\"success\":true}"));
        JsonNode failed = client.call("t_db_fails", object("{}")).result();
        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.get("structuredContent"))
                .isEqualTo(object("{\"success\":false,\"error\":{\"type\":\"permission_error\",\"message\":\"no\"}}"));
    }

    @Test
    void routeMayReturnMcpContent() throws Exception {
        add("t_own", "envelope: none", "- setBody: {constant: plain words}");
        add("t_own_fails", "envelope: none",
                "- throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: 'nothing'}");

        JsonNode result = client.call("t_own", object("{}")).result();
        assertThat(result.at("/content/0/text").asText()).isEqualTo("plain words");
        assertThat(result.has("structuredContent")).isFalse();
        JsonNode failed = client.call("t_own_fails", object("{}")).result();
        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.at("/content/0/text").asText()).isEqualTo("nothing");
    }

    @Test
    void tooLargeSingleValueIsAnErrorWithItsSize() throws Exception {
        add("t_large", "description: x",
                "- setBody: {simple: '${body.getClass()}'}\n        - setBody: {constant: " + "x".repeat(210_000) + "}");

        JsonNode error = client.envelope("t_large", object("{}")).get("error");

        assertThat(error.get("message").asText()).contains("bytes of JSON");
        assertThat(error.get("code").asText()).as("the same call would fail again").isEqualTo("INVALID_ARGUMENT");
        assertThat(error.at("/detail/bytes").asLong()).isGreaterThan(210_000);
        assertThat(error.at("/detail/limit").asLong()).isEqualTo(204_800);
    }

    @Test
    void toolMayHaveItsOwnLimit() throws Exception {
        add("t_roomy", "maxResult: 1MB", "- setBody: {constant: " + "x".repeat(210_000) + "}");
        add("t_narrow", "maxResult: 1KB", "- setBody: {constant: " + "x".repeat(1_100) + "}");

        assertThat(client.envelope("t_roomy", object("{}")).get("data").asText()).hasSize(210_000);
        assertThat(client.envelope("t_narrow", object("{}")).at("/error/detail/limit").asLong()).isEqualTo(1_024);
    }

    @Test
    void textsInMetaFollowTheLanguageOfTheCaller() throws Exception {
        context.getRegistry().bind("warns",
                (Processor) exchange -> exchange.setProperty("meta.warnings", List.of(Text.of("call.busy"), Text.words("as it is"))));
        add("t_warns", "description: x", "- process: {ref: warns}");

        assertThat(client.envelope("t_warns", object("{}")).at("/meta/warnings").toString())
                .contains("The gateway has reached its limit of running calls", "as it is");
        assertThat(client.envelope("t_warns", object("{}"), "Accept-Language", "zh").at("/meta/warnings").toString()).contains("网关正在处理",
                "as it is");
    }

    @Test
    void metaOfARouteIsInTheEnvelope() throws Exception {
        add("t_meta", "description: x", "- setProperty: {name: meta.matches, simple: {expression: '3', resultType: java.lang.Integer}}");

        assertThat(client.envelope("t_meta", object("{}")).at("/meta/matches").asInt()).isEqualTo(3);
    }
}
