package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.Caravan;
import dev.caravan.McpClient;
import dev.caravan.chart.Charts;
import dev.caravan.embedded.FreePorts;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Processor time of {@code echart_generate} for a bar chart of 1,000 and of 10,000 points, warm, on one thread: the option
 * alone, and the whole call through {@code direct:mcp}, from the bytes of the request to those of the answer.
 */
public final class ChartBenchmark {

    private ChartBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        try (Databases databases = new Databases(List.of(MONGO, NEO4J));
                ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class,
                "--caravan.http.port=" + FreePorts.pick(), "--server.port=" + FreePorts.pick(), "--logging.level.caravan.audit=warn",
                "--caravan.mongodb.uri=" + databases.properties().get("caravan.mongodb.uri"),
                "--caravan.neo4j.uri=" + databases.properties().get("caravan.neo4j.uri"))) {
            CamelContext context = gateway.getBean(CamelContext.class);
            Charts charts = gateway.getBean(Charts.class);
            ProducerTemplate calls = context.createProducerTemplate();
            try (Table table = Table.of("echart_generate, processor time of a bar chart, ms", "", "1,000 points", "10,000 points",
                    "ratio")) {
                row(table, "the option", turns, points -> {
                    Map<String, Object> arguments = Map.of("chartType", "bar", "data", rows(points));
                    return () -> charts.generate(arguments, new DefaultExchange(context), 2_000, 60, 50, 200, 500);
                });
                row(table, "the whole call", turns, points -> {
                    byte[] request = McpClient.request("tools/call",
                            McpClient.object("{\"name\":\"echart_generate\",\"arguments\":{\"chartType\":\"bar\",\"data\":"
                            + new ObjectMapper().writeValueAsString(rows(points)) + "}}")).toString().getBytes(StandardCharsets.UTF_8);
                    return () -> answered(calls.request("direct:mcp", exchange -> exchange.getMessage().setBody(request)));
                });
                table.note("Aims: 1,000 points under 2 ms, linear to 10,000.");
            }
        }
        System.exit(0);
    }

    private static String answered(Exchange exchange) {
        String answer = exchange.getMessage().getBody(String.class);
        if (exchange.getException() != null || !answer.contains("\"isError\":false")) {
            throw new IllegalStateException(String.valueOf(answer).substring(0, 500), exchange.getException());
        }
        return answer;
    }

    private static List<Map<String, Object>> rows(int points) {
        return IntStream.range(0, points).mapToObj(i -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("x", "category " + i);
            row.put("y", i * 37 % 1_000);
            return row;
        }).collect(Collectors.toList());
    }

    private interface Work {
        Callable<?> of(int points) throws Exception;
    }

    private static void row(Table table, String name, int turns, Work work) throws Exception {
        Callable<?> small = work.of(1_000);
        Callable<?> large = work.of(10_000);
        median(small, 10 * turns);
        median(large, turns);
        double smallMs = median(small, turns);
        double largeMs = median(large, turns);
        table.row(name, smallMs, largeMs, largeMs / smallMs);
    }

    /** Milliseconds of processor time; the median, since a collection may fall into any turn. */
    private static double median(Callable<?> call, int turns) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long[] times = new long[turns];
        for (int i = 0; i < turns; i++) {
            long start = threads.getCurrentThreadCpuTime();
            call.call();
            times[i] = threads.getCurrentThreadCpuTime() - start;
        }
        Arrays.sort(times);
        return times[turns / 2] / 1e6;
    }
}
