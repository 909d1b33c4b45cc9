package dev.caravan.chart;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.graph.GraphTest;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The answers of {@code neo4j_find_neighbors} and {@code neo4j_find_path} go into {@code echart_generate} as they are. */
@Tag("nightly")
class DrawnNeighborsTest extends GraphTest {

    @Test
    void chartShowsNeighborsAndTheirStart() {
        String ada = node("Entity", "{\"name\":\"Ada\"}");
        String notes = node("Document", "{\"title\":\"Notes\"}");
        String engine = node("Entity", "{\"name\":\"Engine\"}");
        relate(ada, notes, "MENTIONS");
        relate(notes, engine, "RELATED_TO");

        JsonNode neighbors = client.envelope("neo4j_find_neighbors", object("{\"id\":\"" + ada + "\",\"depth\":2}")).get("data");
        assertThat(neighbors.at("/start/properties/name").asText()).isEqualTo("Ada");
        assertThat(neighbors.get("nodes").findValuesAsText("id")).containsExactly(notes, engine);

        JsonNode series = drawn(neighbors).at("/option/series/0");
        assertThat(texts(series.get("data"), "id")).containsExactly(ada, notes, engine);
        assertThat(texts(series.get("data"), "name")).containsExactly("Ada", "Notes", "Engine");
        assertThat(texts(series.get("categories"), "name")).containsExactly("Entity", "Document");
        assertThat(texts(series.get("links"), "value")).containsExactlyInAnyOrder("MENTIONS", "RELATED_TO");

        JsonNode path = client.envelope("neo4j_find_path", object("{\"fromId\":\"" + ada + "\",\"toId\":\"" + engine + "\"}")).get("data");
        assertThat(texts(drawn(path).at("/option/series/0/data"), "name")).containsExactly("Ada", "Notes", "Engine");
    }

    @Test
    void linksHaveOneOfTwoPairsOfEnds() {
        JsonNode links = drawn(object(
                "{\"nodes\":[{\"id\":\"a\",\"name\":\"A\",\"label\":\"not a category\"},{\"id\":\"b\",\"name\":\"B\"}],"
                        + "\"links\":[{\"source\":\"a\",\"target\":\"b\",\"type\":\"unused\"},"
                        + "{\"fromId\":\"a\",\"toId\":\"b\",\"type\":\"KNOWS\"},{\"fromId\":\"a\",\"target\":\"b\",\"type\":\"KNOWS\","
                        + "\"label\":\"said\"}]}"))
                .at("/option/series/0/links");
        assertThat(links).isEqualTo(object(
                "{\"l\":[{\"source\":\"a\",\"target\":\"b\"},{\"source\":\"a\",\"target\":\"b\",\"value\":\"KNOWS\"},{\"source\":\"a\","
                        + "\"target\":\"b\",\"value\":\"said\"}]}")
                .get("l"));

        assertThat(chart(object("{\"nodes\":[],\"links\":[{\"fromId\":\"a\"}]}")).at("/error/message").asText())
                .startsWith("graph.links[0].target is required");
        assertThat(chart(object("{\"nodes\":[],\"relationships\":[{\"toId\":\"a\"}]}")).at("/error/message").asText())
                .startsWith("graph.relationships[0].fromId is required");
        JsonNode withoutId = chart(
                object("{\"nodes\":[{\"id\":\"a\",\"name\":\"A\"}],\"relationships\":[{\"fromId\":null,\"toId\":\"a\"}]}"));
        assertThat(withoutId.at("/meta/warnings/0").asText()).contains("refer to a node that is not in the graph");
    }

    @Test
    @Tag("nightly")
    void echartsRendersNeighbors() throws Exception {
        EChartsRenderer.assumeInstalled();
        String ada = node("Entity", "{\"name\":\"Ada\"}");
        relate(ada, node("Document", "{\"title\":\"Notes\"}"), "MENTIONS");
        JsonNode option = drawn(client.envelope("neo4j_find_neighbors", object("{\"id\":\"" + ada + "\"}")).get("data")).get("option");

        JsonNode seen = EChartsRenderer.render(JSON.createObjectNode().set("neighbors", option));

        for (String version : new String[] {"5", "6"}) {
            new ChartInput(option).marks(2).links(1).texts("Ada", "Notes", "MENTIONS", "Entity", "Document")
                    .check(seen.at("/neighbors/" + version));
        }
    }

    private JsonNode drawn(JsonNode graph) {
        JsonNode envelope = chart(graph);
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        assertThat(envelope.at("/meta/warnings")).isEmpty();
        return envelope.get("data");
    }

    private JsonNode chart(JsonNode graph) {
        return client.envelope("echart_generate", object("{\"chartType\":\"graph\"}").set("graph", graph));
    }

    private String node(String label, String properties) {
        return client.envelope("neo4j_create_node", object("{\"label\":\"" + label + "\",\"properties\":" + properties + "}"))
                .at("/data/id").asText();
    }

    private void relate(String from, String to, String type) {
        ObjectNode arguments = JSON.createObjectNode().put("fromId", from).put("toId", to).put("type", type);
        assertThat(client.envelope("neo4j_create_relationship", arguments).get("ok").asBoolean()).isTrue();
    }

    private static Stream<String> texts(JsonNode list, String member) {
        return StreamSupport.stream(list.spliterator(), false).map(each -> each.get(member).asText());
    }
}
