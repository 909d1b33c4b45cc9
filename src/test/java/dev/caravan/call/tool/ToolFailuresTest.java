package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An exception in a tool's route becomes an error code, and nothing internal is told. */
class ToolFailuresTest extends OwnToolsTest {

    @ParameterizedTest
    @CsvSource({"InvalidArgumentException,INVALID_ARGUMENT", "NotFoundException,NOT_FOUND", "ForbiddenException,FORBIDDEN",
        "DatabaseException,DB_ERROR", "UpstreamException,UPSTREAM_ERROR"})
    void exceptionOfAStepFailsTheCall(String exception, String code) throws Exception {
        add("t_throws", "description: x", "- throwException: {exceptionType: dev.caravan.envelope." + exception + ", message: 'because'}");

        JsonNode error = client.envelope("t_throws", object("{}")).get("error");

        assertThat(error.get("code").asText()).isEqualTo(code);
        assertThat(error.get("message").asText()).isEqualTo("because");
    }

    @Test
    void unexpectedFailureShowsNoInternals() throws Exception {
        add("t_bug", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");

        JsonNode envelope = client.envelope("t_bug", object("{}"));

        assertThat(envelope.at("/error/code").asText()).isEqualTo("INTERNAL_ERROR");
        assertThat(envelope.toString()).doesNotContain("secret").doesNotContain("IllegalState");
    }
}
