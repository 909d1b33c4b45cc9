package dev.caravan.call.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Of what people search with, nine of ten sentences find the database tool among the first five, for each kind of tool. The misses are in
 * target/database-sentences.md.
 */
@Tag("nightly")
class DatabaseSentencesTest {

    private static final List<String> PRODUCTS = List.of("postgresql", "mysql", "sqlite", "mongodb", "redis", "opensearch");

    @Test
    void nineOfTenSentencesFindTheTool() throws IOException {
        Map<String, int[]> counts = new TreeMap<>();
        List<String> misses = new ArrayList<>();
        try (OwnGateway gateway = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL).settings(
                "databases.mysql.url=jdbc:mysql://127.0.0.1:9/none",
                "databases.sqlite.url=jdbc:sqlite:" + TemporaryFolder.make("caravan-sentences").resolve("none.db"),
                "databases.mongodb.url=mongodb://127.0.0.1:9/none", "databases.redis.url=redis://127.0.0.1:9",
                "databases.opensearch.url=http://127.0.0.1:9").start()) {
            McpClient client = McpClient.at(gateway.port(), "/mcp?mode=discover");
            for (String language : new String[] {"everything", "所有工具"}) {
                Awaitility.await(language).atMost(Duration.ofMinutes(5)).pollInterval(Duration.ofSeconds(1))
                        .until(() -> !found(client, language).at("/meta").has("warnings"));
            }
            for (ManyTools.Question question : ManyTools.questions("databases.tsv")) {
                String kind = question.tools().iterator().next();
                List<String> names = ToolNames.of(found(client, question.text()).at("/data/tools"));
                int[] count = counts.computeIfAbsent(kind, any -> new int[2]);
                count[1]++;
                if (names.stream().anyMatch(name -> isRight(name, kind, question.text().toLowerCase(Locale.ROOT)))) {
                    count[0]++;
                } else {
                    misses.add(kind + ": " + question.text() + " -> " + names);
                }
            }
        }
        StringBuilder report = new StringBuilder();
        counts.forEach((kind, count) -> report.append(kind).append(": ").append(count[0]).append(" of ").append(count[1]).append('\n'));
        misses.forEach(miss -> report.append(miss).append('\n'));
        Files.writeString(Path.of("target/database-sentences.md"), report);

        assertThat(counts).hasSize(7).allSatisfy((kind, count) -> {
            assertThat(count[1]).as(kind).isGreaterThanOrEqualTo(20);
            assertThat(count[0] * 10).as(report.toString()).isGreaterThanOrEqualTo(count[1] * 9);
        });
    }

    private static boolean isRight(String tool, String kind, String sentence) {
        String verb = switch (kind) {
            case "aggregate", "transaction" -> "advanced";
            default -> kind;
        };
        String product = PRODUCTS.stream().filter(tool::endsWith).findFirst().orElse("");
        boolean named = PRODUCTS.stream().noneMatch(sentence::contains) || !product.isEmpty() && sentence.contains(product);
        boolean can = kind.equals("aggregate") ? !product.equals("redis") : !kind.equals("transaction") || !product.equals("opensearch");
        return tool.equals("db_" + verb + "_" + product) && named && can;
    }

    private static JsonNode found(McpClient client, String query) {
        return client.envelope("find_tools", McpClient.JSON.createObjectNode().put("query", query));
    }
}
