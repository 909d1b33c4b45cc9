package dev.caravan.call.client;

import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import dev.caravan.RouteYaml;
import org.apache.camel.CamelContext;

/** The tool {@code asking}, whose route a test writes; shared by the classes whose routes talk with their client. */
abstract class AskingToolTest extends EditableGatewayTest {

    private final CamelContext context = bean(CamelContext.class);

    final void tool(String steps) {
        tool(steps, "30s");
    }

    final void tool(String steps, String timeout) {
        save("asking", RouteYaml.tool("asking", "description: asks in " + timeout + "\ntimeout: " + timeout, steps));
        await().until(() -> list("tools").contains("asks in " + timeout));
    }

    /** Waits until no call is on the tool's route any more, be it one that was cancelled. */
    final void awaitEndOfRoute() {
        await().until(() -> context.getInflightRepository().size("asking") == 0);
    }
}
