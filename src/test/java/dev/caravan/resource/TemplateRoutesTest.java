package dev.caravan.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import java.io.IOException;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Resources whose URIs a template says: life cycle, definition, reading, and those that the repository has. */
class TemplateRoutesTest extends GatewayTest {

    private static final String ECHO = "- setBody: {simple: '${header.id} ${body}'}";

    @Autowired
    private CamelContext context;

    private OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void everyRevisionListsAndReads(String revision) throws Exception {
        add("t_item", "uriTemplate: test://template/{id}/data\n        description: An item.\n        meta: '{\"a\":1}'", ECHO);

        JsonNode templates = ask(revision, "resources/templates/list", object("{}"), "ListResourceTemplatesResult").result();
        JsonNode resources = ask(revision, "resources/list", object("{}"), "ListResourcesResult").result();
        JsonNode read = read(revision, "test://template/1%2023/data").result();

        ObjectNode expected = object("""
                {"uriTemplate":"test://template/{id}/data","name":"t_item","description":"An item.","mimeType":"text/plain","_meta":{"a":1}}""");
        assertThat(templates.get("resourceTemplates")).contains(revision.equals("2025-03-26") ? expected.without("_meta") : expected);
        assertThat(templates.has("ttlMs")).isEqualTo(revision.equals(McpClient.MODERN));
        assertThat(resources.toString()).doesNotContain("t_item");
        assertThat(read.at("/contents/0/uri").asText()).isEqualTo("test://template/1%2023/data");
        assertThat(read.at("/contents/0/text").asText()).isEqualTo("1 23 {id=1 23}");
    }

    @Test
    void aFixedUriWinsOverATemplate() throws Exception {
        add("t_any", "uriTemplate: camel:///t/{id}", ECHO);
        add("t_one", "resourceUri: camel:///t/one", "- setBody: {constant: fixed}");

        assertThat(read("2025-11-25", "camel:///t/one").result().at("/contents/0/text").asText()).isEqualTo("fixed");
        assertThat(read("2025-11-25", "camel:///t/two").result().at("/contents/0/text").asText()).startsWith("two");
    }

    @Test
    void aTemplateItselfIsNoResource() throws Exception {
        add("t_self", "uriTemplate: camel:///self/{id}", ECHO);

        assertThat(read("2025-11-25", "camel:///self/{id}").error().get("code").asInt()).isEqualTo(-32002);
    }

    @Test
    void aTemplateThatFitsAnothersUrisDoesNotStart() throws Exception {
        add("t_first", "uriTemplate: camel:///first/{id}", ECHO);

        assertThatThrownBy(() -> add("t_second", "uriTemplate: camel:///{a}/{b}", ECHO))
                .hasStackTraceContaining("camel:///{a}/{b} fits URIs that camel:///first/{id} does too, of route t_first");

        context.getRouteController().stopRoute("t_first");
        add("t_third", "uriTemplate: camel:///{a}/{b}", "- setBody: {simple: '${header.b}'}");
        assertThat(read("2025-11-25", "camel:///first/x").result().at("/contents/0/text").asText()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "uriTemplate: camel:///x|must be an absolute URI",
        "uriTemplate: 'camel:///{id}.txt'|must be an absolute URI",
        "uriTemplate: 'camel:///{CamelFileName}'|Camel uses such names itself",
        "uriTemplate: 'camel:///{id}', resourceUri: camel:///y|exclude each other",
        "uriTemplate: 'camel:///{id}', complete.other: 'a,b'|uriTemplate has no variable other",
        "uriTemplate: 'camel:///{id}', complete.id: ','|complete.id has no values",
        "uriTemplate: 'camel:///{id}', complete.id: 'direct:'|complete.id must be values",
        "resourceUri: camel:///x, complete.id: a|uriTemplate has no variable id"})
    void aBadDefinitionIsARouteThatDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("t_bad", options.replace(", ", "\n        "), ECHO)).hasStackTraceContaining(reason);
    }

    @Test
    void aTemplateGoesWithItsRoute() throws Exception {
        add("t_life", "uriTemplate: camel:///life/{id}", ECHO);
        assertThat(read("2025-11-25", "camel:///life/1").result()).isNotNull();

        context.getRouteController().stopRoute("t_life");

        assertThat(read("2025-11-25", "camel:///life/1").error().get("code").asInt()).isEqualTo(-32002);
    }

    @Test
    void aStoredDocumentReadsAsItsToolAnswersIt() throws IOException {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"北京\",\"content\":\"capital\",\"tags\":[\"a\"]}")).at("/data/id").asText();

        JsonNode content = read(McpClient.MODERN, "document:///" + id).result().at("/contents/0");

        assertThat(content.get("mimeType").asText()).isEqualTo("application/json");
        assertThat(McpClient.JSON.readTree(content.get("text").asText()))
                .isEqualTo(client.envelope("mongo_find_by_id", object("{}").put("id", id)).get("data"));
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26,-32002", "2025-11-25,-32002", McpClient.MODERN + ",-32602"})
    void aDocumentOrToolThatIsNotThereIsNotFound(String revision, int code) {
        for (String uri : new String[] {"document:///no-such-id", "document:///%7B%22$ne%22:1%7D", "tool:///no_such_tool"}) {
            JsonNode error = read(revision, uri).error();
            assertThat(error.get("code").asInt()).as(uri).isEqualTo(code);
            assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
        }
    }

    @Test
    void aToolsSchemaIsWhatTheListShows() throws IOException {
        JsonNode listed = null;
        for (JsonNode tool : ask("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")) {
            listed = tool.get("name").asText().equals("neo4j_find_path") ? tool : listed;
        }

        assertThat(McpClient.JSON.readTree(read("2025-11-25", "tool:///neo4j_find_path").result().at("/contents/0/text").asText())).isEqualTo(listed);
    }

    private void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-resource:" + name, options, steps);
    }

    private Answer read(String revision, String uri) {
        return ask(revision, "resources/read", object("{}").put("uri", uri), "ReadResourceResult");
    }

    private Answer ask(String revision, String method, ObjectNode params, String result) {
        return revision.equals(McpClient.MODERN) ? client.modern(method, params, result) : client.legacy(revision, method, params, result);
    }
}
