package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every metric and label that the dashboard and the alert rules ask for is there in a scrape, after some real calls. */
@Tag("full")
class DashboardTest extends ObservedGatewayTest {

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern SELECTOR = Pattern.compile("([a-z_:][a-zA-Z0-9_:]*)\\s*\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("([a-zA-Z_]\\w*)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without)\\s*\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("[a-z_:][a-zA-Z0-9_:]*(?!\\w)(?!\\s*\\()");
    private static final Set<String> WORDS = Set.of("by", "without", "and", "or", "unless", "on", "ignoring", "bool", "offset");
    /** Prometheus adds them to what it scrapes. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    private Scrape scrape;

    /** What an expression of PromQL asks for. */
    private record Asked(Set<String> metrics, Set<String> labels) {

        static Asked of(String promql) {
            Set<String> metrics = new TreeSet<>();
            Set<String> labels = new TreeSet<>();
            String text = STRING.matcher(promql.replaceAll("\\[[^]]*]", "")).replaceAll("\"\"");
            Matcher groupings = GROUPING.matcher(text);
            while (groupings.find()) {
                for (String label : groupings.group(1).split(",")) {
                    labels.add(label.strip());
                }
            }
            text = groupings.replaceAll(" ");
            Matcher selectors = SELECTOR.matcher(text);
            while (selectors.find()) {
                metrics.add(selectors.group(1));
                Matcher matchers = MATCHER.matcher(selectors.group(2));
                while (matchers.find()) {
                    labels.add(matchers.group(1));
                }
            }
            Matcher names = NAME.matcher(selectors.replaceAll(" "));
            while (names.find()) {
                if (!WORDS.contains(names.group()) && names.group().contains("_")) {
                    metrics.add(names.group());
                }
            }
            return new Asked(metrics, labels);
        }
    }

    @BeforeAll
    void use() {
        call("mongo_find_all", "{}");
        call("mongo_find_by_id", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        call("neo4j_find_node", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        call("db_query_postgresql", "{\"table\":\"users\",\"limit\":1}");
        call("web_search", "{\"query\":\"x\"}");
        client.post(McpClient.request("resources/read", McpClient.object("{\"uri\":\"made://up\"}")).toString());
        client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"summarise_documents\",\"arguments\":{\"topic\":\"t\"}}"))
                .toString());
        new RestClient(port(), "dashboard").get("/api/v1/tools");
        System.gc();
        await().until(() -> scrape().has("jvm_gc_pause_seconds_sum"));
        scrape = scrape();
    }

    @Test
    void extractorFindsMetricsOfAQuery() {
        Asked asked = Asked.of(
                "sum by (le, tool) (rate(a_bucket{x=~\"$y\",z!=\"by (q) foo_bar{}\"}[5m])) / on (job) c_d > 0.5 and max(e_f{g=\"h\"})");
        assertThat(asked.metrics()).containsExactly("a_bucket", "c_d", "e_f");
        assertThat(asked.labels()).containsExactly("g", "le", "tool", "x", "z");
    }

    @Test
    void dashboardUsesExistingMetrics() throws IOException {
        JsonNode dashboard = McpClient.JSON.readTree(new File("config/dashboards/caravan.json"));
        List<String> expressions = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").intValue())).as("one id each").isTrue();
            assertThat(panel.at("/gridPos/x").intValue() + panel.at("/gridPos/w").intValue()).isLessThanOrEqualTo(24);
            panel.path("targets").forEach(target -> expressions.add(target.get("expr").textValue()));
        }
        assertThat(dashboard.get("schemaVersion").intValue()).isGreaterThanOrEqualTo(36);
        assertThat(dashboard.get("title").textValue()).isEqualTo("Caravan");
        assertThat(expressions).hasSizeGreaterThan(30);
        expressions.forEach(this::check);
        for (JsonNode variable : dashboard.at("/templating/list")) {
            Matcher values = Pattern.compile("label_values\\((\\w+), (\\w+)\\)").matcher(variable.path("definition").asText());
            if (values.matches()) {
                check("sum by (" + values.group(2) + ") (" + values.group(1) + ")");
            }
        }
    }

    @Test
    void alertsUseExistingMetrics() throws IOException {
        JsonNode rules = new YAMLMapper().readTree(new File("config/dashboards/alerts.yaml")).at("/groups/0/rules");
        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            check(rule.get("expr").textValue());
            assertThat(rule.at("/annotations/summary").textValue()).isNotBlank();
            Asked asked = Asked.of(rule.get("expr").textValue());
            Matcher used = Pattern.compile("\\$labels\\.(\\w+)").matcher(rule.at("/annotations/summary").textValue());
            while (used.find()) {
                assertThat(asked.labels()).as(rule.toString()).contains(used.group(1));
            }
        });
    }

    private void check(String promql) {
        Asked asked = Asked.of(promql);
        assertThat(asked.metrics()).as(promql).isNotEmpty();
        Set<String> labels = new HashSet<>(ADDED);
        for (String metric : asked.metrics()) {
            if (MetricsReferenceTest.WITH_BUS.contains(metric)) {
                labels.addAll(Set.of("bus", "end"));
                continue;
            }
            assertThat(scrape.has(metric)).as(metric + " in " + promql).isTrue();
            labels.addAll(scrape.all(metric).stream().flatMap(sample -> sample.labels().keySet().stream()).collect(Collectors.toSet()));
        }
        assertThat(labels).as(promql).containsAll(asked.labels());
    }
}
