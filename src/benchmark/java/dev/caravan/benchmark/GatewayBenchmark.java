package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.benchmark.LoadClient.Figures;
import dev.caravan.embedded.FreePorts;
import dev.caravan.graph.LargeGraph;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The gateway beside {@link BareServer}, a JVM each, in turns within one run: requests a second and latency for an echo
 * tool, {@code mongo_find_by_id} and {@code neo4j_find_node} at 1, 8, 32 and 128 connections; latency again at a pace that both can keep;
 * then the gateway's heap after a collection. The client and the database share the cores, so trust the ratios.
 */
public final class GatewayBenchmark {

    private static final Path ROUTES = Path.of("target", "benchmark-routes");

    private static final String[] COLUMNS = {"tool", "connections", "gateway/s", "p50 ms", "p99 ms", "bare/s", "bare p50 ms", "bare p99 ms",
        "ratio", "p99 added ms"};

    /** What leaves the machine idle most of the time, so that latency is the gateway's and not the scheduler's. */
    private static final int PACE = 1_000;

    private GatewayBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 2_000;
        try (Databases databases = new Databases(List.of(MONGO, NEO4J))) {
            compare(databases, millis);
        }
        System.exit(0);
    }

    private static void compare(Databases databases, long millis) throws Exception {
        String mongo = databases.properties().get("caravan.mongodb.uri");
        String neo4j = databases.properties().get("caravan.neo4j.uri");
        routesWithEcho(ROUTES);
        int gatewayPort = FreePorts.pick();
        int barePort = FreePorts.pick();
        int operations = FreePorts.pick();
        Process gateway = java("dev.caravan.Caravan", List.of("--caravan.http.port=" + gatewayPort, "--server.port=" + operations,
                "--caravan.mongodb.uri=" + mongo, "--caravan.neo4j.uri=" + neo4j, "--caravan.routes.directory=" + ROUTES,
                "--management.endpoints.web.exposure.include=*"), "target/benchmark-gateway.log");
        Process bare = java("dev.caravan.benchmark.BareServer", List.of(String.valueOf(barePort), mongo, neo4j, ""),
                "target/benchmark-bare.log");
        try {
            waitFor(gatewayPort);
            waitFor(barePort);
            McpClient client = new McpClient(gatewayPort);
            String id = client.envelope("mongo_save_document", McpClient.object("{\"topic\":\"benchmark\",\"content\":\"c\"}"))
                    .at("/data/id").asText();
            String echo = McpClient.request("tools/call", McpClient.object("{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}"))
                    .toString();
            String find = McpClient.request(
                    "tools/call", McpClient.object("{\"name\":\"mongo_find_by_id\",\"arguments\":{\"id\":\"" + id + "\"}}"))
                    .toString();
            String node = client
                    .envelope("neo4j_create_node", McpClient.object("{\"label\":\"Entity\",\"properties\":{\"name\":\"benchmark\"}}"))
                    .at("/data/id").asText();
            String findNode = McpClient.request(
                    "tools/call", McpClient.object("{\"name\":\"neo4j_find_node\",\"arguments\":{\"id\":\"" + node + "\"}}"))
                    .toString();
            for (String body : List.of(echo, find, findNode)) {
                LoadClient.run(gatewayPort, body, 32, 25 * millis); // the second compiler needs that long beside the load
                LoadClient.run(barePort, body, 32, 2 * millis);
            }
            try (Table table = besides("Tools beside the same operation on a bare undertow handler, as many as can be")) {
                for (int connections : new int[] {1, 8, 32, 128}) {
                    compare(table, "echo", connections, gatewayPort, echo, barePort, echo, millis, 0);
                    compare(table, "mongo_find_by_id", connections, gatewayPort, find, barePort, find, millis, 0);
                    compare(table, "neo4j_find_node", connections, gatewayPort, findNode, barePort, findNode, millis, 0);
                }
                table.note("Aims: 0.80 of the bare handler for echo and mongo_find_by_id, 0.75 for neo4j_find_node.");
                table.note("The gateway's heap after this and a collection: %d MB (aim: under 256).", heapMegabytes(gateway, operations));
            }
            try (Table table = compared("The same at " + PACE + " requests a second, evenly, on 8 connections")) {
                compare(table, "echo", 8, gatewayPort, echo, barePort, echo, 2 * millis, PACE);
                compare(table, "mongo_find_by_id", 8, gatewayPort, find, barePort, find, 2 * millis, PACE);
                compare(table, "neo4j_find_node", 8, gatewayPort, findNode, barePort, findNode, 2 * millis, PACE);
                table.note("Aim: at most 1 ms added at p99.");
            }
            neighbors(databases, gatewayPort, millis);
        } finally {
            gateway.destroy();
            bare.destroy();
        }
    }

    /** The repository's routes, and a tool that gives back its arguments. */
    static void routesWithEcho(Path folder) throws IOException {
        RoutesCopy.to(folder);
        addEcho(folder);
    }

    /** Adds a tool that gives back its arguments. */
    static void addEcho(Path folder) throws IOException {
        Files.copy(Path.of("src/benchmark/echo.camel.yaml"), folder.resolve("tools/echo.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Depth 1 of nodes here and there in a graph of 100,000 nodes and 500,000 relationships. */
    private static void neighbors(Databases databases, int gatewayPort, long millis) throws Exception {
        databases.fillGraph();
        List<String> bodies = new Random(5).ints(1_000, 0, LargeGraph.NODES).mapToObj(node -> McpClient.request("tools/call",
                McpClient.object("{\"name\":\"neo4j_find_neighbors\",\"arguments\":{\"id\":\"large-" + node + "\"}}")).toString()).toList();
        LoadClient.run(gatewayPort, bodies, 8, 3 * millis, 0);
        try (Table table = Table.of("neo4j_find_neighbors of depth 1, 100,000 nodes and 500,000 relationships, 8 connections", "load",
                "a second", "p50 ms", "p99 ms")) {
            for (int pace : new int[] {0, PACE / 4}) {
                Figures figures = LoadClient.run(gatewayPort, bodies, 8, 3 * millis, pace);
                table.row(pace == 0 ? "as many as can be" : pace + " a second, evenly", figures.perSecond(), figures.p50() / 1_000,
                        figures.p99() / 1_000);
            }
            table.note("Aim: p99 under 20 ms.");
        }
    }

    /** For {@link #compare}, drawn. */
    static Table besides(String title) {
        return compared(title).drawn("gateway/s", "bare/s");
    }

    private static Table compared(String title) {
        return Table.of(title, COLUMNS);
    }

    /** The median of three turns each. */
    static void compare(Table table, String tool, int connections, int gatewayPort, String body, int barePort, String bareBody, long millis,
            int pace) throws Exception {
        List<Figures> gateway = new ArrayList<>();
        List<Figures> bare = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            gateway.add(LoadClient.run(gatewayPort, body, connections, millis, pace));
            bare.add(LoadClient.run(barePort, bareBody, connections, millis, pace));
        }
        row(table, tool, connections, median(gateway), median(bare));
    }

    static Figures median(List<Figures> turns) {
        return turns.stream().sorted(Comparator.comparingDouble(Figures::perSecond)).toList().get(turns.size() / 2);
    }

    /** In a table of {@link #besides}. */
    static void row(Table table, String what, int connections, Figures gateway, Figures bare) {
        table.row(what, connections, gateway.perSecond(), gateway.p50() / 1_000, gateway.p99() / 1_000, bare.perSecond(),
                bare.p50() / 1_000, bare.p99() / 1_000,
                gateway.perSecond() / bare.perSecond(), (gateway.p99() - bare.p99()) / 1_000);
    }

    static Process java(String main, List<String> arguments, String log) throws IOException {
        return java("256m", main, arguments, log);
    }

    static Process java(String heap, String main, List<String> arguments, String log) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap, "-cp", System.getProperty("java.class.path"), "-Dlogging.level.caravan.audit=info", main));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Path.of(log).toFile()).start();
    }

    static void waitFor(int port) {
        await("something listens on " + port).atMost(Duration.ofMinutes(2)).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            }
        });
    }

    /** Of Linux; -1 elsewhere. */
    static long residentMegabytes(Process process) throws Exception {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return -1;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst().orElse(-1);
    }

    /** After a collection. */
    static long heapMegabytes(Process gateway, int operations) throws Exception {
        new ProcessBuilder("jcmd", String.valueOf(gateway.pid()), "GC.run").start().waitFor();
        return Math.round(meter(operations, "jvm_memory_used_bytes{area=\"heap\"") / (1 << 20));
    }

    /** The sum of a gateway's meters whose lines begin so. */
    static double meter(int operations, String beginning) throws Exception {
        String metrics = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operations + "/actuator/prometheus")).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
        return metrics.lines().filter(line -> line.startsWith(beginning))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }
}
