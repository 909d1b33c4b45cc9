package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server's definition that clashes with the gateway's own is refused, and no other. */
@Tag("full")
class ForeignClashesTest extends OddServerGateways {

    @Test
    void aClashTakesOnlyTheDefinitionThatClashes() {
        server.lists("resources", "{\"uri\":\"shared:///one\",\"name\":\"clash\"}")
                .lists("resources", "{\"uri\":\"far:///fine\",\"name\":\"fine\"}")
                .lists("resourceTemplates", "{\"uriTemplate\":\"thing:///{other}\",\"name\":\"overlap\"}")
                .lists("resourceTemplates", "{\"uriTemplate\":\"far:///{id}/x\",\"name\":\"template\"}")
                .lists("prompts", "{\"name\":\"taken\"}").lists("prompts", "{\"name\":\"free\"}")
                .lists("tools", "{\"name\":\"used\",\"inputSchema\":{\"type\":\"object\"}}");
        offer(Map.of("own", """
                - route: {id: own-one, from: {uri: "ai-resource:one", parameters: {resourceUri: "shared:///one"},
                    steps: [{setBody: {constant: own}}]}}
                - route: {id: own-thing, from: {uri: "ai-resource:thing", parameters: {uriTemplate: "thing:///{id}"},
                    steps: [{setBody: {constant: own}}]}}
                - route: {id: own-prompt, from: {uri: "ai-prompt:taken", steps: [{setBody: {constant: own}}]}}
                - route: {id: own-tool, from: {uri: "ai-tool:used", steps: [{setBody: {constant: own}}]}}
                """));
        until(() -> list("resources").containsKey("far:///fine"));

        assertThat(list("resources/templates")).containsKeys("far:///{id}/x", "thing:///{id}").doesNotContainKey("thing:///{other}");
        assertThat(list("prompts")).containsKeys("free", "taken");
        assertThat(read("shared:///one").at("/result/contents/0/text").asText()).isEqualTo("own");
        assertThat(read("far:///fine").at("/result/contents/0/text").asText()).isEqualTo("there");
        assertThat(call("used", "{}").at("/result/structuredContent/data").asText()).isEqualTo("own");
        assertThat(broken()).contains("config/upstream/" + named("odd")).contains("shared:///one").contains("own-thing").contains("taken")
                .contains("used");
    }

    @Test
    void resourcesOfTheGatewaysOwnSchemesAreRefused() {
        List<String> own = List.of("db:///postgresql/patients", "tool:///greet", "caravan:///results/1", "document:///1", "index:///w",
                "kamelet:///k", "DB:///x/y", "ui://caravan/chart");
        own.forEach(uri -> server.lists("resources", "{\"uri\":\"" + uri + "\",\"name\":\"n\"}"));
        server.lists("resourceTemplates", "{\"uriTemplate\":\"db:///{database}/{table}\",\"name\":\"n\"}")
                .lists("resources", "{\"uri\":\"ui://other/page\",\"name\":\"n\"}")
                .lists("resources", "{\"uri\":\"thing:///a\",\"name\":\"n\"}");
        offer(Map.of("own", """
                - route: {id: own-thing, from: {uri: "ai-resource:thing", parameters: {uriTemplate: "thing:///{id}"},
                    steps: [{setBody: {simple: "own ${header.id}"}}]}}
                """));
        until(() -> list("resources").containsKey("ui://other/page"));

        assertThat(list("resources")).doesNotContainKeys(own.toArray(String[]::new));
        assertThat(list("resources/templates")).containsOnlyKeys("thing:///{id}");
        assertThat(gateway.bean(FederatedTools.class).known().get(named("odd")).review(DefinitionKind.RESOURCE).refused())
                .containsKeys("db:///postgresql/patients", "db:///{database}/{table}");
        assertThat(read("thing:///a").at("/result/contents/0/text").asText())
                .as("a template of the gateway goes before a resource from elsewhere").isEqualTo("own a");
    }
}
