package dev.caravan.benchmark;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Calls of the packaged gateway, {@code target/caravan} with its shipped options, beside others that do the same, in turns within one run:
 * {@code db_query_postgresql} beside MCP Toolbox for Databases on the same PostgreSQL, {@code echo} and {@code mongo_find_by_id} beside
 * {@link BareServer}. Load comes from wrk, which looks at each answer; the databases are in a process of their own. Needs wrk, and
 * {@code npm ci --prefix src/test/benchmark}. Arguments: seconds of a window (10), windows (5), seconds of warm-up (60).
 */
public final class PackagedBenchmark {

    private static final Path GATEWAY = Path.of("target", "caravan");
    private static final Path TOOLBOX = Path.of("src/test/benchmark/node_modules/.bin/toolbox");
    private static final Path PLACE = Path.of("target", "benchmark-packaged");
    private static final int POOL = 32;

    private final int seconds;
    private final int windows;
    private final int warmUp;
    private final Map<String, String> databases;
    private final List<Process> started = new ArrayList<>();

    private PackagedBenchmark(int seconds, int windows, int warmUp, Map<String, String> databases) {
        this.seconds = seconds;
        this.windows = windows;
        this.warmUp = warmUp;
        this.databases = databases;
    }

    /** Serves the databases, in a process of its own. */
    static final class Databases {

        public static void main(String[] args) throws Exception {
            for (ServerKind kind : List.of(ServerKind.POSTGRESQL, ServerKind.MONGO, ServerKind.NEO4J)) {
                SharedServers.get(kind).properties().forEach((name, value) -> System.out.println(name + "=" + value));
            }
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // till whoever started it ends
            }
            System.exit(0);
        }
    }

    /** @param process of the server that answers */
    private record Contestant(Process process, int port, List<String> bodies, String expected) {
    }

    private record Window(double perSecond, double p99Millis, double processorMicros) {
    }

    public static void main(String[] args) throws Exception {
        int[] numbers = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        Files.createDirectories(PLACE);
        Process servers = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", "-cp", System.getProperty("java.class.path"),
                Databases.class.getName()).redirectError(PLACE.resolve("databases.log").toFile()).start();
        Map<String, String> databases = new TreeMap<>();
        var lines = servers.inputReader();
        for (String line = lines.readLine(); !"ready".equals(line); line = lines.readLine()) {
            if (line == null) {
                throw new IOException("The databases did not start; see " + PLACE.resolve("databases.log"));
            }
            if (line.startsWith("caravan.") && line.contains("=")) {
                databases.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
            }
        }
        PackagedBenchmark benchmark = new PackagedBenchmark(numbers.length > 0 ? numbers[0] : 10, numbers.length > 1 ? numbers[1] : 5, numbers.length > 2 ? numbers[2] : 60, databases);
        try {
            benchmark.run();
        } finally {
            benchmark.started.forEach(Process::destroy);
            servers.destroy();
        }
        System.exit(0);
    }

    private void run() throws Exception {
        String prefix = "caravan.databases.postgresql.";
        String url = databases.get(prefix + "url");
        DatabaseBenchmark.fill(url, databases.get(prefix + "username"));
        int port = gateway();
        Process gateway = started.get(0);
        McpClient client = new McpClient(port);
        String id = client.envelope("mongo_save_document", McpClient.object("{\"topic\":\"benchmark\",\"content\":\"c\"}")).at("/data/id").asText();
        int toolboxPort = toolbox(url, databases.get(prefix + "username"));
        Process toolbox = started.get(started.size() - 1);
        int barePort = GatewayTest.freePort();
        started.add(GatewayBenchmark.java("dev.caravan.benchmark.BareServer", List.of(String.valueOf(barePort), databases.get("caravan.mongodb.uri"), "caravan",
                databases.get("caravan.neo4j.uri")), PLACE.resolve("bare.log").toString()));
        Process bare = started.get(started.size() - 1);
        GatewayBenchmark.waitFor(barePort);
        String echo = call("echo", "{\"text\":\"hello\"}");
        String find = call("mongo_find_by_id", "{\"id\":\"" + id + "\"}");
        String row = "name 4711";
        try (Table table = Table.of("Calls of the packaged gateway beside others that do the same, medians of " + windows + " windows of " + seconds + " s", "work", "connections",
                "caravan/s", "p99 ms", "µs a call", "other/s", "p99 ms", "µs a call", "ratio", "spread %")) {
            for (int connections : new int[] {32, 8, 128}) {
                compare(table, "by key, MCP Toolbox", connections, new Contestant(gateway, port, List.of(DatabaseBenchmark.body("{\"id\":4711}", 100)), row),
                        new Contestant(toolbox, toolboxPort, List.of(call("by_key", "{\"id\":4711}")), row));
            }
            compare(table, "page and count, MCP Toolbox", 32, new Contestant(gateway, port, List.of(DatabaseBenchmark.body("{\"status\":\"paid\"}", 10)), "paid"),
                    new Contestant(toolbox, toolboxPort, List.of(call("by_status", "{\"status\":\"paid\"}"), call("count_status", "{\"status\":\"paid\"}")), "content"));
            compare(table, "echo, bare undertow", 32, new Contestant(gateway, port, List.of(echo), "hello"), new Contestant(bare, barePort, List.of(echo), "hello"));
            compare(table, "mongo_find_by_id, bare driver", 32, new Contestant(gateway, port, List.of(find), id), new Contestant(bare, barePort, List.of(find), id));
            table.note("µs a call: processor time of the server that answers. spread: of the gateway's windows, (highest - lowest) / median. Page and count are one call of the gateway's and two of the Toolbox's, which are counted as one.");
            table.note("Resident memory of the gateway at the end: %d MB; of the Toolbox: %d MB.", MillionCallsBenchmark.residentMegabytes(gateway), MillionCallsBenchmark.residentMegabytes(toolbox));
        }
    }

    private int gateway() throws Exception {
        if (!Files.isExecutable(GATEWAY.resolve("bin/caravan"))) {
            throw new IllegalStateException(GATEWAY + " is missing: mvn package makes it");
        }
        Files.copy(Path.of("src/test/resources/benchmark/echo.camel.yaml"), GATEWAY.resolve("routes/tools/echo.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        int port = GatewayTest.freePort();
        List<String> command = new ArrayList<>(List.of(GATEWAY.resolve("bin/caravan").toString(), "--caravan.http.port=" + port, "--server.port=" + GatewayTest.freePort(),
                "--caravan.databases.postgresql.pool-size=" + POOL));
        databases.forEach((name, value) -> {
            if (!name.startsWith("caravan.store.") && !name.startsWith("caravan.databases.mongodb.")) {
                command.add("--" + name + "=" + value);
            }
        });
        started.add(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(PLACE.resolve("gateway.log").toFile()).start());
        GatewayBenchmark.waitFor(port);
        return port;
    }

    private int toolbox(String url, String user) throws Exception {
        if (!Files.exists(TOOLBOX)) {
            throw new IllegalStateException(TOOLBOX + " is missing: npm ci --prefix src/test/benchmark");
        }
        URI server = URI.create(url.replaceFirst("^jdbc:", ""));
        int port = GatewayTest.freePort();
        Path tools = PLACE.resolve("toolbox.yaml");
        Files.writeString(tools, """
                sources:
                  server: {kind: postgres, host: %s, port: %d, database: %s, user: %s, password: %s, queryParams: {pool_max_conns: "%d"}}
                tools:
                  by_key: {kind: postgres-sql, source: server, description: One row, statement: 'select id, name, status, age from benchmark where id = $1 limit 100',
                    parameters: [{name: id, type: integer, description: Its key}]}
                  by_status: {kind: postgres-sql, source: server, description: Ten rows, statement: 'select id, name, status, age from benchmark where status = $1 limit 10',
                    parameters: [{name: status, type: string, description: Theirs}]}
                  count_status: {kind: postgres-sql, source: server, description: How many, statement: 'select count(*) from benchmark where status = $1',
                    parameters: [{name: status, type: string, description: Theirs}]}
                """.formatted(server.getHost(), server.getPort(), server.getPath().substring(1), user, user, POOL));
        // the launcher of npm starts the server as a child: that one's time is counted
        started.add(new ProcessBuilder(TOOLBOX.toString(), "--config", tools.toString(), "--port", String.valueOf(port), "--disable-version-check", "--log-level", "WARN")
                .redirectErrorStream(true).redirectOutput(PLACE.resolve("toolbox.log").toFile()).start());
        GatewayBenchmark.waitFor(port);
        return port;
    }

    private void compare(Table table, String what, int connections, Contestant gateway, Contestant other) throws Exception {
        load(gateway, connections, warmUp);
        load(other, connections, Math.min(warmUp, 20));
        List<Window> ours = new ArrayList<>();
        List<Window> theirs = new ArrayList<>();
        for (int turn = 0; turn < windows; turn++) {
            ours.add(load(gateway, connections, seconds));
            theirs.add(load(other, connections, seconds));
        }
        ours.sort((a, b) -> Double.compare(a.perSecond(), b.perSecond()));
        theirs.sort((a, b) -> Double.compare(a.perSecond(), b.perSecond()));
        Window our = ours.get(windows / 2);
        Window their = theirs.get(windows / 2);
        table.row(what, connections, our.perSecond(), our.p99Millis(), our.processorMicros(), their.perSecond(), their.p99Millis(), their.processorMicros(),
                our.perSecond() / their.perSecond(), 100 * (ours.get(windows - 1).perSecond() - ours.get(0).perSecond()) / our.perSecond());
    }

    /** @throws IOException if an answer was wrong, or wrk is not there */
    private static Window load(Contestant whom, int connections, int seconds) throws Exception {
        Path bodies = PLACE.resolve("bodies.txt");
        Files.write(bodies, whom.bodies());
        ProcessBuilder wrk = new ProcessBuilder("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", "30s", "-s", "src/test/resources/benchmark/post.lua", "http://127.0.0.1:" + whom.port() + "/mcp");
        wrk.environment().putAll(Map.of("BODIES", bodies.toString(), "EXPECTED", whom.expected()));
        double before = processorMicros(whom.process());
        Process running = wrk.redirectErrorStream(true).start();
        String said = new String(running.getInputStream().readAllBytes());
        running.waitFor();
        double spent = processorMicros(whom.process()) - before;
        String figures = said.lines().filter(line -> line.startsWith("FIGURES ")).findFirst().orElseThrow(() -> new IOException("wrk: " + said));
        long[] numbers = Arrays.stream(figures.substring(8).split(" ")).mapToLong(Long::parseLong).toArray();
        if (numbers[4] > 0) {
            throw new IOException(numbers[4] + " wrong answers: " + said);
        }
        double work = (double) numbers[0] / whom.bodies().size();
        return new Window(work / numbers[1] * 1e6, numbers[3] / 1e3, spent / work);
    }

    /** Of the process and those that it has started. */
    private static double processorMicros(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(each -> each.info().totalCpuDuration().map(Duration::toNanos).orElse(0L)).sum() / 1e3;
    }

    private static String call(String tool, String arguments) {
        return McpClient.request("tools/call", McpClient.object("{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}")).toString();
    }
}
