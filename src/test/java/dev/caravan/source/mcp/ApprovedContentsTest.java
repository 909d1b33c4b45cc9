package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.routes.RoutesState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Resources and prompts of a pinned server wait for approval, as its tools do. If two servers offer the same URI or name, the log names
 * both places.
 */
@Tag("nightly")
class ApprovedContentsTest extends FederatedGateways {

    private void contents(String description, String more) {
        upstreamRoutes.file("contents", """
                - route:
                    id: visit
                    from:
                      uri: ai-prompt:visit
                      parameters: {description: "%s", argument.city: A city}
                      steps:
                        - setBody: {simple: "Visit ${header.city}"}
                - route:
                    id: thing
                    from:
                      uri: ai-resource:thing
                      parameters: {resourceUri: "thing:///a", description: "%s"}
                      steps:
                        - setBody: {constant: content}
                %s""".formatted(description, description, more));
    }

    @Test
    void changesOfAPinnedServerWaitAcrossARestart() {
        startOwnUpstream();
        contents("As it was.", "");
        configure("other: {url: 'URL', expose: {pin: true, resources: true, prompts: true}}");
        OwnGateway.Builder builder = offeringAlone();
        gateway = builder.start();
        until(() -> description("prompts", "visit").equals("As it was.") && description("resources", "thing:///a").equals("As it was."));
        gateway.close();

        contents("Changed.", """
                - route:
                    id: new
                    from:
                      uri: ai-prompt:new
                      steps:
                        - setBody: {constant: new}
                """);
        gateway = builder.start();
        FederatedTools tools = gateway.bean(FederatedTools.class);
        until(() -> tools.known().containsKey(named("other")) && tools.known().get(named("other")).reviews().values().stream()
                .mapToInt(review -> review.waiting().size()).sum() == 3);
        until(() -> description("prompts", "visit").equals("As it was.") && description("resources", "thing:///a").equals("As it was."));
        assertThat(description("prompts", "new")).isEmpty();
        assertThat(tools.known().get(named("other")).review(DefinitionKind.PROMPT).waiting().get("visit").changes())
                .containsExactly("description");

        assertThat(tools.approve(named("other"), DefinitionKind.PROMPT, "visit", null)).isTrue();
        assertThat(tools.approve(named("other"), DefinitionKind.PROMPT, "visit", null)).isFalse();
        assertThat(tools.approve(named("other"), DefinitionKind.RESOURCE, "thing:///a", null)).isTrue();
        until(() -> description("prompts", "visit").equals("Changed.") && description("resources", "thing:///a").equals("Changed."));
        assertThat(tools.approve(named("other"), DefinitionKind.PROMPT, "new", null)).isTrue();
        until(() -> description("prompts", "new").equals("new"));

        gateway.close();
        upstream.close();
        gateway = builder.start();
        until(() -> description("prompts", "visit").equals("Changed.") && description("resources", "thing:///a").equals("Changed."));
    }

    @Test
    void secondServerOfAUriIsRefusedAndBothAreNamed() {
        startUpstream();
        contents("Same.", "");
        configure(
                "alpha: {url: 'URL', expose: {prefix: a_, resources: true, prompts: true}}\nbeta: {url: 'URL', expose: {prefix: b_, "
                        + "resources: true, prompts: true}}");
        gateway = offering().start();

        until(() -> tools().keySet().containsAll(java.util.Set.of("a_greet", "b_greet")) && !broken().isEmpty());
        assertThat(broken()).contains("config/upstream/" + named("alpha") + "-contents")
                .contains("config/upstream/" + named("beta") + "-contents").contains("thing:///a");
        assertThat(description("resources", "thing:///a")).isEqualTo("Same.");

        configure(
                "alpha: {url: 'URL', expose: {prefix: a_, resources: true, prompts: true}}\nbeta: {url: 'URL', expose: {prefix: b_, "
                        + "prompts: true}}");
        until(() -> broken().isEmpty() && !description("prompts", "a_visit").isEmpty() && !description("prompts", "b_visit").isEmpty());
    }

    private String broken() {
        return String.join("\n", gateway.bean(RoutesState.class).broken().stream().map(String::valueOf).toList());
    }

    /** Empty if clients don't see it. */
    private String description(String list, String name) {
        JsonNode all = gateway.client()
                .post(McpClient.request(list + "/list", McpClient.object("{}")).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/" + list);
        for (JsonNode each : all) {
            if (name.equals(each.path(list.equals("prompts") ? "name" : "uri").asText())) {
                return each.path("description").asText();
            }
        }
        return "";
    }
}
