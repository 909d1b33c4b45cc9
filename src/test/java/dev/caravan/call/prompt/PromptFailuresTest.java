package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** A prompt that fails, takes too long or is too large is answered with the reason and without internals. */
class PromptFailuresTest extends PromptRouteTest {

    @Test
    void latePromptIsAnErrorThatNamesTheTimeout() throws Exception {
        add("p_slow", "timeout: 300ms", "- delay: {constant: 5000}\n        " + GREET);
        long start = System.nanoTime();

        JsonNode error = get("2025-11-25", "p_slow", null).error();

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 20_000L);
        assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"p_slow took longer than its limit of 300 ms\"}"));
    }

    @Test
    void tooLargePromptIsAnErrorThatNamesTheLimit() throws Exception {
        add("p_large", NAME + "\n        maxResult: 1KB", GREET);

        assertThat(text(get("2025-11-25", "p_large", "{\"name\":\"" + "x".repeat(900) + "\"}"))).hasSize(908);
        assertThat(get("2025-11-25", "p_large", "{\"name\":\"" + "x".repeat(1000) + "\"}").error().get("message").asText())
                .startsWith("The result has").contains("more than the limit of 1024");
    }

    @Test
    void defaultLimitHoldsForPromptsWithoutOne() throws Exception {
        add("p_huge", NAME, GREET);

        assertThat(get("2025-11-25", "p_huge", "{\"name\":\"" + "x".repeat(1_100_000) + "\"}").error().get("message").asText())
                .contains("limit of 1048576");
    }

    @Test
    void unexpectedFailureShowsNoInternals() throws Exception {
        add("p_bug", "description: x", "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");
        add("p_down", "description: x",
                "- throwException: {exceptionType: dev.caravan.envelope.UpstreamException, message: 'the store is down'}");
        add("p_refuses", "description: x",
                "- throwException: {exceptionType: dev.caravan.envelope.InvalidArgumentException, message: 'no such city'}");

        assertThat(get("2025-11-25", "p_bug", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        assertThat(get("2025-11-25", "p_down", null).error()).isEqualTo(object("{\"code\":-32603,\"message\":\"the store is down\"}"));
        assertThat(get("2025-11-25", "p_refuses", null).error())
                .isEqualTo(object("{\"code\":-32602,\"message\":\"Invalid params: no such city\"}"));
    }
}
