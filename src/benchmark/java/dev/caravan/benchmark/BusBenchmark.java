package dev.caravan.benchmark;

import dev.caravan.benchmark.LoadClient.Figures;
import dev.caravan.bus.BusClient;
import dev.caravan.bus.JmsClient;
import dev.caravan.bus.KafkaClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An echo tool over JMS and Kafka beside {@link BareBus}, a JVM each, in turns within one run. Callers each send a request and wait for its
 * answer before the next. Client, brokers and both sides share the cores, so trust the ratios.
 */
public final class BusBenchmark {

    private static final Path ROUTES = Path.of("target", "benchmark-bus-routes");
    private static final String GATEWAY = "benchmark-gateway";
    private static final String BARE = "benchmark-bare";
    private static final int[] CALLERS = {1, 8, 32};
    private static final int TURNS = 3;

    private BusBenchmark() {
    }

    /** Arguments: milliseconds of a turn, by default 3,000. */
    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 3_000;
        try (Databases brokers = new Databases(List.of(ServerKind.ARTEMIS, ServerKind.KAFKA))) {
            compare(brokers.properties().get("caravan.bus.jms.broker-url"), brokers.properties().get("caravan.bus.kafka.bootstrap-servers"),
                    millis);
        }
        System.exit(0);
    }

    private static void compare(String broker, String kafka, long millis) throws Exception {
        GatewayBenchmark.routesWithEcho(ROUTES);
        int port = FreePorts.pick();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan",
                List.of("--caravan.http.port=" + port, "--server.port=0", "--caravan.routes.directory=" + ROUTES,
                "--caravan.bus.jms.enabled=true", "--caravan.bus.jms.broker-url=" + broker, "--caravan.bus.jms.queue=" + GATEWAY,
                        "--caravan.bus.kafka.enabled=true", "--caravan.bus.kafka.bootstrap-servers=" + kafka,
                        "--caravan.bus.kafka.topic=" + GATEWAY),
                "target/benchmark-gateway.log");
        Process bare = GatewayBenchmark.java(BareBus.class.getName(), List.of(broker, BARE, kafka, BARE), "target/benchmark-bare.log");
        try {
            GatewayBenchmark.waitFor(port);
            try (Table table = GatewayBenchmark.besides(
                    "echo over a bus beside a bare consumer that answers from the same broker, as many as can be")) {
                compare(table, "JMS", () -> new JmsClient(broker, GATEWAY), () -> new JmsClient(broker, BARE), millis);
                compare(table, "Kafka", () -> new KafkaClient(kafka, GATEWAY), () -> new KafkaClient(kafka, BARE), millis);
                table.note("The bare consumer answers on 16 threads over JMS, as the gateway does, and on one over Kafka.");
            }
        } finally {
            gateway.destroy();
            bare.destroy();
        }
    }

    private static void compare(Table table, String bus, Supplier<BusClient> gateway, Supplier<BusClient> bare, long millis)
            throws Exception {
        int most = Arrays.stream(CALLERS).max().orElseThrow();
        List<BusClient> ours = Stream.generate(gateway).limit(most).toList();
        List<BusClient> theirs = Stream.generate(bare).limit(most).toList();
        run(ours, 10 * millis); // compiled by the second compiler only then
        run(theirs, 3 * millis);
        for (int callers : CALLERS) {
            List<Figures> g = new ArrayList<>();
            List<Figures> b = new ArrayList<>();
            for (int turn = 0; turn < TURNS; turn++) {
                g.add(run(ours.subList(0, callers), millis));
                b.add(run(theirs.subList(0, callers), millis));
            }
            GatewayBenchmark.row(table, bus, callers, GatewayBenchmark.median(g), GatewayBenchmark.median(b));
        }
        ours.forEach(BusClient::close);
        theirs.forEach(BusClient::close);
    }

    private static Figures run(List<BusClient> clients, long millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        return LoadClient.run(clients.stream().<Callable<long[]>>map(client -> () -> calls(client, end)).toList(), millis);
    }

    private static long[] calls(BusClient client, long end) {
        long[] latencies = new long[1 << 10];
        int count = 0;
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            if (!client.call("echo", "{\"text\":\"hello\"}").at("/result/structuredContent/ok").asBoolean()) {
                throw new IllegalStateException("echo isn't answered as it should be");
            }
            if (count == latencies.length) {
                latencies = Arrays.copyOf(latencies, count * 2);
            }
            latencies[count++] = System.nanoTime() - start;
        }
        return Arrays.copyOf(latencies, count);
    }
}
