package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A route with an {@code mcp:} step that cannot work is not taken up. */
@Tag("full")
class BadConversationStepsTest extends EditableGatewayTest {

    @Test
    void routeWithABadStepIsRefused() throws Exception {
        for (String bad : List.of("mcp:shout", "mcp:progress", "mcp:log?level=loud", "mcp:log?total=1",
                "mcp:elicit?message=x&field.a=text")) {
            save("bad", EditableGatewayTest.tool("bad", "bad", "x").replace("setBody:", "to: " + bad).replaceAll("\\n +constant: x", ""));
            save("good", EditableGatewayTest.tool("good", "good", "x"));
            await().until(() -> list("tools").contains("good"));
            assertThat(list("tools")).as(bad).containsExactly("good");
            delete("good");
            await().until(() -> !list("tools").contains("good"));
        }
    }
}
