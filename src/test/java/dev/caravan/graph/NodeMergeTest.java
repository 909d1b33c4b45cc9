package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code merge_on} a node with the same values is updated, never doubled, also by calls at once. */
@Tag("nightly")
class NodeMergeTest extends ConcurrentGraphTest {

    private JsonNode merge(String label, String properties, String on) {
        return client.envelope("neo4j_create_node",
                object("{\"label\":\"" + label + "\",\"properties\":" + properties + ",\"merge_on\":" + on + "}"));
    }

    @Test
    void existingNodeIsUpdatedAndTheResultSaysSo() {
        String name = "merged " + UUID.randomUUID();
        JsonNode first = merge("Entity", "{\"name\":\"" + name + "\",\"year\":1.0,\"kept\":true}", "[\"year\",\"name\"]").get("data");
        assertThat(first.get("created").asBoolean()).isTrue();
        assertThat(UUID.fromString(first.get("id").asText()).version()).isEqualTo(7);

        JsonNode second = merge("Entity", "{\"name\":\"" + name + "\",\"year\":1,\"added\":[\"x\"]}", "[\"name\",\"year\"]").get("data");
        assertThat(second.get("created").asBoolean()).isFalse();
        assertThat(second.get("id")).isEqualTo(first.get("id"));
        assertThat(second.get("properties")).isEqualTo(object("{\"name\":\"" + name + "\",\"year\":1,\"kept\":true,\"added\":[\"x\"]}"));

        assertThat(merge("Document", "{\"name\":\"" + name + "\",\"year\":1}", "[\"name\"]").at("/data/created").asBoolean())
                .as("another label").isTrue();
        assertThat(merge("Entity", "{\"name\":\"" + name + "\",\"year\":2}", "[\"name\",\"year\"]").at("/data/created").asBoolean())
                .as("another value").isTrue();
        JsonNode oldest = merge("Entity", "{\"name\":\"" + name + "\"}", "[\"name\"]");
        assertThat(oldest.at("/data/id")).isEqualTo(first.get("id"));
        assertThat(oldest.at("/meta/matches").asInt()).isEqualTo(2);
        assertThat(driver.executableQuery("MATCH (n) WHERE n.id STARTS WITH 'merge ' RETURN n").execute().records()).as("locks").isEmpty();
    }

    @Test
    void propertyWithoutAnIndexFindsTheNode() {
        String code = UUID.randomUUID().toString();
        String id = merge("Entity", "{\"code\":[\"" + code + "\",\"b\"]}", "[\"code\"]").at("/data/id").asText();
        assertThat(merge("Entity", "{\"code\":[\"" + code + "\",\"b\"]}", "[\"code\"]").at("/data/id").asText()).isEqualTo(id);
        assertThat(merge("Entity", "{\"code\":[\"" + code + "\"]}", "[\"code\"]").at("/data/created").asBoolean()).isTrue();
    }

    @Test
    void concurrentCallsCreateOneNode() throws Exception {
        String name = "at once " + UUID.randomUUID();

        List<JsonNode> answers = all(16, caller -> {
            McpClient own = new McpClient(port());
            ObjectNode arguments = JSON.createObjectNode().put("label", "Entity");
            arguments.putObject("properties").put("name", name).put("caller" + caller, true);
            arguments.putArray("merge_on").add("name");
            JsonNode answer = own.envelope("neo4j_create_node", arguments);
            assertThat(answer.get("ok").asBoolean()).as(answer.toString()).isTrue();
            return answer.get("data");
        });

        assertThat(answers).extracting(answer -> answer.get("id").asText()).containsOnly(answers.get(0).get("id").asText());
        assertThat(answers).filteredOn(answer -> answer.get("created").asBoolean()).hasSize(1);
        assertThat(driver.executableQuery("MATCH (n:Entity {name: $name}) RETURN size(keys(n)) AS keys")
                .withParameters(Map.of("name", name)).execute().records())
                .singleElement().satisfies(node -> assertThat(node.get("keys").asInt()).isEqualTo(2 + 16));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Entity|{\"name\":\"x\"}|[\"title\"]|INVALID_ARGUMENT|merge_on must have names of properties of the call, got title",
        "Entity|{\"name\":\"x\"}|[]|INVALID_ARGUMENT|merge_on must",
        "Entity|{\"name\":\"x\"}|[\"id\"]|INVALID_ARGUMENT|merge_on must have names of properties of the call, got id",
        "Entity|{\"name\":\"x\"}|[\"name] DETACH DELETE m //\"]|INVALID_ARGUMENT|merge_on must have names",
        "Entity|{\"name\":\"x\"}|\"name\"|INVALID_ARGUMENT|merge_on must be of type array",
        "Person|{\"name\":\"x\"}|[\"name\"]|FORBIDDEN|The label is not allowed"})
    void badArgumentsAreRefused(String label, String properties, String on, String code, String message) {
        JsonNode error = merge(label, properties, on).get("error");
        assertThat(error.get("code").asText()).isEqualTo(code);
        assertThat(error.get("message").asText()).startsWith(message);
    }
}
