package dev.caravan.benchmark;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * {@code db_query_postgresql} on a table of 10,000 rows, by primary key and by status with limit 10 (and with the counting
 * that this needs), beside {@link BareSqlServer} with the same statements, in turns within one run. Where the environment
 * variable TOOLBOX names the executable of npm's {@code @toolbox-sdk/server}, its {@code postgres-sql} tools with the same
 * selects (which count nothing) are run likewise.
 */
public final class DatabaseBenchmark {

    private static final int ROWS = 10_000;
    private static final String POOL = "32";

    private DatabaseBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 2_000;
        String toolbox = System.getenv("TOOLBOX");
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String prefix = "caravan.databases.postgresql.";
        String url = server.get(prefix + "url");
        String user = server.get(prefix + "username");
        fill(url, user);
        int gatewayPort = GatewayTest.freePort();
        int barePort = GatewayTest.freePort();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan", List.of("--caravan.http.port=" + gatewayPort, "--server.port=" + GatewayTest.freePort(),
                "--" + prefix + "url=" + url, "--" + prefix + "username=" + user, "--" + prefix + "password=" + user, "--" + prefix + "pool-size=" + POOL), "target/benchmark-gateway.log");
        Process bare = GatewayBenchmark.java("dev.caravan.benchmark.BareSqlServer", List.of(String.valueOf(barePort), url, user, POOL), "target/benchmark-bare.log");
        try {
            GatewayBenchmark.waitFor(gatewayPort);
            GatewayBenchmark.waitFor(barePort);
            String key = body("{\"id\":4711}", 100);
            String status = body("{\"status\":\"paid\"}", 10);
            for (int turn = 0; turn < 3; turn++) {
                for (String body : List.of(key, status)) {
                    LoadClient.run(gatewayPort, body, 32, 10 * millis);
                    LoadClient.run(barePort, body, 32, 3 * millis);
                }
            }
            try (Table table = GatewayBenchmark.besides("db_query_postgresql of 10,000 rows beside the same statements by undertow, HikariCP and JDBC")) {
                for (int connections : new int[] {1, 8, 32, 128}) {
                    GatewayBenchmark.compare(table, "by key", connections, gatewayPort, key, barePort, key, millis, 0);
                    GatewayBenchmark.compare(table, "by status", connections, gatewayPort, status, barePort, status, millis, 0);
                }
            }
            if (toolbox != null) {
                beside(toolbox, url, user, gatewayPort, key, status, millis);
            }
        } finally {
            gateway.destroy();
            bare.destroy();
        }
        System.exit(0);
    }

    private static void beside(String toolbox, String url, String user, int gatewayPort, String key, String status, long millis) throws Exception {
        int port = GatewayTest.freePort();
        URI server = URI.create(url.replaceFirst("^jdbc:", ""));
        Path tools = Path.of("target/toolbox.yaml");
        Files.writeString(tools, """
                sources:
                  server: {kind: postgres, host: %s, port: %d, database: %s, user: %s, password: %s, queryParams: {pool_max_conns: "%s"}}
                tools:
                  by_key: {kind: postgres-sql, source: server, description: One row, statement: 'select id, name, status, age from benchmark where id = $1 limit 100',
                    parameters: [{name: id, type: integer, description: Its key}]}
                  by_status: {kind: postgres-sql, source: server, description: Ten rows, statement: 'select id, name, status, age from benchmark where status = $1 limit 10',
                    parameters: [{name: status, type: string, description: Theirs}]}
                """.formatted(server.getHost(), server.getPort(), server.getPath().substring(1), user, user, POOL));
        Process process = new ProcessBuilder(toolbox, "--config", tools.toString(), "--port", String.valueOf(port), "--disable-version-check", "--log-level", "WARN")
                .redirectErrorStream(true).redirectOutput(Path.of("target/benchmark-toolbox.log").toFile()).start();
        try {
            GatewayBenchmark.waitFor(port);
            String byKey = McpClient.request("tools/call", McpClient.object("{\"name\":\"by_key\",\"arguments\":{\"id\":4711}}")).toString();
            String byStatus = McpClient.request("tools/call", McpClient.object("{\"name\":\"by_status\",\"arguments\":{\"status\":\"paid\"}}")).toString();
            LoadClient.run(port, byKey, 32, 2 * millis);
            LoadClient.run(port, byStatus, 32, 2 * millis);
            try (Table table = GatewayBenchmark.besides("db_query_postgresql beside the selects of MCP Toolbox for Databases, which count nothing (bare: the Toolbox)")) {
                for (int connections : new int[] {1, 8, 32, 128}) {
                    GatewayBenchmark.compare(table, "by key", connections, gatewayPort, key, port, byKey, millis, 0);
                    GatewayBenchmark.compare(table, "by status", connections, gatewayPort, status, port, byStatus, millis, 0);
                }
                table.note("Aim: 1.5 times the Toolbox at 32 connections with the lower p99.");
            }
        } finally {
            process.destroy();
        }
    }

    private static String body(String filters, int limit) {
        return McpClient.request("tools/call", McpClient.object("{\"name\":\"db_query_postgresql\",\"arguments\":{\"table\":\"benchmark\",\"limit\":" + limit + ",\"filters\":" + filters + "}}")).toString();
    }

    private static void fill(String url, String user) throws Exception {
        Random random = new Random(3);
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists benchmark");
            statement.execute("create table benchmark (id bigint primary key, name varchar(100), status varchar(20), age int)");
            for (int i = 0; i < ROWS; i++) {
                statement.addBatch("insert into benchmark values (" + i + ", 'name " + i + "', '" + List.of("new", "paid", "shipped", "done").get(random.nextInt(4)) + "', " + random.nextInt(90) + ")");
            }
            statement.executeBatch();
            statement.execute("create index on benchmark (status)");
            statement.execute("analyze benchmark");
        }
    }
}
