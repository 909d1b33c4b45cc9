package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference of metrics is what a scrape has: nothing in it is missing there, and no metric of Caravan is missing in it. */
class MetricsReferenceTest extends ObservedGatewayTest {

    private static final Path PAGE = Path.of("src/site/markdown/reference/metrics.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern METER = Pattern.compile("(?:Counter|Gauge|Timer)\\.builder\\(\"([a-z.]*[a-z])\"[,)]");
    /** Metrics of a gateway with a bus, which this gateway has not. BrokerOutageTest and LeftCallersTest read them there. */
    static final Set<String> WITH_BUS = Set.of("caravan_audit_lost_total", "caravan_bus_messages_total", "caravan_bus_redelivered_total",
            "caravan_bus_waiting");

    @Test
    void referenceEqualsTheScrape() throws IOException {
        call("mongo_find_all", "{}");
        call("neo4j_find_node", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        client.post(McpClient.request("resources/read", McpClient.object("{\"uri\":\"ui://caravan/chart\"}")).toString());
        client.post(McpClient.request("resources/read", McpClient.object("{\"uri\":\"tool:///mongo_find_all\"}")).toString());
        client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"summarise_documents\",\"arguments\":{\"topic\":\"t\"}}"))
                .toString());
        new RestClient(port(), "ada").post("/api/v1/tables", "{}");
        Scrape scrape = await("what is counted behind the answer").atMost(Duration.ofSeconds(60)).until(() -> scrape(),
                counted -> counted.has("caravan_rest_calls_seconds_count"));
        String page = Files.readString(PAGE);
        int from = page.indexOf("<!-- generated: metrics -->");
        Set<String> told = new TreeSet<>();
        for (String row : page.substring(from, page.indexOf("<!-- end of metrics -->")).lines().skip(3).toList()) {
            String[] cells = row.split("\\|");
            for (String metric : codes(cells[1])) {
                told.add(metric);
                if (WITH_BUS.contains(metric)) {
                    continue;
                }
                String sample = scrape.has(metric) ? metric : metric + "_count";
                assertThat(scrape.has(sample)).as("%s is in the reference, and not in a scrape", metric).isTrue();
                Set<String> labels = new TreeSet<>();
                scrape.all(sample).forEach(one -> labels.addAll(one.labels().keySet()));
                if (!metric.endsWith("in_flight")) {
                    assertThat(labels).as(metric).containsAll(codes(cells[2]));
                }
            }
        }
        Set<String> own = new TreeSet<>();
        scrape.types().keySet().stream()
                .filter(name -> name.startsWith("caravan_") && !name.endsWith("_max") || name.equals("caravan_pool_max")).forEach(own::add);
        assertThat(told).as("src/site/markdown/reference/metrics.md has each metric of a scrape").containsAll(own);
    }

    /** Those too that this gateway does not have, because of its settings. */
    @Test
    void referenceHasEveryMeterOfTheCode() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("<!-- generated: metrics -->"), page.indexOf("<!-- end of metrics -->"));
        Set<String> meters = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                METER.matcher(Files.readString(file)).results()
                        .forEach(meter -> meters.add(meter.group(1).replace('.', '_').replaceFirst("_$", "")));
            }
        }
        assertThat(meters).contains("caravan_audit_lost", "caravan_health").allSatisfy(meter -> assertThat(table).contains("`" + meter));
    }

    private static List<String> codes(String cell) {
        List<String> codes = new ArrayList<>();
        Matcher code = CODE.matcher(cell);
        while (code.find()) {
            codes.add(code.group(1));
        }
        return codes;
    }
}
