package dev.caravan.graph;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A property comes back as it was stored, and what Neo4j could not hold exactly is refused. */
@Tag("full")
class GraphValuesTest extends GraphTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"text\"", "\"北京 𠮷 \\u0000 é\"", "0", "-1", "9223372036854775807", "-9223372036854775808", "1.5",
        "1e300", "-0.1",
        "true", "false", "[]", "[\"a\",\"\",\"北\"]", "[1,2,9007199254740993]", "[1.5,2.5]", "[true,false]"})
    void scalarsAndListsRoundTrip(String value) {
        JsonNode created = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}");

        assertThat(UUID.fromString(created.get("id").asText()).version()).isEqualTo(7);
        assertThat(created.get("label").asText()).isEqualTo("Entity");
        assertThat(created.get("properties")).isEqualTo(object("{\"v\":" + value + "}"));
        assertThat(data("neo4j_find_node", id(created).toString())).isEqualTo(created);
        if (!value.startsWith("[")) {
            ObjectNode patch = id(created);
            patch.putObject("patch").set("w", object("{\"w\":" + value + "}").get("w"));
            assertThat(data("neo4j_update_node", patch.toString())).isEqualTo(object("{\"updated\":true}"));
            assertThat(data("neo4j_find_node", id(created).toString()).at("/properties/w"))
                    .isEqualTo(object("{\"w\":" + value + "}").get("w"));
        }
    }

    @Test
    void listOfIntegersAndFloatsBecomesFloats() {
        JsonNode created = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":[1,2.5]}}");

        assertThat(created.at("/properties/v/0").asDouble()).isEqualTo(1.0);
        assertThat(created.at("/properties/v/1").asDouble()).isEqualTo(2.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{}", "[[1]]", "[{\"a\":1}]", "[1,\"a\"]", "[null]", "null", "9223372036854775808"})
    void valuesThatNeo4jCannotStoreAreRefused(String value) {
        assertThat(code("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}")).isEqualTo("INVALID_ARGUMENT");
        if (!"null".equals(value)) {
            JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"kept\":1}}");
            assertThat(code("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"v\":" + value + "}}"))
                    .isEqualTo("INVALID_ARGUMENT");
            assertThat(data("neo4j_find_node", id(node).toString())).isEqualTo(node);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.141592653589793238462643383279", "1e400", "[0.1,1e-400]", "[0.5,9007199254740993]"})
    void numberThatWouldLoseDigitsIsRefused(String value) {
        String answer = client
                .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"neo4j_create_node\",\"arguments\":"
                + "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}}}").body();

        assertThat(answer).contains("\"code\":\"INVALID_ARGUMENT\"").contains("can't be stored exactly");
    }

    @Test
    void tooLongIndexedTextIsRefusedBeforeTheDatabaseIsAsked() {
        assertThat(code("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + "北".repeat(2_001) + "\"}}"))
                .isEqualTo("INVALID_ARGUMENT");
        JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + "北".repeat(2_000) + "\"}}");
        assertThat(code("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"title\":\"" + "x".repeat(2_001) + "\"}}"))
                .isEqualTo("INVALID_ARGUMENT");
    }
}
