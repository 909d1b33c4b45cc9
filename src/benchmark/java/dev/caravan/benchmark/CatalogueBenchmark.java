package dev.caravan.benchmark;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What tool management costs: a query on a context of 10 MB, the tools of an instance that has 1,000, and a catalogue of
 * 100,000 tools and 10,000 instances beside an empty one, turn by turn in one run, one caller.
 */
public final class CatalogueBenchmark {

    private static final String FILL = """
            insert into context_table (user_id, name, data) select 'u' || u, 'context', '{"rows":[1,2,3]}' from generate_series(1, 1000) u;
            insert into tool (user_id, table_id, type, name, description)
              select c.user_id, c.id, 'get_all_data', 'tool' || n, 'Reads all of it.' from context_table c, generate_series(1, 100) n \
            where c.user_id like 'u%';
            insert into mcp_v2 (user_id, name, key_hash, key_hint)
              select 'u' || u, 'instance', md5(u || '-' || n) || md5(n || '+' || u), 'cvn_' from generate_series(1, 1000) u, \
            generate_series(1, 10) n;
            insert into mcp_binding (user_id, mcp_id, tool_id, tool_name)
              select m.user_id, m.id, t.id, t.name from mcp_v2 m join tool t on t.user_id = m.user_id where t.id % 10 = m.id % 10;
            analyze;
            """;

    private CatalogueBenchmark() {
    }

    /** A gateway with a database of its own, and one user's things in it. */
    private record Gateway(ConfigurableApplicationContext application, int port, RestClient rest, List<Long> tools, String key) {

        void close() {
            application.close();
        }

        McpClient mcp(String apiKey) {
            return McpClient.ofInstance(port, apiKey);
        }
    }

    public static void main(String[] args) throws Exception {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        Gateway empty = gateway("benchmark_empty", "");
        Gateway full = gateway("benchmark_full", FILL);
        context(full);
        manyTools(full);
        try (Table table = Table.of("A catalogue of 100,000 tools and 10,000 instances beside an empty one, ms", "", "empty", "full",
                "ratio")) {
            compare(table, "list 100 tools", turns, empty, full, gateway -> gateway.rest().get("/api/v1/tools").data());
            compare(table, "bind and unbind", turns, empty, full, gateway -> {
                gateway.rest().post("/api/v1/mcp/" + gateway.key() + "/bindings",
                        "{\"bindings\":[{\"tool_id\":" + gateway.tools().get(50) + "}]}").data();
                gateway.rest().delete("/api/v1/mcp/" + gateway.key() + "/bindings/" + gateway.tools().get(50)).data();
            });
            compare(table, "tools/list", turns, empty, full,
                    gateway -> gateway.mcp(gateway.key()).post(McpClient.request("tools/list", null).toString()).result());
            compare(table, "tools/call", turns, empty, full,
                    gateway -> gateway.mcp(gateway.key()).envelope("tool0", McpClient.object("{}")));
            table.note("Aim: no slower than 1.5 times the empty one. Median of %d, one caller.", turns);
        }
        empty.close();
        full.close();
        System.exit(0);
    }

    private static Gateway gateway(String database, String fill) throws Exception {
        Map<String, String> postgresql = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String url = postgresql.get("caravan.store.url").replaceFirst("/\\w+$", "/" + database);
        String user = postgresql.get("caravan.store.username");
        try (Connection connection = DriverManager.getConnection(postgresql.get("caravan.store.url"), user, user);
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
        int port = FreePorts.pick();
        ConfigurableApplicationContext application = SpringApplication.run(Caravan.class, "--caravan.http.port=" + port, "--server.port=0",
                "--logging.level.caravan.audit=warn", "--caravan.store.url=" + url, "--caravan.store.username=" + user,
                "--caravan.store.password=" + user);
        RestClient rest = new RestClient(port, "me");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> application.getBean(Notifications.class).isListening() && rest.get("/api/v1/tables").status() == 200);
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute(fill);
        }
        long table = rest.post("/api/v1/tables", "{\"name\":\"mine\",\"data\":{\"rows\":[1,2,3]}}").data().get("id").longValue();
        List<Long> tools = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tools.add(tool(rest, table, "get_all_data", "tool" + i));
        }
        return new Gateway(application, port, rest, tools, instance(rest, tools.subList(0, 10)));
    }

    private static long tool(RestClient rest, long table, String type, String name) {
        return rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"" + type + "\",\"name\":\"" + name + "\"}").data()
                .get("id").longValue();
    }

    private static String instance(RestClient rest, List<Long> tools) {
        List<String> bindings = tools.stream().map("{\"tool_id\":%d}"::formatted).toList();
        return rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":" + bindings + "}").data().get("api_key").textValue();
    }

    private static void context(Gateway gateway) throws IOException {
        RestClient rest = gateway.rest().as("big");
        long table = rest.post("/api/v1/tables", "{\"name\":\"big\",\"data\":[]}").data().get("id").longValue();
        String text = "lorem ipsum dolor ".repeat(45);
        for (int part = 0; part < 4; part++) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < 2_900; i++) {
                int id = part * 2_900 + i;
                rows.append(i == 0 ? "" : ",").append("{\"content\":{\"id\":").append(id).append(",\"status\":\"")
                        .append(id % 7 == 0 ? "open" : "done")
                        .append("\",\"text\":\"").append(text).append(Integer.toHexString(id * 7919)).append("\"}}");
            }
            rest.post("/api/v1/tables/" + table + "/data", "{\"elements\":[" + rows + "]}").data();
        }
        int bytes = rest.get("/api/v1/tables/" + table).data().get("data").toString().length();
        McpClient mcp = gateway.mcp(instance(rest, List.of(tool(rest, table, "query_data", "query"))));
        JsonNode arguments = McpClient.object("{\"query\":\"[?status=='open'].id | length(@)\"}");
        double[] times = times(60, () -> mcp.envelope("query", (com.fasterxml.jackson.databind.node.ObjectNode) arguments.deepCopy()));
        try (Table found = Table.of("query_data on a large context", "MB", "first ms", "median ms", "slowest ms")) {
            found.row(bytes / 1e6, times[0], median(times), Arrays.stream(times).skip(1).max().orElse(0));
            found.note("Aim: under 300 ms.");
        }
    }

    private static void manyTools(Gateway gateway) throws IOException {
        RestClient rest = gateway.rest().as("many");
        long table = rest.post("/api/v1/tables", "{\"name\":\"many\"}").data().get("id").longValue();
        List<Long> tools = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            tools.add(tool(rest, table, "query_data", "tool" + i));
        }
        String key = instance(rest, tools);
        String page = McpClient.request("tools/list", null).toString();
        double[] kept = times(100, () -> gateway.mcp(key).post(page).result());
        double[] read = times(30, () -> {
            rest.put("/api/v1/tools/" + tools.get(0), "{\"alias\":\"a\"}").data();
            long begin = System.nanoTime();
            gateway.mcp(key).post(page).result();
            return (System.nanoTime() - begin) / 1e6;
        });
        try (Table found = Table.of("tools/list of an instance with 1,000 tools, first page", "first ms", "median ms",
                "after a change ms")) {
            found.row(kept[0], median(kept), median(read));
            found.note("Aim: under 50 ms.");
        }
    }

    private static void compare(Table table, String what, int turns, Gateway empty, Gateway full, Consumer<Gateway> work) {
        double[] one = new double[turns];
        double[] other = new double[turns];
        for (int turn = -turns / 4; turn < turns; turn++) {
            double first = time(() -> work.accept(empty));
            double second = time(() -> work.accept(full));
            if (turn >= 0) {
                one[turn] = first;
                other[turn] = second;
            }
        }
        table.row(what, median(one), median(other), median(other) / median(one));
    }

    private interface Timed {
        Object run();
    }

    /** Of work that takes its own time that, else the whole. */
    private static double[] times(int turns, Timed work) {
        double[] times = new double[turns];
        for (int turn = 0; turn < turns; turn++) {
            long begin = System.nanoTime();
            times[turn] = work.run() instanceof Double own ? own : (System.nanoTime() - begin) / 1e6;
        }
        return times;
    }

    private static double time(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
