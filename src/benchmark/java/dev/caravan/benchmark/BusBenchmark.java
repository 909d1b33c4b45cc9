package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.benchmark.LoadClient.Figures;
import dev.caravan.bus.BusClient;
import dev.caravan.bus.JmsClient;
import dev.caravan.bus.KafkaClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An insert and a query by key over JMS and Kafka beside {@link BareBus}, a JVM each, in turns within one run. Callers each send a request
 * and wait for its answer before the next. Client, brokers, database and both sides share the cores, so trust the ratios.
 */
public final class BusBenchmark {

    private static final String GATEWAY = "benchmark-gateway";
    private static final String BARE = "benchmark-bare";
    private static final int MOST = 32;
    private static final int[] CALLERS = {1, 8, MOST};
    private static final int TURNS = 3;
    /** {tool: arguments} */
    private static final Map<String, String> CALLS = new TreeMap<>(Map.of(
            BareBus.INSERT, "{\"table\":\"arrivals\",\"data\":{\"name\":\"a name\",\"status\":\"new\"}}",
            "db_query_postgresql", "{\"table\":\"benchmark\",\"filters\":{\"id\":4711}}"));

    private BusBenchmark() {
    }

    /**
     * How long it measures, in milliseconds.
     *
     * @param warmUp load on each side for each tool before its turns: the compilers need some ten thousand calls
     */
    private record Lengths(long turn, long warmUp) {
    }

    /** Arguments: milliseconds of a turn, by default 3,000; those of the warm-up, by default 60,000; JMS or Kafka, by default both. */
    public static void main(String[] args) throws Exception {
        Lengths lengths = new Lengths(args.length > 0 ? Long.parseLong(args[0]) : 3_000, args.length > 1 ? Long.parseLong(args[1]) : 60_000);
        try (Databases servers = new Databases(List.of(ServerKind.ARTEMIS, ServerKind.KAFKA, ServerKind.POSTGRESQL))) {
            compare(servers.properties(), lengths, args.length > 2 ? List.of(args[2]) : List.of("JMS", "Kafka"));
        }
        System.exit(0);
    }

    private static void compare(Map<String, String> servers, Lengths lengths, List<String> buses) throws Exception {
        String broker = servers.get("caravan.bus.jms.broker-url");
        String kafka = servers.get("caravan.bus.kafka.bootstrap-servers");
        String database = "caravan.databases.postgresql.";
        String url = servers.get(database + "url");
        String user = servers.get(database + "username");
        DatabaseBenchmark.fill(url, user);
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists arrivals");
            statement.execute("create table arrivals (id bigserial primary key, name varchar(100), status varchar(20))");
        }
        int port = FreePorts.pick();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan",
                List.of("--caravan.http.port=" + port, "--server.port=0",
                        "--" + database + "url=" + url, "--" + database + "username=" + user, "--" + database + "password=" + user,
                        "--caravan.store.url=" + servers.get("caravan.store.url"), "--caravan.store.username=" + user,
                        "--caravan.store.password=" + user, // an insert over Kafka needs it
                        "--caravan.bus.jms.enabled=true", "--caravan.bus.jms.broker-url=" + broker, "--caravan.bus.jms.queue=" + GATEWAY,
                        "--caravan.bus.kafka.enabled=true", "--caravan.bus.kafka.bootstrap-servers=" + kafka,
                        "--caravan.bus.kafka.topic=" + GATEWAY),
                "target/benchmark-gateway.log");
        Process bare = GatewayBenchmark.java(BareBus.class.getName(), List.of(broker, BARE, kafka, BARE, url, user),
                "target/benchmark-bare.log");
        try {
            GatewayBenchmark.waitFor(port);
            try (Table table = GatewayBenchmark.besides(
                    "an insert and a query by key over a bus beside a Camel route that reads, runs one statement and replies")) {
                if (buses.contains("JMS")) {
                    compare(table, "JMS", new Side(gateway, () -> new JmsClient(broker, GATEWAY)),
                            new Side(bare, () -> new JmsClient(broker, BARE)), lengths);
                }
                if (buses.contains("Kafka")) {
                    compare(table, "Kafka", new Side(gateway, () -> new KafkaClient(kafka, GATEWAY)),
                            new Side(bare, () -> new KafkaClient(kafka, BARE)), lengths);
                }
                table.note("The bare route has 16 consumers over JMS, as the gateway has, and one over Kafka.");
            }
        } finally {
            gateway.destroy();
            bare.destroy();
        }
    }

    private static void compare(Table table, String bus, Side gateway, Side bare, Lengths lengths) throws Exception {
        for (String tool : CALLS.keySet()) {
            gateway.run(MOST, tool, lengths.warmUp());
            bare.run(MOST, tool, lengths.warmUp());
            for (int callers : CALLERS) {
                List<Figures> g = new ArrayList<>();
                List<Figures> b = new ArrayList<>();
                gateway.reset();
                bare.reset();
                for (int turn = 0; turn < TURNS; turn++) {
                    g.add(gateway.run(callers, tool, lengths.turn()));
                    b.add(bare.run(callers, tool, lengths.turn()));
                }
                GatewayBenchmark.row(table, bus + ", " + tool, callers, GatewayBenchmark.median(g), GatewayBenchmark.median(b));
                table.note("%s, %s, %d callers: %d µs of the processor a call in the gateway, %d in the route.", bus, tool, callers,
                        gateway.micros(), bare.micros());
            }
        }
        gateway.clients.forEach(BusClient::close);
        bare.clients.forEach(BusClient::close);
    }

    /** A process that is called, and its callers. */
    private static final class Side {

        private final Process process;
        private final List<BusClient> clients;
        private long calls;
        private Duration used = Duration.ZERO;

        Side(Process process, Supplier<BusClient> client) {
            this.process = process;
            this.clients = Stream.generate(client).limit(MOST).toList();
        }

        void reset() {
            calls = 0;
            used = Duration.ZERO;
        }

        Figures run(int callers, String tool, long millis) throws Exception {
            long end = System.nanoTime() + millis * 1_000_000;
            Duration before = processor();
            Figures figures = LoadClient.run(clients.subList(0, callers).stream()
                    .<Callable<long[]>>map(client -> () -> BusBenchmark.calls(client, tool, end)).toList(), millis);
            used = used.plus(processor()).minus(before);
            calls += Math.round(figures.perSecond() * millis / 1_000);
            return figures;
        }

        private Duration processor() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        /** Returns the processor time of a call since the reset, in microseconds. */
        long micros() {
            return used.toNanos() / 1_000 / calls;
        }
    }

    private static long[] calls(BusClient client, String tool, long end) {
        long[] latencies = new long[1 << 10];
        int count = 0;
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            JsonNode answer = client.call(tool, CALLS.get(tool));
            if (!answer.at("/result/structuredContent/success").asBoolean()) {
                throw new IllegalStateException(tool + " isn't answered as it should be: " + answer);
            }
            if (count == latencies.length) {
                latencies = Arrays.copyOf(latencies, count * 2);
            }
            latencies[count++] = System.nanoTime() - start;
        }
        return Arrays.copyOf(latencies, count);
    }
}
