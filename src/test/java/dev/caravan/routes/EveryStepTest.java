package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.database.DatabaseScenarios;
import dev.caravan.embedded.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever a step of the repository's routes throws: the request ends in an answer, nothing of it is left behind, and the next one is
 * served.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryStepTest {

    /** Routes with steps that no request here reaches: what they ask is not there. Tests of their families have it fail. */
    private static final List<String> ASKING_OTHERS = List.of("bound-tool/(to|throwException)", "ckb-", "ci_", "db-.*supabase",
            "entry-http-instance-mcp", "get_action_info", "list_action_types", "local-", "page-(files|index)",
            "recall-", "rest-aoi-", "rest-approve-upstream", "rest-(add|change|get|remove)-source", "rest-.*-metadata",
            "rest-get-action-info", "rest-mcp-proxy", "rest-ontology-query", "rest-recall-document", "rest-.*search.*", "web-search-",
            "web_search");
    /**
     * Steps that are reached when a database or a search has failed, and audit events of what is read over REST, which has none. Of each
     * REST route one more is left: the answer to a request that comes again with its Idempotency-Key, which RepeatedRequestsTest sends.
     */
    private static final List<String> AFTER_FAILURES = List.of("audit/", "call-failed/setProperty", "context-search/",
            "create-search-tool/", "db-close-opensearch-\\w+/",
            "db-insert-mongodb-\\w+/", "db-(change|delete|insert)-opensearch-\\w+/",
            "db-query-sql-\\w+/(bean|to)", "db-read-in-parts-sql-", "entry-mcp/process", "errors/",
            "get-search-index/", "(page|rest)-.*/(to|wireTap)", "redo-search-index/", "rest-failure/", "run-task/");
    private static final Pattern LEFT_OUT = Pattern.compile(
            "(" + String.join("|", ASKING_OTHERS) + "|" + String.join("|", AFTER_FAILURES) + "|" + String.join("|", Walk.BEHIND) + ").*");

    private OwnGateway gateway;
    private Walk walk;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().bean(ThrowingSteps.class).settings("tools.timeout=60s", "http.heartbeat=1h")
                .servers(ServerKind.POSTGRESQL, ServerKind.MARIADB,
                ServerKind.SQLITE, ServerKind.MONGO, ServerKind.REDIS, ServerKind.OPENSEARCH, ServerKind.NEO4J).start();
        walk = new Walk(gateway);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> everyStep() throws Exception {
        List<Scenario> scenarios = new ArrayList<>(new DatabaseScenarios(gateway.client()).all());
        scenarios.addAll(new ToolScenarios(gateway.client()).all());
        scenarios.addAll(new McpScenarios(gateway.port()).all());
        scenarios.addAll(new CatalogueScenarios(gateway.port()).all());
        Set<String> walked = new TreeSet<>();
        List<DynamicTest> tests = new ArrayList<>(walk.everyStep(scenarios, walked));
        Set<String> left = new TreeSet<>(gateway.bean(ThrowingSteps.class).known());
        left.removeAll(walked);
        left.removeIf(step -> LEFT_OUT.matcher(step).matches());
        left.removeIf(new TreeSet<>(left).stream().filter(step -> step.matches("(page|rest)-.*/bean\\d+")).collect(Collectors.toMap(
                step -> step.replaceFirst("/.*", ""), step -> step, (one, other) -> "several of one route")).values()::contains);
        tests.add(DynamicTest.dynamicTest("no other step is left", () -> assertThat(left).isEmpty()));
        return tests.stream();
    }
}
