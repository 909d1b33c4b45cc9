package dev.caravan.graph;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.SharedServers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers bring new property names into the graph up to {@code caravan.neo4j.max-property-names}; names that exist are always taken. */
@Tag("nightly")
class PropertyNamesTest extends GraphTest {

    private OwnGateway limited(long most) {
        return OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL).set("neo4j.max-property-names", most).start();
    }

    @Test
    void newNamesBeyondTheLimitAreRefusedAndExistingOnesAccepted() {
        JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"namesKnown\":1}}");
        JsonNode relationship = relate(node, node, "RELATED_TO", "{\"namesKnown\":1}");
        long before = names();
        try (OwnGateway gateway = limited(before + 1)) {
            List<String[]> writes = List.of(
                    new String[] {"neo4j_create_node", "{\"label\":\"Entity\",\"properties\":PROPERTIES}"},
                    new String[]{"neo4j_create_relationship",
                        "{\"fromId\":ID,\"toId\":ID,\"type\":\"RELATED_TO\",\"properties\":PROPERTIES}"},
                    new String[] {"neo4j_update_node", "{\"id\":ID,\"patch\":PROPERTIES}"},
                    new String[] {"neo4j_update_relationship", "{\"id\":RELATIONSHIP,\"patch\":PROPERTIES}"});
            for (String[] write : writes) {
                String arguments = write[1].replace("ID", node.get("id").toString()).replace("RELATIONSHIP",
                        relationship.get("id").toString());

                JsonNode tooMany = gateway.client().envelope(write[0],
                        object(arguments.replace("PROPERTIES", "{\"namesNew1\":1,\"namesKnown\":2,\"namesNew2\":1}")));
                assertThat(tooMany.at("/error/code").asText()).as(tooMany.toString()).isEqualTo("INVALID_ARGUMENT");
                assertThat(tooMany.at("/error/message").asText()).isEqualTo(
                        ("The call adds 2 property names to the graph, such as namesNew1, namesNew2. The graph has %d names, and %d are "
                                + "allowed.")
                        .formatted(before, before + 1) + " Use names that exist, or raise caravan.neo4j.max-property-names");

                assertOk(gateway.client().envelope(write[0], object(arguments.replace("PROPERTIES", "{\"namesKnown\":3}"))));
                assertThat(names()).isEqualTo(before);
            }

            assertOk(gateway.client().envelope("neo4j_update_node", object("{\"id\":" + node.get("id") + ",\"patch\":{\"namesLast\":1}}")));
            assertThat(names()).isEqualTo(before + 1);
            assertOk(gateway.client().envelope("neo4j_update_node",
                    object("{\"id\":" + node.get("id") + ",\"patch\":{\"namesLast\":null}}")));
            JsonNode full = gateway.client().envelope("neo4j_update_node",
                    object("{\"id\":" + node.get("id") + ",\"patch\":{\"namesNever\":null}}"));
            assertThat(full.at("/error/message").asText()).contains("adds 1 property names").contains("such as namesNever.");
        }
        assertThat(data("neo4j_find_node", id(node).toString()).get("properties")).isEqualTo(object("{\"namesKnown\":3}"));
    }

    @Test
    void namesOfOtherSoftwareAreAcceptedBeyondTheLimit() {
        try (OwnGateway gateway = limited(1)) {
            SharedServers.graph().executeTransactionally("CREATE (n:Foreign {namesOfOthers: 1}) DELETE n");

            assertOk(gateway.client().envelope("neo4j_create_node", object("{\"label\":\"Entity\",\"properties\":{\"namesOfOthers\":1}}")));
            assertOk(gateway.client().envelope("neo4j_create_node", object("{\"label\":\"Entity\"}")));
        }
    }

    @Test
    void concurrentCallsStayWithinTheLimit() throws Exception {
        long before = names();
        ExecutorService callers = Executors.newFixedThreadPool(16);
        try (OwnGateway gateway = limited(before + 10)) {
            List<Future<JsonNode>> answers = callers.invokeAll(IntStream.range(0, 16).mapToObj(caller -> (Callable<JsonNode>) () -> {
                ObjectNode arguments = object("{\"label\":\"Entity\"}");
                ObjectNode properties = arguments.putObject("properties");
                IntStream.range(0, 3).forEach(i -> properties.put("namesAtOnce" + caller + "_" + i, i));
                return gateway.client().envelope("neo4j_create_node", arguments);
            }).toList());

            int stored = 0;
            for (Future<JsonNode> answer : answers) {
                stored += answer.get().get("ok").asBoolean() ? 1 : 0;
            }
            assertThat(stored).as("calls that were taken, of 3 names each").isEqualTo(3);
            assertThat(names()).isEqualTo(before + 9);
        } finally {
            callers.shutdown();
        }
    }

    private static void assertOk(JsonNode envelope) {
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
    }

    private long names() {
        return driver.executableQuery("CALL db.propertyKeys() YIELD propertyKey RETURN count(*) AS count").execute().records().get(0)
                .get("count").asLong();
    }
}
