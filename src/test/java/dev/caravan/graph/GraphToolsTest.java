package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;

/** The eleven {@code neo4j_*} tools on a real Neo4j. */
class GraphToolsTest extends GatewayTest {

    @Autowired
    private Driver driver;

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"text\"", "\"北京 𠮷 \\u0000 é\"", "0", "-1", "9223372036854775807", "-9223372036854775808", "1.5", "1e300", "-0.1",
        "true", "false", "[]", "[\"a\",\"\",\"北\"]", "[1,2,9007199254740993]", "[1.5,2.5]", "[true,false]"})
    void everyScalarAndListComesBackAsItWasStored(String value) {
        JsonNode created = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}");

        assertThat(UUID.fromString(created.get("id").asText()).version()).isEqualTo(7);
        assertThat(created.get("label").asText()).isEqualTo("Entity");
        assertThat(created.get("properties")).isEqualTo(object("{\"v\":" + value + "}"));
        assertThat(data("neo4j_find_node", id(created).toString())).isEqualTo(created);
        if (!value.startsWith("[")) {
            ObjectNode patch = id(created);
            patch.putObject("patch").set("w", object("{\"w\":" + value + "}").get("w"));
            assertThat(data("neo4j_update_node", patch.toString())).isEqualTo(object("{\"updated\":true}"));
            assertThat(data("neo4j_find_node", id(created).toString()).at("/properties/w")).isEqualTo(object("{\"w\":" + value + "}").get("w"));
        }
    }

    @Test
    void aListOfIntegersAndFloatsIsOneOfFloats() {
        JsonNode created = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":[1,2.5]}}");

        assertThat(created.at("/properties/v/0").asDouble()).isEqualTo(1.0);
        assertThat(created.at("/properties/v/1").asDouble()).isEqualTo(2.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{}", "[[1]]", "[{\"a\":1}]", "[1,\"a\"]", "[null]", "null", "9223372036854775808"})
    void whatNeo4jCannotHoldIsRefused(String value) {
        assertThat(code("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}")).isEqualTo("INVALID_ARGUMENT");
        if (!"null".equals(value)) {
            JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"kept\":1}}");
            assertThat(code("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"v\":" + value + "}}")).isEqualTo("INVALID_ARGUMENT");
            assertThat(data("neo4j_find_node", id(node).toString())).isEqualTo(node);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.141592653589793238462643383279", "1e400", "[0.1,1e-400]", "[0.5,9007199254740993]"})
    void aNumberThatWouldLoseDigitsIsRefused(String value) {
        String answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"neo4j_create_node\",\"arguments\":"
                + "{\"label\":\"Entity\",\"properties\":{\"v\":" + value + "}}}}").body();

        assertThat(answer).contains("\"code\":\"INVALID_ARGUMENT\"").contains("can't be stored exactly");
    }

    @Test
    void aPatchMergesAndNullRemoves() {
        JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"a\":1,\"b\":2}}");

        data("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"b\":null,\"c\":\"x\",\"never\":null}}");

        assertThat(data("neo4j_find_node", id(node).toString()).get("properties")).isEqualTo(object("{\"a\":1,\"c\":\"x\"}"));
    }

    @Test
    void ofSeveralMatchesTheOldestIsAnswered() {
        String name = "twin " + UUID.randomUUID();
        JsonNode first = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\",\"other\":\"" + name + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\",\"other\":\"" + name + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Document\",\"properties\":{\"name\":\"" + name + "\"}}");

        for (String property : List.of("name", "other")) {
            JsonNode envelope = client.envelope("neo4j_find_node", object("{\"label\":\"Entity\",\"property\":\"" + property + "\",\"value\":\"" + name + "\"}"));
            assertThat(envelope.get("data")).isEqualTo(first);
            assertThat(envelope.at("/meta/matches").asInt()).isEqualTo(2);
        }
        JsonNode one = client.envelope("neo4j_find_node", object("{\"label\":\"Document\",\"property\":\"name\",\"value\":\"" + name + "\"}"));
        assertThat(one.get("meta").has("matches")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"x\",\"label\":\"Entity\",\"property\":\"name\",\"value\":1}", "{\"label\":\"Entity\"}", "{\"label\":\"Entity\",\"property\":\"name\"}",
        "{\"id\":\"\"}", "{\"id\":5}", "{\"id\":\"x\",\"label\":\"Entity\"}"})
    void aNodeIsFoundByIdOrByTheThreeTogether(String arguments) {
        assertThat(code("neo4j_find_node", arguments)).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void aNodeWithRelationshipsIsDeletedOnlyWithThem() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode relationship = relate(a, b, "RELATED_TO", "{}");
        relate(b, a, "MENTIONS", "{}");

        JsonNode refused = client.envelope("neo4j_delete_node", id(a)).get("error");
        assertThat(refused.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(refused.get("message").asText()).contains("2 relationships").contains("detach");
        assertThat(data("neo4j_find_node", id(a).toString())).isEqualTo(a);

        assertThat(data("neo4j_delete_node", id(a).put("detach", true).toString())).isEqualTo(object("{\"deleted\":true}"));
        assertThat(code("neo4j_find_node", id(a).toString())).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_relationship", id(relationship).toString())).isEqualTo("NOT_FOUND");
        assertThat(data("neo4j_delete_node", id(b).toString())).isEqualTo(object("{\"deleted\":true}"));
    }

    @Test
    void relationshipsAreStoredFoundChangedAndDeleted() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode created = relate(a, b, "RELATED_TO", "{\"reason\":\"因为\",\"weight\":9007199254740993}");
        assertThat(created).hasSize(1);

        ObjectNode expected = object("{\"type\":\"RELATED_TO\",\"properties\":{\"reason\":\"因为\",\"weight\":9007199254740993}}");
        expected.set("id", created.get("id"));
        expected.set("fromId", a.get("id"));
        expected.set("toId", b.get("id"));
        assertThat(data("neo4j_find_relationship", id(created).toString())).isEqualTo(expected);

        assertThat(data("neo4j_update_relationship", "{\"id\":" + created.get("id") + ",\"patch\":{\"reason\":\"new\",\"weight\":null}}")).isEqualTo(object("{\"updated\":true}"));
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
    void aSingleThingThatIsNotThereIsNotFound(String tool, String arguments, String message) {
        JsonNode error = client.envelope(tool, object(arguments)).get("error");

        assertThat(error.get("code").asText()).isEqualTo("NOT_FOUND");
        assertThat(error.get("message").asText()).isEqualTo(message);
    }

    @Test
    void theMissingEndOfARelationshipIsNamed() {
        JsonNode a = node("a");

        assertThat(client.envelope("neo4j_create_relationship", object("{\"fromId\":" + a.get("id") + ",\"toId\":\"spirit\",\"type\":\"MENTIONS\"}")).at("/error/message").asText())
                .isEqualTo("No node has the id spirit");
        assertThat(data("neo4j_find_neighbors", id(a).toString())).isEqualTo(object("{\"nodes\":[],\"relationships\":[]}"));
    }

    @Test
    void aPathIsAnsweredInItsOrderWithEveryMemberWhole() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode c = node("c");
        relate(b, a, "RELATED_TO", "{\"n\":1}");
        relate(b, c, "MENTIONS", "{\"n\":2}");
        String ends = "\"fromId\":" + a.get("id") + ",\"toId\":" + c.get("id");

        JsonNode path = data("neo4j_find_path", "{" + ends + "}");

        assertThat(path.get("nodes")).containsExactly(a, b, c);
        assertThat(path.get("relationships")).hasSize(2);
        assertThat(path.at("/relationships/0/properties/n").asInt()).isEqualTo(1);
        assertThat(path.at("/relationships/0/fromId")).isEqualTo(b.get("id"));
        assertThat(path.at("/relationships/1/type").asText()).isEqualTo("MENTIONS");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"maxDepth\":1}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"types\":[\"MENTIONS\"]}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"maxDepth\":7}")).isEqualTo("INVALID_ARGUMENT");
        JsonNode same = data("neo4j_find_path", "{\"fromId\":" + a.get("id") + ",\"toId\":" + a.get("id") + "}");
        assertThat(same.get("nodes")).containsExactly(a);
        assertThat(same.get("relationships")).isEmpty();
    }

    @Test
    void aNeighborhoodIsBoundedAndSaysSo() {
        JsonNode hub = node("hub");
        driver.executableQuery("MATCH (h:Entity {id: $id}) UNWIND range(1, 300) AS i CREATE (h)-[:RELATED_TO {id: randomUUID()}]->(:Entity {id: randomUUID(), i: i, text: $text})")
                .withParameters(java.util.Map.of("id", hub.get("id").asText(), "text", "x")).execute();

        JsonNode envelope = client.envelope("neo4j_find_neighbors", id(hub));

        assertThat(envelope.at("/data/nodes")).hasSize(200);
        assertThat(envelope.at("/data/relationships")).hasSize(200);
        assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
        assertThat(envelope.at("/meta/returned").asInt()).isEqualTo(200);
    }

    @Test
    void aNeighborhoodOfLargeNodesKeepsWithinTheSizeOfAnAnswer() {
        JsonNode hub = node("large hub");
        driver.executableQuery("MATCH (h:Entity {id: $id}) UNWIND range(1, 100) AS i CREATE (h)-[:RELATED_TO {id: randomUUID()}]->(:Entity {id: randomUUID(), text: $text})")
                .withParameters(java.util.Map.of("id", hub.get("id").asText(), "text", "北".repeat(2_000))).execute();

        JsonNode envelope = client.envelope("neo4j_find_neighbors", id(hub));

        assertThat(envelope.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length).isBetween(150_000, 200 * 1024);
        assertThat(envelope.at("/data/nodes").size()).isBetween(20, 40);
        assertThat(envelope.at("/data/relationships").size()).isLessThanOrEqualTo(envelope.at("/data/nodes").size());
        assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
    }

    @Test
    void namesAreFoundByPartsAndDespiteTypos() {
        String mark = "m" + UUID.randomUUID().toString().replace("-", "").substring(0, 8);
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"北京大学\",\"mark\":\"" + mark + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Neo4j\",\"mark\":\"" + mark + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Document\",\"properties\":{\"title\":\"The " + mark + " report\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"x\",\"aliases\":[\"first\",\"alias" + mark + "\"]}}");

        assertThat(found("北京")).contains("北京大学");
        assertThat(found("大学")).contains("北京大学");
        assertThat(found("京")).contains("北京大学");
        assertThat(found("neo4i")).contains("Neo4j");
        assertThat(found("NEO4J")).contains("Neo4j");
        assertThat(found("neo4j数据库")).contains("Neo4j");
        JsonNode report = data("neo4j_fuzzy_search", "{\"query\":\"" + mark + "\",\"labels\":[\"Document\"]}").get("items");
        assertThat(report).hasSize(1);
        assertThat(report.at("/0/score").asDouble()).isGreaterThan(0).isLessThanOrEqualTo(1);
        assertThat(data("neo4j_fuzzy_search", "{\"query\":\"alias" + mark + "\",\"labels\":[\"Entity\"]}").at("/items/0/properties/name").asText()).isEqualTo("x");
        JsonNode best = data("neo4j_fuzzy_search", "{\"query\":\"neo4j\"}").get("items");
        double last = 1;
        for (JsonNode hit : best) {
            assertThat(hit.get("score").asDouble()).isLessThanOrEqualTo(last);
            last = hit.get("score").asDouble();
        }
        assertThat(best.at("/0/properties/name").asText()).isEqualTo("Neo4j");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name:* OR (", "\"", "\\", "*", "?", "a AND", "NOT", "[1 TO 5]", "~", "^5", "/x/", "a && || !", "+-", "name:\"x", "{", "\\u0000", "The"})
    void syntaxInAQueryIsText(String query) {
        JsonNode envelope = client.envelope("neo4j_fuzzy_search", JSON.createObjectNode().put("query", query));

        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[{", "a ", "北", "neo4j "})
    void tenKilobytesOfAnythingAreText(String part) {
        JsonNode envelope = client.envelope("neo4j_fuzzy_search", JSON.createObjectNode().put("query", part.repeat(10_240 / part.length())));

        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        assertThat(envelope.at("/data/items").isArray()).isTrue();
    }

    @Test
    void whatOtherSoftwareStoredIsShownAndLeftAlone() {
        String id = UUID.randomUUID().toString();
        driver.executableQuery("CREATE (:Entity:Foreign {id: $id, at: datetime('2026-01-02T03:04:05Z'), place: point({x: 1, y: 2}), span: duration('P1D'), bytes: $bytes, nan: 0.0/0.0})"
                + "-[:RELATED_TO]->(:Secret {id: 'hidden'}), (:Entity {name: 'without id'})")
                .withParameters(java.util.Map.of("id", id, "bytes", new byte[] {1, 2})).execute();

        JsonNode node = data("neo4j_find_node", "{\"id\":\"" + id + "\"}");

        assertThat(node.at("/properties/at").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(node.at("/properties/bytes").asText()).isEqualTo("AQI=");
        assertThat(node.at("/properties/place").isTextual()).isTrue();
        assertThat(data("neo4j_find_neighbors", "{\"id\":\"" + id + "\",\"depth\":3}").get("nodes")).as("a label that isn't in the white list").isEmpty();
        assertThat(code("neo4j_find_node", "{\"id\":\"hidden\"}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_node", "{\"label\":\"Entity\",\"property\":\"name\",\"value\":\"without id\"}")).isEqualTo("NOT_FOUND");
        data("neo4j_update_node", "{\"id\":\"" + id + "\",\"patch\":{\"seen\":true}}");
        assertThat(driver.executableQuery("MATCH (n:Foreign {id: $id}) RETURN n.at.year AS year").withParameters(java.util.Map.of("id", id)).execute().records().get(0).get("year").asInt()).isEqualTo(2026);
    }

    @Test
    void constraintsAndIndexesAreThere() {
        await().untilAsserted(() -> {
            List<String> made = new ArrayList<>();
            driver.executableQuery("SHOW INDEXES YIELD name, state WHERE state = 'ONLINE'").execute().records().forEach(index -> made.add(index.get("name").asString()));
            assertThat(made).contains("caravan_node_Entity_id", "caravan_node_Document_id", "caravan_relationship_RELATED_TO_id",
                    "caravan_relationship_MENTIONS_id", "caravan_node_Entity_name", "caravan_text");
        });
    }

    @Test
    void anIndexedTextThatIsTooLongIsRefusedBeforeTheDatabaseDoes() {
        assertThat(code("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + "北".repeat(2_001) + "\"}}")).isEqualTo("INVALID_ARGUMENT");
        JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + "北".repeat(2_000) + "\"}}");
        assertThat(code("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"title\":\"" + "x".repeat(2_001) + "\"}}")).isEqualTo("INVALID_ARGUMENT");
    }

    private List<String> found(String query) {
        JsonNode items = data("neo4j_fuzzy_search", JSON.createObjectNode().put("query", query).put("limit", 20).toString()).get("items");
        return StreamSupport.stream(items.spliterator(), false).map(item -> item.at("/properties/name").asText()).toList();
    }

    private JsonNode node(String name) {
        return data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"kind\":\"test\",\"text\":\"" + name + "\"}}");
    }

    private JsonNode relate(JsonNode from, JsonNode to, String type, String properties) {
        return data("neo4j_create_relationship", "{\"fromId\":" + from.get("id") + ",\"toId\":" + to.get("id") + ",\"type\":\"" + type + "\",\"properties\":" + properties + "}");
    }

    private static ObjectNode id(JsonNode thing) {
        return JSON.createObjectNode().set("id", thing.get("id"));
    }

    private JsonNode data(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, object(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    private String code(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, object(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isFalse();
        return envelope.at("/error/code").asText();
    }
}
