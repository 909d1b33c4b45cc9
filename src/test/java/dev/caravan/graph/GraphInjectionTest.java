package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;

/** Cypher in every place where a caller's text goes: refused, or stored and sought as the text it is. */
@Tag("nightly")
class GraphInjectionTest extends GatewayTest {

    private static final String[] ATTACKS = {
        "Entity) DETACH DELETE n //",
        "Entity`) MATCH (m) DETACH DELETE m //",
        "' OR 1=1 //",
        "\" OR true RETURN n //",
        "x}) MATCH (m) DETACH DELETE m //",
        "Entity|Secret",
        "Entity:Secret",
        "*",
        "`",
        "\\u0060) DETACH DELETE n //",
        "$id",
        "<labels>",
        "${body}",
        "{{caravan.neo4j.uri}}",
        "Entity&label=Secret",
        "Entity\u0000",
        " Entity",
        "entity"};

    @Autowired
    private Driver driver;

    private String id;
    private String other;

    @BeforeAll
    void victims() {
        id = create().get("id").asText();
        other = create().get("id").asText();
    }

    private JsonNode create() {
        ObjectNode arguments = JSON.createObjectNode().put("label", "Entity");
        arguments.putObject("properties").put("name", "victim " + UUID.randomUUID());
        return client.envelope("neo4j_create_node", arguments).get("data");
    }

    static Stream<Arguments> places() {
        List<Arguments> cases = new ArrayList<>();
        for (String attack : ATTACKS) {
            String text = JSON.getNodeFactory().textNode(attack).toString();
            cases.add(Arguments.of("neo4j_create_node", "{\"label\":" + text + "}", "FORBIDDEN"));
            cases.add(Arguments.of("neo4j_find_node", "{\"label\":" + text + ",\"property\":\"name\",\"value\":1}", "FORBIDDEN"));
            cases.add(Arguments.of("neo4j_fuzzy_search", "{\"query\":\"victim\",\"labels\":[\"Entity\"," + text + "]}", "FORBIDDEN"));
            cases.add(
                    Arguments.of("neo4j_create_relationship", "{\"fromId\":\"ID\",\"toId\":\"OTHER\",\"type\":" + text + "}", "FORBIDDEN"));
            cases.add(Arguments.of("neo4j_find_path", "{\"fromId\":\"ID\",\"toId\":\"OTHER\",\"types\":[" + text + "]}", "FORBIDDEN"));
            cases.add(Arguments.of("neo4j_find_neighbors", "{\"id\":\"ID\",\"types\":[" + text + "]}", "FORBIDDEN"));
            cases.add(Arguments.of("neo4j_find_node", "{\"id\":" + text + "}", "NOT_FOUND"));
            cases.add(Arguments.of("neo4j_delete_node", "{\"detach\":true,\"id\":" + text + "}", "NOT_FOUND"));
            cases.add(Arguments.of("neo4j_find_node", "{\"label\":\"Entity\",\"property\":\"name\",\"value\":" + text + "}", "NOT_FOUND"));
            cases.add(Arguments.of("neo4j_fuzzy_search", "{\"query\":" + text + "}", "OK"));
            if (!"entity".equals(attack)) {
                cases.add(Arguments.of("neo4j_find_node", "{\"label\":\"Entity\",\"property\":" + text + ",\"value\":1}",
                        "INVALID_ARGUMENT"));
                cases.add(Arguments.of("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{" + text + ":1}}", "INVALID_ARGUMENT"));
                cases.add(Arguments.of("neo4j_update_node", "{\"id\":\"ID\",\"patch\":{" + text + ":1}}", "INVALID_ARGUMENT"));
            }
        }
        cases.add(Arguments.of("neo4j_update_node", "{\"id\":\"ID\",\"patch\":{\"id\":\"x\"}}", "INVALID_ARGUMENT"));
        cases.add(Arguments.of("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"id\":\"x\"}}", "INVALID_ARGUMENT"));
        cases.add(Arguments.of("neo4j_find_path", "{\"fromId\":\"ID\",\"toId\":\"OTHER\",\"maxDepth\":\"4]-() DETACH DELETE a //\"}",
                "INVALID_ARGUMENT"));
        cases.add(Arguments.of("neo4j_find_node", "{\"id\":\"ID\",\"cypher\":\"MATCH (n) DETACH DELETE n\"}", "INVALID_ARGUMENT"));
        cases.add(Arguments.of("neo4j_find_node", "{\"id\":\"ID\",\"CamelNeo4jOperation\":\"DELETE_NODE\"}", "INVALID_ARGUMENT"));
        return cases.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("places")
    void hostileTextIsNeverCypher(String tool, String arguments, String expected) throws Exception {
        String before = graph();

        JsonNode envelope = client.envelope(tool,
                JSON.readTree(arguments.replace("\"ID\"", "\"" + id + "\"").replace("\"OTHER\"", "\"" + other + "\"")));

        assertThat(envelope.get("ok").asBoolean() ? "OK" : envelope.at("/error/code").asText()).as(envelope.toString()).isEqualTo(expected);
        assertThat(graph()).isEqualTo(before);
    }

    /** What a value says is kept as it is. */
    @ParameterizedTest
    @MethodSource("attacks")
    void textIsKeptAsText(String attack) {
        ObjectNode arguments = JSON.createObjectNode().put("label", "Entity");
        arguments.putObject("properties").put("note", attack).putArray("list").add(attack);

        JsonNode node = client.envelope("neo4j_create_node", arguments).get("data");

        assertThat(node.at("/properties/note").asText()).isEqualTo(attack);
        assertThat(client.envelope("neo4j_find_node", JSON.createObjectNode().put("id", node.get("id").asText())).get("data"))
                .isEqualTo(node);
        client.envelope("neo4j_delete_node", JSON.createObjectNode().put("id", node.get("id").asText()));
    }

    static Stream<String> attacks() {
        return Stream.of(ATTACKS);
    }

    /**
     * How many nodes and relationships there are, and what the two victims hold. The gateway's own nodes, such as a search's chunks, come
     * and go beside the test.
     */
    private String graph() {
        return driver.executableQuery("MATCH (n) WHERE none(label IN labels(n) WHERE label STARTS WITH 'Caravan') WITH count(n) AS nodes "
                + "OPTIONAL MATCH (n)-[r]->() WHERE none(label IN labels(n) WHERE label STARTS WITH 'Caravan') WITH nodes, count(r) AS "
                + "relationships "
                + "MATCH (v:Entity) WHERE v.id IN $ids RETURN nodes, relationships, collect(properties(v)) AS victims")
                .withParameters(java.util.Map.of("ids", List.of(id, other))).execute().records().get(0).asMap().toString();
    }
}
