package dev.caravan.graph;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A relationship is stored, found, changed and deleted, and what is missing is named. */
class GraphRelationshipsTest extends GraphTest {

    @Test
    void createFindUpdateAndDeleteWork() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode created = relate(a, b, "RELATED_TO", "{\"reason\":\"因为\",\"weight\":9007199254740993}");
        assertThat(created).hasSize(1);

        ObjectNode expected = object("{\"type\":\"RELATED_TO\",\"properties\":{\"reason\":\"因为\",\"weight\":9007199254740993}}");
        expected.set("id", created.get("id"));
        expected.set("fromId", a.get("id"));
        expected.set("toId", b.get("id"));
        assertThat(data("neo4j_find_relationship", id(created).toString())).isEqualTo(expected);

        assertThat(data("neo4j_update_relationship", "{\"id\":" + created.get("id") + ",\"patch\":{\"reason\":\"new\",\"weight\":null}}"))
                .isEqualTo(object("{\"updated\":true}"));
        assertThat(data("neo4j_find_relationship", id(created).toString()).get("properties")).isEqualTo(object("{\"reason\":\"new\"}"));

        assertThat(data("neo4j_delete_relationship", id(created).toString())).isEqualTo(object("{\"deleted\":true}"));
        assertThat(code("neo4j_delete_relationship", id(created).toString())).isEqualTo("NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            neo4j_find_node           | {"id":"ghost"}                                     | No node has the id ghost
            neo4j_find_node           | {"label":"Entity","property":"name","value":"ghost"} | No node has that value
            neo4j_update_node         | {"id":"ghost","patch":{"a":1}}                     | No node has the id ghost
            neo4j_delete_node         | {"id":"ghost"}                                     | No node has the id ghost
            neo4j_delete_node         | {"id":"ghost","detach":true}                       | No node has the id ghost
            neo4j_find_relationship   | {"id":"ghost"}                                     | No relationship has the id ghost
            neo4j_update_relationship | {"id":"ghost","patch":{"a":1}}                     | No relationship has the id ghost
            neo4j_delete_relationship | {"id":"ghost"}                                     | No relationship has the id ghost
            neo4j_find_neighbors      | {"id":"ghost"}                                     | No node has the id ghost
            neo4j_find_path           | {"fromId":"ghost","toId":"spirit"}                 | No node has the id ghost
            neo4j_create_relationship | {"fromId":"ghost","toId":"spirit","type":"MENTIONS"} | No node has the id ghost
            """)
    void missingRelationshipIsNotFound(String tool, String arguments, String message) {
        JsonNode error = client.envelope(tool, object(arguments)).get("error");

        assertThat(error.get("code").asText()).isEqualTo("NOT_FOUND");
        assertThat(error.get("message").asText()).isEqualTo(message);
    }

    @Tag("nightly")
    @Test
    void errorNamesTheMissingEnd() {
        JsonNode a = node("a");

        assertThat(client
                .envelope("neo4j_create_relationship", object("{\"fromId\":" + a.get("id") + ",\"toId\":\"spirit\",\"type\":\"MENTIONS\"}"))
                .at("/error/message").asText())
                .isEqualTo("No node has the id spirit");
        assertThat(data("neo4j_find_neighbors", id(a).toString()))
                .isEqualTo(object("{\"start\":" + a + ",\"nodes\":[],\"relationships\":[]}"));
    }
}
