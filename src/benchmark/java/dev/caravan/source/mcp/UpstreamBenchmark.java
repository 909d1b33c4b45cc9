package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.benchmark.Table;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a federated tool costs beside a direct call of the same server, and a soak: many server processes, one of which is killed each
 * second, while callers list and call. In the end each list must have had all tools, and no process may be left over; else it ends with 1.
 * Arguments: how many seconds the soak takes (600), how many processes (20), how many calls are measured (4000).
 */
public final class UpstreamBenchmark {

    private static final int CALLERS = 4;

    private UpstreamBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 600;
        int processes = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        int calls = args.length > 2 ? Integer.parseInt(args[2]) : 4_000;
        cost(calls);
        boolean good = soak(seconds, processes);
        System.exit(good ? 0 : 1);
    }

    private static OwnGateway.Builder offering(Path settings) throws Exception {
        Path routes = RoutesCopy.entries();
        Files.createDirectories(routes.resolve("upstream"));
        for (String file : List.of("upstream-tool.camel.yaml", "upstream-contents.camel.yaml")) {
            Files.copy(Path.of("routes/upstream", file), routes.resolve("upstream").resolve(file));
        }
        return OwnGateway.withRoutes(routes).set("upstream.directory", settings);
    }

    private static void cost(int calls) throws Exception {
        Path settings = TemporaryFolder.make("upstream").resolve("servers");
        try (OwnGateway server = OwnGateway.withEntries().tool("greet", "x", "Hello").start()) {
            ServerFiles.save(settings, "other", "{url: '" + server.url() + "/mcp', expose: {}}");
            try (OwnGateway gateway = offering(settings).start()) {
                while (!tools(gateway.client()).contains("\"greet\"")) {
                    Thread.sleep(100);
                }
                double[] direct = new double[calls];
                double[] through = new double[calls];
                McpClient toServer = server.client();
                McpClient toGateway = gateway.client();
                for (int i = -calls; i < calls; i++) { // the first half warms up
                    double one = greet(toServer);
                    double other = greet(toGateway);
                    if (i >= 0) {
                        direct[i] = one;
                        through[i] = other;
                    }
                }
                Arrays.sort(direct);
                Arrays.sort(through);
                try (Table table = Table.of("A tool of an upstream server, one caller, " + calls + " calls turn by turn", "ms", "direct",
                        "through the gateway", "adds")) {
                    for (double part : new double[] {0.5, 0.9, 0.99}) {
                        double one = direct[(int) (part * (calls - 1))];
                        double other = through[(int) (part * (calls - 1))];
                        table.row("p" + Math.round(100 * part), one, other, other - one);
                    }
                    table.note("Aims: at most 1 ms at p50 and 3 ms at p99. Both gateways and the caller share one machine and one JVM.");
                }
            }
        }
    }

    private static double greet(McpClient client) {
        long begin = System.nanoTime();
        JsonNode answer = client.post(McpClient.request("tools/call", McpClient.object("{\"name\":\"greet\",\"arguments\":{}}")).toString())
                .json();
        double took = (System.nanoTime() - begin) / 1e6;
        if (!answer.toString().contains("Hello")) {
            throw new IllegalStateException(answer.toString());
        }
        return took;
    }

    private static boolean soak(int seconds, int processes) throws Exception {
        Path settings = TemporaryFolder.make("upstream").resolve("servers");
        List<String> command = new ArrayList<>(ScriptedServer.command("one-tool"));
        command.addAll(1, List.of("-Xmx24m", "-Xss256k", "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=16m"));
        for (int i = 0; i < processes; i++) {
            ServerFiles.save(settings, "s" + i, ServerFiles.command(command) + "start-timeout: 60s\nexpose: {prefix: s" + i + "_}\n");
        }
        Random random = new Random(1);
        AtomicInteger killed = new AtomicInteger();
        AtomicInteger badLists = new AtomicInteger();
        AtomicLong good = new AtomicLong();
        AtomicLong failed = new AtomicLong();
        ConcurrentLinkedQueue<Double> lists = new ConcurrentLinkedQueue<>();
        int threads;
        long left;
        try (OwnGateway gateway = offering(settings).start()) {
            while (count(tools(gateway.client())) < processes) {
                Thread.sleep(200);
            }
            McpClient client = gateway.client();
            int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            ExecutorService callers = Executors.newFixedThreadPool(CALLERS + 1);
            for (int i = 0; i < CALLERS; i++) {
                Random own = new Random(i);
                callers.execute(() -> {
                    while (System.nanoTime() < end) {
                        JsonNode answer = client
                                .post(McpClient.request(
                                        "tools/call",
                                                McpClient.object("{\"name\":\"s" + own.nextInt(processes) + "_pid\",\"arguments\":{}}"))
                                        .toString())
                                .json();
                        (answer.at("/result/isError").asBoolean() || answer.has("error") ? failed : good).incrementAndGet();
                    }
                });
            }
            callers.execute(() -> {
                while (System.nanoTime() < end) {
                    long begin = System.nanoTime();
                    if (count(tools(client)) != processes) {
                        badLists.incrementAndGet();
                    }
                    lists.add((System.nanoTime() - begin) / 1e6);
                    pause(50);
                }
            });
            while (System.nanoTime() < end) {
                List<ProcessHandle> running = children();
                if (!running.isEmpty()) {
                    running.get(random.nextInt(running.size())).destroyForcibly();
                    killed.incrementAndGet();
                }
                pause(1_000);
            }
            callers.shutdown();
            callers.awaitTermination(1, TimeUnit.MINUTES);
            for (int i = 0; i < 90 && children().size() != processes; i++) {
                pause(1_000);
            }
            left = children().size() - processes;
            threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
        }
        for (int i = 0; i < 20 && !children().isEmpty(); i++) {
            pause(500);
        }
        return report(seconds, processes, killed.get(), good.get(), failed.get(), badLists.get(), lists.stream().sorted().toList(), left,
                children().size(), threads);
    }

    private static boolean report(int seconds, int processes, int killed, long good, long failed, int badLists, List<Double> lists,
            long left, long after, int threads) throws Exception {
        try (Table table = Table.of("Soak of " + processes + " upstream processes for " + seconds + " s", "", "figure")) {
            table.row("processes killed", killed);
            table.row("calls answered", good);
            table.row("calls that failed, of a process that was down", failed);
            table.row("lists", lists.size());
            table.row("lists that lacked a tool", badLists);
            table.row("list, p50 ms", lists.get(lists.size() / 2));
            table.row("list, p99 ms", lists.get(lists.size() * 99 / 100));
            table.row("processes more than servers at the end", left);
            table.row("processes after the gateway stopped", after);
            table.row("threads more than at the beginning", threads);
            table.note("Aims: no list lacks a tool, none takes more than 100 ms at p99, no process is left over.");
        }
        return badLists == 0 && left == 0 && after == 0;
    }

    private static List<ProcessHandle> children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive)
                .filter(child -> child.info().arguments().map(all -> Arrays.asList(all).contains(ScriptedServer.class.getName()))
                        .orElse(false))
                .toList();
    }

    private static String tools(McpClient client) {
        return client.post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/tools").toString();
    }

    private static int count(String tools) {
        return tools.split("\"name\":\"s\\d+_pid\"", -1).length - 1;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
