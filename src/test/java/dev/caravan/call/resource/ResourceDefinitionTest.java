package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route's options define what clients are told of its resource, and a bad definition is a route that does not start. */
class ResourceDefinitionTest extends ResourceRouteTest {

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void everyRevisionDeclaresListsAndReads(String revision) throws Exception {
        add("r_full", """
                resourceUri: RAW(camel:///r/full?x=1&y=2)
                        title: Full
                        description: All of it.
                        mimeType: application/json
                        tags: a,b
                        meta: '{"ui":{"prefersBorder":true}}'""", "- setBody: {constant: '{\"a\":1}'}");
        boolean modern = revision.equals(McpClient.MODERN);
        boolean meta = !revision.equals("2025-03-26");

        JsonNode capabilities = modern ? client.modern("server/discover", null, "DiscoverResult").result().get("capabilities")
                : client.legacy(null, "initialize", object("{\"protocolVersion\":\"" + revision + "\"}"), "InitializeResult").result()
                        .get("capabilities");
        JsonNode list = ask(revision, "resources/list", object("{}"), "ListResourcesResult").result();
        JsonNode templates = ask(revision, "resources/templates/list", object("{}"), "ListResourceTemplatesResult").result();
        JsonNode read = read(revision, "camel:///r/full?x=1&y=2").result();

        assertThat(capabilities.get("resources")).isEqualTo(object("{\"listChanged\":true,\"subscribe\":true}"));
        assertThat(capabilities.path("extensions").has("io.modelcontextprotocol/ui")).isEqualTo(modern);
        ObjectNode expected = object("""
                {"uri":"camel:///r/full?x=1&y=2","name":"r_full","title":"Full","description":"All of it.","mimeType":"application/json",
                 "_meta":{"ui":{"prefersBorder":true}}}""");
        assertThat(listed(list, "r_full")).isEqualTo(meta ? expected : expected.without("_meta"));
        assertThat(templates.get("resourceTemplates").toString()).doesNotContain("r_full");
        assertThat(read.get("contents")).hasSize(1);
        assertThat(read.at("/contents/0/text").asText()).isEqualTo("{\"a\":1}");
        assertThat(read.at("/contents/0/uri").asText()).isEqualTo("camel:///r/full?x=1&y=2");
        assertThat(read.at("/contents/0/mimeType").asText()).isEqualTo("application/json");
        assertThat(read.at("/contents/0").has("_meta")).isEqualTo(meta);
        for (JsonNode result : List.of(list, templates, read)) {
            assertThat(result.has("resultType")).isEqualTo(modern);
            assertThat(result.path("ttlMs").isIntegralNumber()).isEqualTo(modern);
            assertThat(result.has("cacheScope")).isEqualTo(modern);
        }
        if (modern) {
            assertThat(list.get("cacheScope").asText()).isEqualTo("public");
            assertThat(read.get("cacheScope").asText()).as("a route can see who asks").isEqualTo("private");
        }
    }

    @Test
    void shortDefinitionGetsTheDefaultsOfCamel() throws Exception {
        add("r_short", "resourceUri: camel:///r/short", HELLO);

        assertThat(listed("r_short")).isEqualTo(object(
                "{\"uri\":\"camel:///r/short\",\"name\":\"r_short\",\"description\":\"r_short\",\"mimeType\":\"text/plain\"}"));
        assertThat(read("2025-11-25", "camel:///r/short").result()).isEqualTo(object(
                "{\"contents\":[{\"uri\":\"camel:///r/short\",\"mimeType\":\"text/plain\",\"text\":\"hello\"}]}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "description: x|resourceUri or uriTemplate is missing",
        "resourceUri: config/app.json|must be an absolute URI",
        "resourceUri: 'camel:///a b'|must be an absolute URI",
        "resourceUri: 'camel:///{id}'|must be an absolute URI",
        "resourceUri: camel:///é|must be an absolute URI",
        "resourceUri: camel:///x, mimeType: html|must be type/subtype",
        "resourceUri: camel:///x, mimeType: 'text/html; profile'|must be type/subtype",
        "resourceUri: camel:///x, meta: '{'|meta is not JSON",
        "resourceUri: camel:///x, meta: '{} {}'|meta is not JSON",
        "resourceUri: camel:///x, meta: '\"ui\"'|meta must be a JSON object",
        "resourceUri: camel:///x, timeout: 0s|timeout must be more than 0",
        "resourceUri: camel:///x, nosuchoption: 1|Unknown parameters"})
    void routeWithAnInvalidDefinitionDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("r_bad", options.replace(", ", "\n        "), HELLO)).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("r_bad");
    }
}
