package dev.caravan.call.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Of 120 questions over more than 550 tools, by which the search was tuned, the right tool is among the first five for 95 of 100. Of the 60
 * held-out questions, it is for 48, and of the 20 newest for 16: their bounds notice changes for the worse. The list of the mode discover
 * stays small beside so many tools. The ranks are in target/tool-ranks-*.md.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolRanksTest {

    private static final int FOUND = 20;

    private OwnGateway gateway;
    private McpClient client;

    @BeforeAll
    void start() throws IOException {
        gateway = ManyTools.start("mcp.pinned=mongo_find_all");
        client = McpClient.at(gateway.port(), "/mcp?mode=discover");
        assertThat(found("everything").at("/data/searched").asInt()).isGreaterThan(550);
        for (String language : new String[] {"everything", "所有工具"}) {
            Awaitility.await(language).atMost(Duration.ofMinutes(5)).pollInterval(Duration.ofSeconds(1))
                    .until(() -> !found(language).at("/meta").has("warnings"));
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({"questions, 120, 0.95", "held-out, 60, 0.78", "fresh, 20, 0.75"})
    void theRightToolIsAmongTheFirstFive(String file, int questions, double least) throws IOException {
        StringBuilder report = new StringBuilder("| rank | right tool | question |\n|---|---|---|\n");
        List<Integer> ranks = new ArrayList<>();
        List<Long> took = new ArrayList<>();
        long busy = processorTime();
        for (ManyTools.Question question : ManyTools.questions(file + ".tsv")) {
            long begun = System.nanoTime();
            List<String> names = ToolNames.of(found(question.text()).at("/data/tools"));
            took.add((System.nanoTime() - begun) / 1_000);
            int rank = question.tools().stream().mapToInt(tool -> names.indexOf(tool) + 1).filter(at -> at > 0).min().orElse(0);
            ranks.add(rank);
            report.append("| ").append(rank == 0 ? "-" : rank).append(" | ").append(String.join(" or ", question.tools())).append(" | ")
                    .append(question.text()).append(" |\n");
        }
        busy = (processorTime() - busy) / 1_000 / ranks.size();
        took.sort(null);
        long first = ranks.stream().filter(rank -> rank == 1).count();
        long five = ranks.stream().filter(rank -> rank >= 1 && rank <= 5).count();
        report.append("\nfirst: ").append(first).append(", among five: ").append(five).append(" of ").append(ranks.size())
                .append("; median ").append(took.get(took.size() / 2))
                .append(" us, p99 ").append(took.get(took.size() * 99 / 100))
                .append(" us, over HTTP; processor time of client and gateway ").append(busy).append(" us a search\n");
        Files.writeString(Path.of("target/tool-ranks-" + file + ".md"), report);

        assertThat(ranks).hasSize(questions);
        assertThat(five / (double) questions).as(report.toString()).isGreaterThanOrEqualTo(least);
    }

    @Test
    void listOfTheModeStaysSmall() {
        McpClient.Answer list = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult");

        assertThat(ToolNames.of(list.result().get("tools"))).containsExactly("call_tool", "find_tools", "mongo_find_all");
        assertThat(list.body().length() / 4).as("tokens, about").isLessThan(1_500);
    }

    private static long processorTime() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private JsonNode found(String query) {
        return client.envelope("find_tools", McpClient.JSON.createObjectNode().put("query", query).put("limit", FOUND));
    }
}
