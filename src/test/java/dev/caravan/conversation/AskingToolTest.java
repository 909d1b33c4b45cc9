package dev.caravan.conversation;

import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.annotation.Autowired;

/** The tool {@code asking}, whose route a test writes; shared by the classes whose routes talk with their client. */
abstract class AskingToolTest extends EditableGatewayTest {

    @Autowired
    private CamelContext context;

    final void tool(String steps) {
        tool(steps, "30s");
    }

    final void tool(String steps, String timeout) {
        save("asking", """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      parameters:
                        description: asks
                        timeout: %s
                      steps:
                %s
                """.formatted(timeout, steps.indent(8)));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").contains("asks"));
    }

    /** Waits until no call is on the tool's route any more, be it one that was cancelled. */
    final void awaitEndOfRoute() {
        await().atMost(Duration.ofSeconds(20)).until(() -> context.getInflightRepository().size("asking") == 0);
    }
}
