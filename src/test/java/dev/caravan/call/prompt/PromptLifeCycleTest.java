package dev.caravan.call.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A prompt is listed while its route runs, and no second prompt can take its name. */
class PromptLifeCycleTest extends PromptRouteTest {

    @Test
    void promptIsListedWhileItsRouteRuns() throws Exception {
        add("p_life", NAME, GREET);
        assertThat(names()).contains("p_life");

        context.getRouteController().suspendRoute("p_life");
        assertThat(names()).doesNotContain("p_life");
        assertThat(get("2025-11-25", "p_life", "{\"name\":\"Ada\"}").error().get("code").asInt()).isEqualTo(-32602);

        context.getRouteController().resumeRoute("p_life");
        assertThat(names()).contains("p_life");

        context.getRouteController().stopRoute("p_life");
        assertThat(names()).doesNotContain("p_life");
    }

    @Test
    void secondPromptOfTheSameNameDoesNotStart() throws Exception {
        add("p_twin", NAME, GREET);

        assertThatThrownBy(() -> routes.add("p_other", "ai-prompt:p_twin?title=other", "description: x", GREET))
                .hasStackTraceContaining("p_twin");

        assertThat(text(get("2025-11-25", "p_twin", "{\"name\":\"Ada\"}"))).isEqualTo("Hello, Ada!");
    }
}
