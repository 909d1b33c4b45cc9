package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;

/** Short words for what tests of the {@code neo4j_*} tools do again and again. */
public abstract class GraphTest extends GatewayTest {

    /** How the names begin of what each part of the gateway makes last in Neo4j, and the constraint that is made last for relationships. */
    private static final String[] LAST = {"caravan_relationship_MENTIONS_id", "caravan_text_", "caravan_code_words"};

    @Autowired
    protected Driver driver;

    /** While a constraint is made, a write to its label or type waits, maybe longer than a call may. */
    @BeforeAll
    void untilConstraintsAndIndexesAreThere() {
        await().atMost(Duration.ofMinutes(2)).untilAsserted(
                () -> assertThat(driver.executableQuery("SHOW INDEXES YIELD name, state WHERE state = 'ONLINE' RETURN name").execute()
                .records()).extracting(index -> index.get("name").asString())
                .satisfies(names -> assertThat(LAST).allMatch(last -> names.stream().anyMatch(name -> name.startsWith(last)))));
    }

    protected JsonNode node(String name) {
        return data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"kind\":\"test\",\"text\":\"" + name + "\"}}");
    }

    protected JsonNode relate(JsonNode from, JsonNode to, String type, String properties) {
        return data("neo4j_create_relationship", "{\"fromId\":" + from.get("id") + ",\"toId\":" + to.get("id") + ",\"type\":\"" + type
                + "\",\"properties\":" + properties + "}");
    }

    protected static ObjectNode id(JsonNode thing) {
        return JSON.createObjectNode().set("id", thing.get("id"));
    }

    protected JsonNode data(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, object(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    protected String code(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, object(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isFalse();
        return envelope.at("/error/code").asText();
    }
}
