package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.summary.ProfiledPlan;
import org.yaml.snakeyaml.Yaml;

/** The Cypher of every graph route, as it stands in its file, profiled: it begins at an index and never scans the graph. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryPlansTest {

    private static final Map<String, Object> ARGUMENTS = Map.ofEntries(Map.entry("id", "a"), Map.entry("fromId", "a"), Map.entry("toId", "b"),
            Map.entry("label", "Entity"), Map.entry("type", "RELATED_TO"), Map.entry("property", "name"), Map.entry("value", "x"),
            Map.entry("patch", Map.of("x", 1)), Map.entry("properties", Map.of("id", "new")), Map.entry("maxDepth", 4), Map.entry("depth", 3),
            Map.entry("limit", 10), Map.entry("lucene", "x"), Map.entry("index", "caravan_text"));

    /** Plans depend on what the graph has: other tests' data would change them. */
    private final EmbeddedServers servers = SharedServers.apart("query-plans");

    private OwnGateway gateway;
    private Driver driver;
    private Cypher cypher;

    @BeforeAll
    void start() {
        servers.start(List.of(ServerKind.NEO4J));
        gateway = OwnGateway.withAllRoutes().properties(servers.properties()).start();
        driver = gateway.bean(Driver.class);
        cypher = gateway.bean(Cypher.class);
    }

    @AfterAll
    void stop() {
        gateway.close();
        servers.close();
    }

    @TestFactory
    Stream<DynamicTest> everyQueryBeginsAtAnIndex() throws Exception {
        await().until(() -> driver.executableQuery("SHOW INDEXES YIELD name WHERE name = 'caravan_text'").execute().records().size() == 1);
        driver.executableQuery("UNWIND range(1, 3000) AS i CREATE (:Entity {id: randomUUID(), name: 'plan ' + i})-[:RELATED_TO {id: randomUUID()}]->(:Document {id: randomUUID()})"
                + "-[:MENTIONS {id: randomUUID()}]->(:Entity {id: randomUUID()})").execute();
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("routes/tools/graph"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".camel.yaml")).sorted().toList()) {
                List<String> texts = new ArrayList<>();
                collect(new Yaml().load(Files.readString(file)), texts);
                for (String text : texts) {
                    tests.add(DynamicTest.dynamicTest(file.getFileName() + ": " + text.lines().findFirst().orElse(""), () -> check(text)));
                }
            }
        }
        assertThat(tests).as("queries found").hasSizeGreaterThanOrEqualTo(12);
        return tests.stream();
    }

    private void check(String text) throws Exception {
        try (Session session = driver.session(); Transaction transaction = session.beginTransaction()) {
            ProfiledPlan plan = transaction.run("PROFILE " + cypher.fill(text, ARGUMENTS), ARGUMENTS).consume().profile();
            List<String> operators = new ArrayList<>();
            walk(plan, operators);
            transaction.rollback();

            assertThat(operators).as(text).noneMatch(operator -> operator.contains("Scan"))
                    .anyMatch(operator -> operator.contains("IndexSeek") || operator.startsWith("ProcedureCall"));
        }
    }

    private static void walk(ProfiledPlan plan, List<String> operators) {
        operators.add(plan.operatorType());
        plan.children().forEach(child -> walk(child, operators));
    }

    private static void collect(Object yaml, List<String> texts) {
        if (yaml instanceof Map<?, ?> map) {
            if (Cypher.PROPERTY.equals(map.get("name"))) {
                texts.add((String) map.get("constant"));
            }
            map.values().forEach(value -> collect(value, texts));
        } else if (yaml instanceof List<?> list) {
            list.forEach(item -> collect(item, texts));
        }
    }
}
