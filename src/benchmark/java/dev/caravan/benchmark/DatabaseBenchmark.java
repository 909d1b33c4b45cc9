package dev.caravan.benchmark;

import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * {@code db_query_postgresql} on a table of 10,000 rows, by primary key and by status with limit 10 (and with the counting
 * that this needs), beside {@link BareSqlServer} with the same statements, in turns within one run. {@link PackagedBenchmark} has it beside
 * MCP Toolbox for Databases.
 */
public final class DatabaseBenchmark {

    private static final int ROWS = 10_000;
    private static final String POOL = "32";

    private DatabaseBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 2_000;
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String prefix = "caravan.databases.postgresql.";
        String url = server.get(prefix + "url");
        String user = server.get(prefix + "username");
        fill(url, user);
        int gatewayPort = FreePorts.pick();
        int barePort = FreePorts.pick();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan",
                List.of("--caravan.http.port=" + gatewayPort, "--server.port=" + FreePorts.pick(),
                        "--" + prefix + "url=" + url, "--" + prefix + "username=" + user, "--" + prefix + "password=" + user,
                        "--" + prefix + "pool-size=" + POOL),
                "target/benchmark-gateway.log");
        Process bare = GatewayBenchmark.java("dev.caravan.benchmark.BareSqlServer", List.of(String.valueOf(barePort), url, user, POOL),
                "target/benchmark-bare.log");
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
            try (Table table = GatewayBenchmark.besides(
                    "db_query_postgresql of 10,000 rows beside the same statements by undertow, HikariCP and JDBC")) {
                for (int connections : new int[] {1, 8, 32, 128}) {
                    GatewayBenchmark.compare(table, "by key", connections, gatewayPort, key, barePort, key, millis, 0);
                    GatewayBenchmark.compare(table, "by status", connections, gatewayPort, status, barePort, status, millis, 0);
                }
            }
        } finally {
            gateway.destroy();
            bare.destroy();
        }
        System.exit(0);
    }

    /** A call of {@code db_query_postgresql} on the table. */
    static String body(String filters, int limit) {
        return McpClient.request("tools/call",
                McpClient.object("{\"name\":\"db_query_postgresql\",\"arguments\":{\"table\":\"benchmark\",\"limit\":" + limit
                        + ",\"filters\":" + filters + "}}"))
                .toString();
    }

    /** Makes the table. */
    static void fill(String url, String user) throws Exception {
        Random random = new Random(3);
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists benchmark");
            statement.execute("create table benchmark (id bigint primary key, name varchar(100), status varchar(20), age int)");
            for (int i = 0; i < ROWS; i++) {
                statement.addBatch("insert into benchmark values (" + i + ", 'name " + i + "', '"
                        + List.of("new", "paid", "shipped", "done").get(random.nextInt(4)) + "', " + random.nextInt(90) + ")");
            }
            statement.executeBatch();
            statement.execute("create index on benchmark (status)");
            statement.execute("analyze benchmark");
        }
    }
}
