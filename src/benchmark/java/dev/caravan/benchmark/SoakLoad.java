package dev.caravan.benchmark;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.McpClient;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** Calls of several kinds, of which a third write, to both gateways at random; it knows what was acknowledged. */
final class SoakLoad {

    static final String MONGO = "MongoDB";
    static final String POSTGRESQL = "PostgreSQL";
    static final String NEO4J = "Neo4j";

    /** Longer than any limit of the gateway's: who waits so long was forgotten. */
    private static final int PATIENCE = 30_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Shares of a hundred calls, and which stores each needs. */
    enum Call {
        SAVE(14, MONGO), FIND(20, MONGO), INSERT(12, POSTGRESQL), QUERY(16, POSTGRESQL), CREATE(6, NEO4J), NODE(12, NEO4J), CHART(10),
        EDITED(9), CODE(1, NEO4J, POSTGRESQL);

        private final int share;
        private final Set<String> needs;

        Call(int share, String... needs) {
            this.share = share;
            this.needs = Set.of(needs);
        }
    }

    /** @param begun and ended in {@link System#nanoTime} */
    record Failure(long begun, long ended, String call, Set<String> needs, int gateway, String answer) {
    }

    /** @param micros of all calls, sorted */
    record Outcome(int calls, double perSecond, int[] micros, List<Failure> failures, AtomicIntegerArray bySecond,
            AtomicIntegerArray failedBySecond) {

        double millis(double quantile) {
            return micros[(int) ((micros.length - 1) * quantile)] / 1e3;
        }

        List<Double> callsBySecond(int seconds) {
            return series(bySecond, seconds);
        }

        List<Double> failuresBySecond(int seconds) {
            return series(failedBySecond, seconds);
        }

        private static List<Double> series(AtomicIntegerArray counts, int seconds) {
            List<Double> series = new ArrayList<>();
            for (int i = 0; i < seconds; i++) {
                series.add((double) counts.get(i));
            }
            return series;
        }
    }

    interface Script {
        void run() throws Exception;
    }

    private final SoakGateways gateways;
    private final Map<String, String> settings;
    private final Map<String, List<String>> acknowledged = Map.of(MONGO, Collections.synchronizedList(new ArrayList<>()), POSTGRESQL,
            Collections.synchronizedList(new ArrayList<>()),
            NEO4J, Collections.synchronizedList(new ArrayList<>()));

    SoakLoad(SoakGateways gateways, Map<String, String> settings) {
        this.gateways = gateways;
        this.settings = settings;
    }

    /** A table, an index of code, and something of each kind to find. */
    void prepare() throws Exception {
        try (Connection connection = postgresql(); Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists soak (id varchar(40) primary key, text varchar(100))");
        }
        McpClient client = new McpClient(gateways.ports[0]);
        client.call("ci_index_status", McpClient.object("{\"action\":\"build\"}"));
        await().atMost(Duration.ofMinutes(1)).until(
                () -> client.call("ci_index_status", McpClient.object("{}")).result().at("/structuredContent/workspaces/0/state").asText(),
                "ready"::equals);
        try (Caller caller = new Caller(new Random(0))) {
            for (Call call : List.of(Call.SAVE, Call.INSERT, Call.CREATE, Call.CODE)) {
                Failure failure = caller.call(call, 0);
                if (failure != null) {
                    throw new IllegalStateException(failure.toString());
                }
            }
        }
    }

    /** @param perSecond in all, evenly; 0: as many as can be */
    Outcome run(int callers, int seconds, double perSecond, Script meanwhile) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        AtomicIntegerArray bySecond = new AtomicIntegerArray(seconds + 1);
        AtomicIntegerArray failedBySecond = new AtomicIntegerArray(seconds + 1);
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        long pause = perSecond == 0 ? 0 : (long) (1e9 * callers / perSecond);
        List<Future<int[]>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Random random = new Random(i);
            running.add(threads.submit(() -> {
                int[] micros = new int[1 << 12];
                int count = 0;
                try (Caller caller = new Caller(random)) {
                    long due = begun + (pause == 0 ? 0 : random.nextLong(pause));
                    while (System.nanoTime() < end) {
                        while (System.nanoTime() < due) {
                            LockSupport.parkNanos(due - System.nanoTime());
                        }
                        long start = System.nanoTime();
                        due = Math.max(due + pause, start - TimeUnit.SECONDS.toNanos(1));
                        Failure failure = caller.call(random(random), random.nextInt(2));
                        int second = (int) Math.min(seconds, (System.nanoTime() - begun) / 1_000_000_000);
                        bySecond.incrementAndGet(second);
                        if (failure != null) {
                            failures.add(failure);
                            failedBySecond.incrementAndGet(second);
                        }
                        micros = count == micros.length ? Arrays.copyOf(micros, count * 2) : micros;
                        micros[count++] = (int) ((System.nanoTime() - start) / 1_000);
                    }
                }
                return Arrays.copyOf(micros, count);
            }));
        }
        try {
            meanwhile.run();
        } finally {
            threads.shutdown();
        }
        List<int[]> all = new ArrayList<>();
        for (Future<int[]> caller : running) {
            all.add(caller.get());
        }
        int[] micros = all.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        return new Outcome(micros.length, micros.length / (double) seconds, micros, List.copyOf(failures), bySecond, failedBySecond);
    }

    private static Call random(Random random) {
        int at = random.nextInt(100);
        for (Call call : Call.values()) {
            at -= call.share;
            if (at < 0) {
                return call;
            }
        }
        throw new IllegalStateException("The shares are no hundred");
    }

    /** {store: {acknowledged, of those not there}}, read from the stores themselves. */
    Map<String, long[]> lost() throws Exception {
        Map<String, Set<String>> there = new TreeMap<>();
        try (MongoClient mongo = MongoClients.create(settings.get("caravan.mongodb.uri"))) {
            Set<String> ids = new HashSet<>();
            mongo.getDatabase("caravan").getCollection("documents").find().projection(new Document("_id", 1))
                    .forEach(document -> ids.add(document.getString("_id")));
            there.put(MONGO, ids);
        }
        try (Connection connection = postgresql();
                PreparedStatement statement = connection.prepareStatement("select id from soak");
                var rows = statement.executeQuery()) {
            Set<String> ids = new HashSet<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            there.put(POSTGRESQL, ids);
        }
        try (Driver driver = GraphDatabase.driver(settings.get("caravan.neo4j.uri")); var session = driver.session()) {
            there.put(NEO4J, new HashSet<>(session.run("match (n:Entity) return n.id as id").list(row -> row.get("id").asString())));
        }
        Map<String, long[]> lost = new TreeMap<>();
        acknowledged.forEach(
                (store, ids) -> lost.put(store, new long[]{ids.size(), ids.stream().filter(id -> !there.get(store).contains(id)).count()}));
        return lost;
    }

    private Connection postgresql() throws Exception {
        String prefix = "caravan.databases.postgresql.";
        return DriverManager.getConnection(settings.get(prefix + "url"), settings.get(prefix + "username"),
                settings.get(prefix + "password"));
    }

    /** One thread's connections, one to each gateway. */
    private final class Caller implements AutoCloseable {

        private final Random random;
        private final HttpConnection[] connections = new HttpConnection[2];

        Caller(Random random) {
            this.random = random;
        }

        /** @return null if all went well */
        Failure call(Call call, int gateway) {
            String id = UUID.randomUUID().toString();
            String sought = switch (call) {
                case FIND -> known(MONGO);
                case QUERY -> known(POSTGRESQL);
                case NODE -> known(NEO4J);
                default -> "";
            };
            String request = switch (call) {
                case SAVE -> request("mongo_save_document", "{\"topic\":\"soak\",\"content\":\"c\"}");
                case FIND -> request("mongo_find_by_id", "{\"id\":\"" + sought + "\"}");
                case INSERT -> request("db_insert_postgresql", "{\"table\":\"soak\",\"data\":{\"id\":\"" + id + "\",\"text\":\"t\"}}");
                case QUERY -> request("db_query_postgresql", "{\"table\":\"soak\",\"filters\":{\"id\":\"" + sought + "\"}}");
                case CREATE -> request("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"soak\"}}");
                case NODE -> request("neo4j_find_node", "{\"id\":\"" + sought + "\"}");
                case CHART -> request("echart_generate", "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1},{\"x\":\"b\",\"y\":2}]}");
                case EDITED -> request("edited", "{}");
                case CODE -> request("ci_graph_rag", "{\"query\":\"Orders.pay\",\"depth\":1}");
            };
            long begun = System.nanoTime();
            try {
                if (connections[gateway] == null) {
                    connections[gateway] = new HttpConnection(gateways.ports[gateway], PATIENCE);
                }
                byte[] bytes = connections[gateway].send(HttpConnection.call(gateways.ports[gateway], request));
                JsonNode result = JSON.readTree(bytes).path("result");
                if (!result.has("isError") || result.get("isError").asBoolean()
                        || !result.path("structuredContent").toString().contains(sought)) {
                    return failure(begun, call, gateway, new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
                }
                switch (call) {
                    case SAVE -> acknowledged.get(MONGO).add(result.at("/structuredContent/data/id").asText());
                    case INSERT -> acknowledged.get(POSTGRESQL).add(id);
                    case CREATE -> acknowledged.get(NEO4J).add(result.at("/structuredContent/data/id").asText());
                    default -> {
                    }
                }
                return null;
            } catch (IOException e) {
                close(gateway);
                return failure(begun, call, gateway, e.toString());
            }
        }

        private Failure failure(long begun, Call call, int gateway, String answer) {
            return new Failure(begun, System.nanoTime(), call.name(), call.needs, gateway, answer);
        }

        private String known(String store) {
            List<String> ids = acknowledged.get(store);
            return ids.get(random.nextInt(ids.size()));
        }

        private static String request(String tool, String arguments) {
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":"
                    + arguments + "}}";
        }

        private void close(int gateway) {
            try {
                if (connections[gateway] != null) {
                    connections[gateway].close();
                }
            } catch (IOException ofNoUse) {
                // it was broken
            }
            connections[gateway] = null;
        }

        @Override
        public void close() {
            close(0);
            close(1);
        }
    }
}
