package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;

/** The gateway makes the graph's constraints and indexes, also in a database that isn't empty. */
@Tag("full")
class GraphSchemaTest extends GatewayTest {

    @Autowired
    private Driver driver;

    @Autowired
    private GraphSchema own;

    @AfterEach
    void backToTheGatewaysOwn() {
        driver.executableQuery("MATCH (n:Crowd|Twins) DETACH DELETE n").execute();
        own.prepare();
    }

    @Test
    void startCreatesConstraintsAndIndexes() {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            List<String> made = new ArrayList<>();
            driver.executableQuery("SHOW INDEXES YIELD name, state WHERE state = 'ONLINE'").execute().records()
                    .forEach(index -> made.add(index.get("name").asString()));
            assertThat(made).contains("caravan_node_Entity_id", "caravan_node_Document_id", "caravan_relationship_RELATED_TO_id",
                    "caravan_relationship_MENTIONS_id", "caravan_node_Entity_name", own.textIndex());
        });
    }

    @Test
    void duplicateIdsGetAnIndexInsteadOfAConstraint() {
        driver.executableQuery("UNWIND [1, 2] AS i CREATE (:Twins {id: 'same', name: 'crowd'})").execute();

        GraphSchema schema = schema(List.of("Twins", "Entity"));
        schema.prepare();

        assertThat(indexes("labelsOrTypes = ['Twins'] AND properties = ['id']")).containsExactly("caravan_node_Twins_id_index");
        assertThat(indexes("labelsOrTypes = ['Entity'] AND properties = ['id']")).containsExactly("caravan_node_Entity_id");
        schema.prepare();
    }

    @Test
    void fullTextIndexFollowsTheLabelsAndCoversExistingNodes() {
        GraphSchema schema = schema(List.of("Crowd", "Entity"));
        schema.prepare();
        assertThat(driver
                .executableQuery(
                        "SHOW FULLTEXT INDEXES YIELD name, labelsOrTypes WHERE name = '" + schema.textIndex() + "' RETURN labelsOrTypes")
                .execute()
                .records().get(0).get(0).asList()).containsExactlyInAnyOrder("Crowd", "Entity");

        String made = schema.textIndex();
        assertThat(indexes("name = '" + own.textIndex() + "'")).as("of the gateway with other labels").hasSize(1);
        driver.executableQuery("DROP INDEX " + made).execute();
        driver.executableQuery("CREATE FULLTEXT INDEX of_others FOR (n:Entity|Crowd) ON EACH [n.title, n.name, n.aliases]").execute();
        try {
            schema.prepare();
            assertThat(schema.textIndex()).isEqualTo("of_others");
            assertThat(indexes("name = '" + made + "'")).isEmpty();
        } finally {
            driver.executableQuery("DROP INDEX of_others").execute();
        }
    }

    private GraphSchema schema(List<String> labels) {
        Neo4jProperties properties = new Neo4jProperties("", "", "", "neo4j", Duration.ofSeconds(4), 1, labels, List.of("RELATED_TO"),
                List.of("name"));
        return new GraphSchema(driver, new WhiteList(properties), properties);
    }

    private Set<String> indexes(String where) {
        return driver.executableQuery("SHOW INDEXES YIELD name, labelsOrTypes, properties WHERE " + where + " RETURN name").execute()
                .records().stream().map(index -> index.get("name").asString()).collect(Collectors.toSet());
    }
}
