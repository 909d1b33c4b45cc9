package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A URI template makes a resource of each URI that fits it. */
class TemplateRoutesTest extends ResourceRouteTest {

    private static final String ECHO = "- setBody: {simple: '${header.id} ${body}'}";

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void everyRevisionListsAndReads(String revision) throws Exception {
        add("t_item", "uriTemplate: test://template/{id}/data\n        description: An item.\n        meta: '{\"a\":1}'", ECHO);

        JsonNode templates = ask(revision, "resources/templates/list", object("{}"), "ListResourceTemplatesResult").result();
        JsonNode resources = ask(revision, "resources/list", object("{}"), "ListResourcesResult").result();
        JsonNode read = read(revision, "test://template/1%2023/data").result();

        ObjectNode expected = object("""
                {"uriTemplate":"test://template/{id}/data","name":"t_item","description":"An item.","mimeType":"text/plain",\
                "_meta":{"a":1}}""");
        assertThat(templates.get("resourceTemplates")).contains(revision.equals("2025-03-26") ? expected.without("_meta") : expected);
        assertThat(templates.has("ttlMs")).isEqualTo(revision.equals(McpClient.MODERN));
        assertThat(resources.toString()).doesNotContain("t_item");
        assertThat(read.at("/contents/0/uri").asText()).isEqualTo("test://template/1%2023/data");
        assertThat(read.at("/contents/0/text").asText()).isEqualTo("1 23 {id=1 23}");
    }

    @Test
    void fixedUriOverridesATemplate() throws Exception {
        add("t_any", "uriTemplate: camel:///t/{id}", ECHO);
        add("t_one", "resourceUri: camel:///t/one", "- setBody: {constant: fixed}");

        assertThat(read("2025-11-25", "camel:///t/one").result().at("/contents/0/text").asText()).isEqualTo("fixed");
        assertThat(read("2025-11-25", "camel:///t/two").result().at("/contents/0/text").asText()).startsWith("two");
    }

    @Test
    void templateIsNoResource() throws Exception {
        add("t_self", "uriTemplate: camel:///self/{id}", ECHO);

        assertThat(read("2025-11-25", "camel:///self/{id}").error().get("code").asInt()).isEqualTo(-32002);
    }

    @Test
    void overlappingTemplateDoesNotStart() throws Exception {
        add("t_first", "uriTemplate: camel:///first/{id}", ECHO);

        assertThatThrownBy(() -> add("t_second", "uriTemplate: camel:///{a}/{b}", ECHO))
                .hasStackTraceContaining("camel:///{a}/{b} matches the same URIs as camel:///first/{id} of route t_first");

        context.getRouteController().stopRoute("t_first");
        add("t_third", "uriTemplate: camel:///{a}/{b}", "- setBody: {simple: '${header.b}'}");
        assertThat(read("2025-11-25", "camel:///first/x").result().at("/contents/0/text").asText()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "uriTemplate: camel:///x|must be an absolute URI",
        "uriTemplate: 'camel:///{id}.txt'|must be an absolute URI",
        "uriTemplate: 'camel:///{CamelFileName}'|because Camel uses this name itself",
        "uriTemplate: 'camel:///{id}', resourceUri: camel:///y|use either resourceUri or uriTemplate, not both",
        "uriTemplate: 'camel:///{id}', complete.other: 'a,b'|uriTemplate has no variable other",
        "uriTemplate: 'camel:///{id}', complete.id: ','|complete.id must have at least one value",
        "uriTemplate: 'camel:///{id}', complete.id: 'direct:'|complete.id must be values",
        "resourceUri: camel:///x, complete.id: a|uriTemplate has no variable id"})
    void routeWithAnInvalidDefinitionDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("t_bad", options.replace(", ", "\n        "), ECHO)).hasStackTraceContaining(reason);
    }

    @Test
    void templateIsRemovedWithItsRoute() throws Exception {
        add("t_life", "uriTemplate: camel:///life/{id}", ECHO);
        assertThat(read("2025-11-25", "camel:///life/1").result()).isNotNull();

        context.getRouteController().stopRoute("t_life");

        assertThat(read("2025-11-25", "camel:///life/1").error().get("code").asInt()).isEqualTo(-32002);
    }
}
