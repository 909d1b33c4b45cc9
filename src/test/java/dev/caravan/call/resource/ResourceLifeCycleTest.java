package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** A resource is listed while its route runs, and no second resource can take its URI. */
class ResourceLifeCycleTest extends ResourceRouteTest {

    @Test
    void resourceIsListedWhileItsRouteRuns() throws Exception {
        add("r_life", "resourceUri: camel:///r/life", HELLO);
        assertThat(names()).contains("r_life");

        context.getRouteController().suspendRoute("r_life");
        assertThat(names()).doesNotContain("r_life");
        assertThat(read("2025-11-25", "camel:///r/life").error().get("code").asInt()).isEqualTo(-32002);

        context.getRouteController().resumeRoute("r_life");
        assertThat(names()).contains("r_life");

        context.getRouteController().stopRoute("r_life");
        assertThat(names()).doesNotContain("r_life");
    }

    @Test
    void secondResourceOfTheSameUriDoesNotStart() throws Exception {
        add("r_twin", "resourceUri: camel:///r/twin", HELLO);

        assertThatThrownBy(() -> add("r_other", "resourceUri: camel:///r/twin", "- setBody: {constant: other}"))
                .hasStackTraceContaining("camel:///r/twin is already served by another route, r_twin");

        assertThat(read("2025-11-25", "camel:///r/twin").result().at("/contents/0/text").asText()).isEqualTo("hello");
    }

    @Test
    void appsCapabilityNeedsAnApp() throws Exception {
        assertThat(extensions().get("io.modelcontextprotocol/ui")).isEqualTo(object("{}"));

        context.getRouteController().stopRoute("chart-app");
        try {
            assertThat(extensions().has("io.modelcontextprotocol/ui")).isFalse();
        } finally {
            context.getRouteController().startRoute("chart-app");
        }
        assertThat(extensions().has("io.modelcontextprotocol/ui")).isTrue();
    }

    private JsonNode extensions() {
        return client.modern("server/discover", null, "DiscoverResult").result().path("capabilities").path("extensions");
    }
}
