package dev.caravan.call.completion;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A route of suggestions that fails, takes too long or leaves no list is answered with an internal error. */
class SuggestionFailuresTest extends CompletedPromptTest {

    static List<Object> bodiesThatAreNoSuggestions() {
        return List.of("a,b", Map.of("values", List.of("a")), 7, List.of(List.of("a")), Arrays.asList("a", null), new Object[] {Map.of()});
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreNoSuggestions")
    void routeWithoutAListIsAnInternalErrorAndIsLogged(Object body) throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(body));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        try (GatewayLog log = GatewayLog.record()) {
            assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error())
                    .isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
            assertThat(log.awaits("Completion failed argument=city of=ref/prompt c_prompt").text())
                    .containsAnyOf("direct:c-suggestions must leave a list of suggestions",
                            "direct:c-suggestions must leave suggestions that are text");
        }
    }

    @Test
    void missingOrFailingRouteIsAnInternalErrorAtOnce() throws Exception {
        prompt("argument.city: Where\n        argument.city.complete: direct:c-nowhere");
        long start = System.nanoTime();

        assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error())
                .isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));

        assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(20_000);
    }

    @Test
    void lateCompletionIsAnErrorThatNamesTheTimeout() throws Exception {
        routes.add("c-slow", "direct:c-suggestions", "block: true", "- delay: {constant: 5000}\n        " + NOTHING);
        prompt("timeout: 300ms\n        argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        assertThat(complete("2025-11-25", "c_prompt", "city", "", null).error()).isEqualTo(object(
                "{\"code\":-32603,\"message\":\"ref/prompt c_prompt took longer than its limit of 300 ms\"}"));
    }
}
