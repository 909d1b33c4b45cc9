package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.routes.RoutesState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers with tools of the same name need a prefix; without one the second is refused, and says where both are. */
@Tag("full")
class ClashingToolsTest extends FederatedGateways {

    @Test
    void secondServerWithTheSameToolIsRefusedUntilItHasAPrefix() {
        startUpstream();
        upstreamRoutes.tool("wave", "x", "waved");
        configure("alpha: {url: 'URL', expose: {tools: [greet]}}\nbeta: {url: 'URL', expose: {}}");
        gateway = offering().tool("own", "x", "here").start();
        until(() -> !broken().isEmpty());

        assertThat(broken()).contains("config/upstream/").contains("the id greet is taken by config/upstream/");
        assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
        assertThat(call("own", "{}").at("/result/structuredContent/data").asText()).isEqualTo("here");

        configure("alpha: {url: 'URL', expose: {tools: [greet]}}\nbeta: {url: 'URL', expose: {prefix: b_}}");
        until(() -> tools().keySet().containsAll(java.util.Set.of("greet", "b_greet", "b_wave", "own")));
        until(() -> broken().isEmpty());
    }

    private String broken() {
        return String.join("\n", gateway.bean(RoutesState.class).broken().stream().map(String::valueOf).toList());
    }
}
