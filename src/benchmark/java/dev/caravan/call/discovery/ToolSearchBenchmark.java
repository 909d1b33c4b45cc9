package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.benchmark.Table;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * How long {@code find_tools} takes among more than 550 tools, for one caller over HTTP: 180 questions in each round, none of which was
 * asked before. The first rounds warm up. The tools and questions are those of {@code ToolRanksTest}. Argument: how many rounds are
 * measured (8).
 */
public final class ToolSearchBenchmark {

    private static final int WARM_UP = 16;
    private static final int LIMIT = 5;

    private ToolSearchBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 8;
        List<ManyTools.Question> questions = new ArrayList<>(ManyTools.questions("questions.tsv"));
        questions.addAll(ManyTools.questions("held-out.tsv"));
        try (OwnGateway gateway = ManyTools.start();
                Table table = Table.of("find_tools, " + questions.size() + " questions in each round", "", "p50 ms", "p90 ms", "p99 ms",
                        "in the gateway: p50 ms", "p99 ms", "processor ms a search")) {
            McpClient client = McpClient.at(gateway.port(), "/mcp?mode=discover");
            for (String language : new String[] {"everything", "所有工具"}) {
                while (found(client, language).at("/meta").has("warnings")) {
                    Thread.sleep(200);
                }
            }
            for (int round = -WARM_UP; round < rounds; round++) {
                List<Double> took = new ArrayList<>();
                List<Double> inside = new ArrayList<>();
                long busy = processorTime();
                for (ManyTools.Question question : questions) {
                    long begun = System.nanoTime();
                    JsonNode answer = found(client, question.text() + " (" + round + ")");
                    took.add((System.nanoTime() - begun) / 1e6);
                    if (answer.at("/data/tools").isEmpty()) {
                        throw new IllegalStateException("Nothing was found for: " + question.text());
                    }
                    inside.add(answer.at("/meta/tookMs").asDouble());
                }
                busy = processorTime() - busy;
                took.sort(null);
                inside.sort(null);
                if (round >= 0) {
                    table.row("round " + (round + 1), part(took, 0.5), part(took, 0.9), part(took, 0.99), part(inside, 0.5),
                            part(inside, 0.99), busy / 1e6 / questions.size());
                }
            }
            table.note(
                    "Aim: at most 20 ms at p99. The caller is in the gateway's JVM, so its processor time is included. The gateway "
                            + "measures whole milliseconds (meta.tookMs).");
        }
        System.exit(0);
    }

    private static double part(List<Double> sorted, double part) {
        return sorted.get((int) (part * (sorted.size() - 1)));
    }

    private static long processorTime() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static JsonNode found(McpClient client, String query) {
        return client.envelope("find_tools", McpClient.JSON.createObjectNode().put("query", query).put("limit", LIMIT));
    }
}
