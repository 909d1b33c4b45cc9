package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.envelope.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.Values;
import org.neo4j.driver.summary.ProfiledPlan;
import org.yaml.snakeyaml.Yaml;

/** The Cypher of every graph route, as it stands in its file, profiled: it begins at an index and never scans the graph. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryPlansTest {

    private static final Map<String, Object> ARGUMENTS = Map.ofEntries(Map.entry("id", "a"), Map.entry("fromId", "a"),
            Map.entry("toId", "b"),
            Map.entry("label", "Entity"), Map.entry("type", "RELATED_TO"), Map.entry("property", "name"), Map.entry("value", "x"),
            Map.entry("patch", Map.of("x", 1)), Map.entry("properties", Map.of("id", "new")), Map.entry("maxDepth", 4),
            Map.entry("depth", 3),
            Map.entry("limit", 10), Map.entry("lucene", "x"), Map.entry("lock", "merge x"), Map.entry("merge_on", List.of("name")));

    private static final String FILL = "UNWIND range(1, 3000) AS i CREATE (:Entity {id: randomUUID(), name: 'plan ' + i})-[:RELATED_TO "
            + "{id: randomUUID()}]->"
            + "(:Document {id: randomUUID()})-[:MENTIONS {id: randomUUID()}]->(:Entity {id: randomUUID()})";

    /** Plans depend on what the graph has: other tests' data would change them. */
    private final EmbeddedServers servers = SharedServers.apart("query-plans");

    private OwnGateway gateway;
    private Driver driver;
    private Cypher cypher;
    private Map<String, Object> arguments;

    @BeforeAll
    void start() {
        servers.start(List.of(ServerKind.NEO4J));
        gateway = OwnGateway.withAllRoutes().properties(servers.properties()).start();
        driver = gateway.bean(Driver.class);
        cypher = gateway.bean(Cypher.class);
        arguments = new HashMap<>(ARGUMENTS);
        arguments.put("index", gateway.bean(GraphSchema.class).textIndex());
    }

    @AfterAll
    void stop() {
        gateway.close();
        servers.close();
    }

    /** What the planner knows of a graph lags behind what is in it, and where an index seems empty a scan of it seems cheap. */
    private static Stream<Arguments> graphs() {
        return Stream.of(
                arguments("empty", List.of()),
                arguments("just filled", List.of(FILL)),
                arguments("filled a while ago", List.of(FILL, "CALL db.resampleOutdatedIndexes()", "CALL db.awaitIndexes()")),
                arguments("almost emptied",
                        List.of(FILL, "CALL db.resampleOutdatedIndexes()", "CALL db.awaitIndexes()",
                                "MATCH (n) WHERE n.name <> 'plan 1' DETACH DELETE n")),
                arguments("dense", List.of("UNWIND range(1, 100) AS i CREATE (:Entity {id: randomUUID()})",
                        "MATCH (a:Entity), (b:Entity) CREATE (a)-[:RELATED_TO {id: randomUUID()}]->(b)")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void everyQueryStartsAtAnIndex(String name, List<String> filling) throws Exception {
        await().atMost(Duration.ofMinutes(2)).until(
                () -> driver.executableQuery("SHOW INDEXES YIELD name WHERE name STARTS WITH 'caravan_text_'").execute().records().size()
                        >= 1);
        driver.executableQuery("MATCH (n) DETACH DELETE n").execute();
        filling.forEach(query -> driver.executableQuery(query).execute());
        driver.executableQuery("CALL db.clearQueryCaches()").execute();

        List<String> queries = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("routes/tools/graph"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".camel.yaml")).sorted().toList()) {
                collect(new Yaml().load(Files.readString(file)), queries);
            }
        }
        assertThat(queries).hasSizeGreaterThanOrEqualTo(12);
        SoftAssertions.assertSoftly(softly -> queries.forEach(query -> check(softly, query)));
    }

    private void check(SoftAssertions softly, String text) {
        try (Session session = driver.session(); Transaction transaction = session.beginTransaction()) {
            ProfiledPlan plan = transaction.run("PROFILE " + cypher.fill(text, arguments), arguments).consume().profile();
            List<String> operators = new ArrayList<>();
            walk(plan, operators);
            transaction.rollback();

            softly.assertThat(operators).as(text).noneMatch(operator -> operator.matches("\\w*Scan\\b.*"))
                    .anyMatch(operator -> operator.matches("\\w*IndexSeek\\b.*|ProcedureCall\\b.*"));
        } catch (ToolException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void walk(ProfiledPlan plan, List<String> operators) {
        operators.add(plan.operatorType() + " " + plan.arguments().getOrDefault("Details", Values.NULL).asString(""));
        plan.children().forEach(child -> walk(child, operators));
    }

    private static void collect(Object yaml, List<String> texts) {
        if (yaml instanceof Map<?, ?> map) {
            if ("cypher".equals(map.get("name"))) {
                texts.add((String) map.get("constant"));
            }
            map.values().forEach(value -> collect(value, texts));
        } else if (yaml instanceof List<?> list) {
            list.forEach(item -> collect(item, texts));
        }
    }
}
