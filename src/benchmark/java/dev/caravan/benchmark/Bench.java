package dev.caravan.benchmark;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/** The servers of one row, each in a process of its own; and what the row has measured. They end with the row. */
final class Bench implements AutoCloseable {

    private static final Path TOOLBOX = Path.of("src/test/benchmark/node_modules/@toolbox-sdk/server-linux-x64/bin/toolbox");
    private static final Path ECHO = Path.of("src/benchmark/echo.camel.yaml");
    private static final String POSTGRESQL = "caravan.databases.postgresql.";
    private static final int POOL = 32;

    /** @param port of MCP */
    record Server(Process process, int port) {

        Side asks(Call... calls) {
            return Side.of(process, port, calls);
        }
    }

    final Lengths lengths;
    final Findings findings;
    final Databases databases;
    private final List<Process> started = Collections.synchronizedList(new ArrayList<>());
    private final Thread atExit = new Thread(() -> started.forEach(Process::destroyForcibly));
    private Server gateway;

    Bench(Lengths lengths, Findings findings, Set<ServerKind> kinds) throws Exception {
        this.lengths = lengths;
        this.findings = findings;
        FileSystemUtils.deleteRecursively(Packaged.PLACE); // an hour of audit events takes gigabytes
        Files.createDirectories(Packaged.PLACE);
        GatewayBenchmark.routesWithEcho(routes("plain"));
        databases = new Databases(kinds);
        Runtime.getRuntime().addShutdownHook(atExit);
        if (kinds.contains(ServerKind.POSTGRESQL)) {
            DatabaseBenchmark.fill(property("url"), property("username"));
        }
    }

    private String property(String name) {
        return databases.properties().get(POSTGRESQL + name);
    }

    /** Runs statements on the database that is queried. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(property("url"), property("username"), property("username"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The number that a statement answers, of the table that is queried. */
    long number(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(property("url"), property("username"), property("username"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The gateway with the shipped settings, the routes of the repository and {@code echo}; one a row. A secret lets it open sessions. */
    Server gateway() throws IOException {
        if (gateway == null) {
            gateway = gateway("--caravan.conversation.secret=only-for-the-benchmark-0123456789");
        }
        return gateway;
    }

    /** Another gateway with the same routes. */
    Server gateway(String... settings) throws IOException {
        return gateway(routes("plain"), settings);
    }

    Server gateway(Path routes, String... settings) throws IOException {
        return gateway(Packaged.HOME, routes, settings);
    }

    /** The gateway of an earlier commit, with its own routes. */
    Server earlier(String... settings) throws IOException {
        if (lengths.earlier().isEmpty()) {
            throw new IllegalArgumentException("earlier=FOLDER is missing: a checkout of an earlier commit, after mvn package");
        }
        Path checkout = Path.of(lengths.earlier());
        Path routes = routes("earlier");
        FileSystemUtils.copyRecursively(checkout.resolve("routes"), routes);
        GatewayBenchmark.addEcho(routes);
        return gateway(checkout.resolve(Packaged.HOME), routes, settings);
    }

    private Server gateway(Path home, Path routes, String... settings) throws IOException {
        int port = FreePorts.pick();
        int operations = FreePorts.pick();
        List<String> arguments = new ArrayList<>(List.of("--caravan.http.port=" + port, "--server.port=" + operations,
                "--caravan.routes.directory=" + routes.toAbsolutePath()));
        arguments.addAll(databaseSettings());
        arguments.addAll(List.of(settings));
        Path log = Packaged.PLACE.resolve("gateway-" + port + ".log");
        Process process = kept(Packaged.start(home, lengths.memory(), arguments, log));
        Packaged.untilReady(process, operations);
        return new Server(process, port);
    }

    /** Those of the databases that run; without the store, so that gateways do no more than their tools. */
    List<String> databaseSettings() {
        List<String> settings = new ArrayList<>();
        databases.properties().forEach((name, value) -> {
            if (!name.startsWith("caravan.store.") && !name.startsWith("caravan.databases.mongodb.")) {
                settings.add("--" + name + "=" + value);
            }
        });
        if (databases.properties().containsKey(POSTGRESQL + "url")) {
            settings.add("--" + POSTGRESQL + "pool-size=" + POOL);
        }
        return settings;
    }

    /** Settings of the store, in the same PostgreSQL. */
    String[] storeSettings() {
        return databases.properties().entrySet().stream().filter(entry -> entry.getKey().startsWith("caravan.store."))
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
    }

    /** Runs statements in the store's database. */
    void store(String... statements) throws Exception {
        Map<String, String> all = databases.properties();
        try (Connection connection = DriverManager.getConnection(all.get("caravan.store.url"), all.get("caravan.store.username"),
                all.get("caravan.store.password"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** A folder for routes of this row. */
    static Path routes(String name) {
        return Packaged.PLACE.resolve("routes-" + name);
    }

    /** MCP Toolbox for Databases, on the same PostgreSQL. */
    Server toolbox() throws IOException {
        if (!Files.isExecutable(TOOLBOX)) {
            throw new IllegalStateException(TOOLBOX + " is missing: npm ci --prefix src/test/benchmark");
        }
        URI server = URI.create(property("url").replaceFirst("^jdbc:", ""));
        int port = FreePorts.pick();
        Path tools = Packaged.PLACE.resolve("toolbox.yaml");
        Files.writeString(tools, """
                sources:
                  server: {kind: postgres, host: %s, port: %d, database: %s, user: %s, password: %s, queryParams: {pool_max_conns: "%d"}}
                tools:
                  by_key: {kind: postgres-sql, source: server, description: One row, statement: 'select id, name, status, age from \
                benchmark where id = $1 limit 100',
                    parameters: [{name: id, type: integer, description: Key}]}
                  by_status: {kind: postgres-sql, source: server, description: Ten rows, statement: 'select id, name, status, age from \
                benchmark where status = $1 limit 10',
                    parameters: [{name: status, type: string, description: Status}]}
                  count_status: {kind: postgres-sql, source: server, description: How many, statement: 'select count(*) from benchmark \
                where status = $1',
                    parameters: [{name: status, type: string, description: Status}]}
                """.formatted(server.getHost(), server.getPort(), server.getPath().substring(1), property("username"), property("username"), POOL));
        Process process = new ProcessBuilder(TOOLBOX.toString(), "--config", tools.toString(), "--port", String.valueOf(port),
                "--disable-version-check", "--log-level", "WARN")
                .redirectErrorStream(true).redirectOutput(Packaged.PLACE.resolve("toolbox.log").toFile()).start();
        return new Server(kept(process), port);
    }

    /** The bare drivers behind undertow. */
    Server bare() throws IOException {
        Map<String, String> all = databases.properties();
        return java(BareServer.class, all.getOrDefault("caravan.mongodb.uri", ""), all.getOrDefault("caravan.neo4j.uri", ""),
                all.getOrDefault("caravan.databases.redis.url", ""));
    }

    /** The statements of the SQL rows without a gateway: undertow, Jackson, HikariCP and JDBC. */
    Server bareSql() throws IOException {
        return java(BareSqlServer.class, property("url"), property("username"), String.valueOf(POOL));
    }

    /** A process whose first argument is its port. */
    Server java(Class<?> main, String... arguments) throws IOException {
        int port = FreePorts.pick();
        List<String> all = new ArrayList<>(List.of(String.valueOf(port)));
        all.addAll(List.of(arguments));
        Process process = kept(
                GatewayBenchmark.java(main.getName(), all, Packaged.PLACE.resolve(main.getSimpleName() + ".log").toString()));
        GatewayBenchmark.waitFor(port);
        return new Server(process, port);
    }

    Process kept(Process process) {
        started.add(process);
        return process;
    }

    /** Measures both sides in turns. */
    Comparison compare(int connections, Side ours, Side other) throws Exception {
        ours.check();
        other.check();
        Wrk.load(ours, connections, lengths.warmUp());
        Wrk.load(other, connections, lengths.warmUp());
        List<Wrk.Window> our = new ArrayList<>();
        List<Wrk.Window> their = new ArrayList<>();
        for (int turn = 0; turn < lengths.windows(); turn++) {
            our.add(Wrk.load(ours, connections, lengths.seconds()));
            their.add(Wrk.load(other, connections, lengths.seconds()));
        }
        return new Comparison(connections, Comparison.Figures.of(our), Comparison.Figures.of(their));
    }

    @Override
    public void close() throws Exception {
        started.forEach(Process::destroy);
        for (Process process : started) {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        databases.close();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
