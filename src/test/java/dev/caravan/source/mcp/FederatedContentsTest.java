package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arguments of an upstream server's prompts and templates are completed there, and who subscribed to its resources hears of changes. */
@Tag("full")
class FederatedContentsTest extends FederatedGateways {

    private static final String CONTENTS = """
            - route:
                id: travel
                from:
                  uri: ai-prompt:travel
                  parameters:
                    argument.city: A city
                    argument.city.complete: direct:cities
                    argument.country: A country
                    argument.country.complete: France,Finland,Germany
                  steps:
                    - setBody: {simple: "To ${header.city}"}
            - route:
                id: cities
                from:
                  uri: direct:cities
                  steps:
                    - setBody: {simple: '{"values":["${body}is in ${header.country}","other"],"total":120,"hasMore":true}'}
                    - unmarshal: {json: {unmarshalType: com.fasterxml.jackson.databind.node.ObjectNode}}
            - route:
                id: thing
                from:
                  uri: ai-resource:thing
                  parameters:
                    uriTemplate: thing:///{id}
                    complete.id: alpha,beta
                  steps:
                    - setBody: {simple: "${header.id}"}
            - route:
                id: touch
                from:
                  uri: ai-tool:touch
                  parameters: {parameter.id: string}
                  steps:
                    - to: mcp:updated?uri=thing:///${header.id}
            """;

    @BeforeEach
    void start() {
        startUpstream();
        upstreamRoutes.file("contents", CONTENTS);
        configure("other: {url: 'URL', expose: {prefix: o_, resources: true, prompts: true}}");
        gateway = offering().start();
        until(() -> tools().containsKey("o_touch") && ask("prompts/list", "{}").toString().contains("o_travel")
                && ask("resources/templates/list", "{}").toString().contains("thing"));
    }

    @Test
    void argumentsAreCompletedAtTheServer() {
        assertThat(complete("{\"type\":\"ref/prompt\",\"name\":\"o_travel\"}", "country", "f", "{}").get("values").toString())
                .isEqualTo("[\"France\",\"Finland\"]");
        JsonNode cities = complete("{\"type\":\"ref/prompt\",\"name\":\"o_travel\"}", "city", "Par", "{\"country\":\"France\"}");
        assertThat(cities.at("/values/0").asText()).isEqualTo("Paris in France");
        assertThat(cities.get("total").asInt()).isEqualTo(120);
        assertThat(cities.get("hasMore").asBoolean()).isTrue();
        assertThat(complete("{\"type\":\"ref/resource\",\"uri\":\"thing:///{id}\"}", "id", "b", "{}").get("values").toString())
                .isEqualTo("[\"beta\"]");
    }

    @Test
    void onlySubscribersHearOfAChange() throws Exception {
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        LegacyClient foreign = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        foreign.request("resources/subscribe", McpClient.object("{\"uri\":\"thing:///b\"}"));
        legacy.request("resources/subscribe", McpClient.object("{\"uri\":\"thing:///a\"}"));
        try (StreamClient stream = legacy.listen(null); StreamClient others = foreign.listen(null);
                StreamClient modern = StreamClient.listen(gateway.port(), "/mcp", "{\"resourceSubscriptions\":[\"thing:///c\"]}")) {
            assertThat(modern.next()).contains("acknowledged");
            until(() -> subscribed().equals(Map.of("thing:///a", true, "thing:///b", true, "thing:///c", true)));

            call("o_touch", "{\"id\":\"a\"}");
            call("o_touch", "{\"id\":\"nowhere\"}");
            call("o_touch", "{\"id\":\"b\"}");
            call("o_touch", "{\"id\":\"c\"}");

            assertThat(LegacyClient.updated(stream)).isEqualTo("thing:///a");
            assertThat(LegacyClient.updated(others)).isEqualTo("thing:///b");
            assertThat(modern.next()).contains("notifications/resources/updated", "thing:///c");
        }
        legacy.request("resources/unsubscribe", McpClient.object("{\"uri\":\"thing:///a\"}"));
        until(() -> subscribed().equals(Map.of("thing:///b", true)));
    }

    /** What the upstream server's clients have subscribed to. */
    private Map<String, Boolean> subscribed() {
        Map<String, Boolean> uris = new java.util.TreeMap<>();
        upstream.bean(dev.caravan.mcp.SubscribedResources.class).uris().forEach(uri -> uris.put(uri, true));
        return uris;
    }

    private JsonNode complete(String ref, String argument, String typed, String others) {
        return ask("completion/complete",
                "{\"ref\":" + ref + ",\"argument\":{\"name\":\"" + argument + "\",\"value\":\"" + typed + "\"},\"context\":{\"arguments\":"
                        + others + "}}")
                .at("/result/completion");
    }

    private JsonNode ask(String method, String params) {
        return gateway.client().post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25")
                .json();
    }
}
