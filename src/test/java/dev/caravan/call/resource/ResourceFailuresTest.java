package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reading that finds nothing, fails or takes too long is answered with the reason and without internals. */
class ResourceFailuresTest extends ResourceRouteTest {

    @ParameterizedTest
    @CsvSource({"2025-03-26,-32002", "2025-06-18,-32002", "2025-11-25,-32002", McpClient.MODERN + ",-32602"})
    void missingResourceHasTheCodeOfTheRevision(String revision, int code) throws Exception {
        add("r_gone", "resourceUri: camel:///r/gone",
                "- throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: 'no file'}");
        add("r_empty", "resourceUri: camel:///r/empty", "- setBody: {simple: '${null}'}");

        for (String uri : List.of("camel:///r/never", "camel:///r/gone", "camel:///r/empty")) {
            Answer answer = read(revision, uri);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.error()).as(uri).isEqualTo(object(
                    "{\"code\":" + code + ",\"message\":\"Resource not found\",\"data\":{\"uri\":\"" + uri + "\"}}"));
        }
    }

    @Test
    void aReadWithoutUriIsInvalid() {
        assertThat(client.legacy("2025-11-25", "resources/read", object("{}"), "ReadResourceResult").error().get("code").asInt())
                .isEqualTo(-32602);
        assertThat(client.legacy("2025-11-25", "resources/read", object("{\"uri\":7}"), "ReadResourceResult").error().get("code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void lateReadIsAnErrorThatNamesTheTimeout() throws Exception {
        add("r_slow", "resourceUri: camel:///r/slow\n        timeout: 300ms", "- delay: {constant: 5000}\n        " + HELLO);
        long start = System.nanoTime();

        JsonNode error = read("2025-11-25", "camel:///r/slow").error();

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 20_000L);
        assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"camel:///r/slow took longer than its limit of 300 ms\"}"));
    }

    @Test
    void unexpectedFailureShowsNoInternals() throws Exception {
        add("r_bug", "resourceUri: camel:///r/bug",
                "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");
        add("r_down", "resourceUri: camel:///r/down",
                "- throwException: {exceptionType: dev.caravan.envelope.UpstreamException, message: 'the store is down'}");

        assertThat(read("2025-11-25", "camel:///r/bug").error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        assertThat(read("2025-11-25", "camel:///r/down").error()).isEqualTo(object("{\"code\":-32603,\"message\":\"the store is down\"}"));
    }
}
