package dev.caravan.benchmark;

import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.http.BadClients;
import dev.caravan.http.BadClients.Kind;
import dev.caravan.security.Identity;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.SocketFactory;

/**
 * What 1,000 bad clients cost honest ones, by the phase that they are bad in and all phases mixed: latency of 2,000 echo calls at an even
 * pace on kept connections, without and with the bad clients, in turns. A call that is refused or cut fails the benchmark. Arguments:
 * kinds, or mixed; none: all.
 */
public final class BadClientsBenchmark {

    private static final String MIXED = "mixed";
    private static final int BAD = 1_000;
    private static final int TURNS = 3;
    private static final int CONNECTIONS = 4;
    private static final int CALLS = 2_000;
    private static final int PACE = 250;

    private BadClientsBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        Path routes = RoutesCopy.entries();
        Files.copy(Path.of("src/benchmark/echo.camel.yaml"), routes.resolve("edited/echo.camel.yaml"));
        Files.writeString(routes.resolve("edited/large.camel.yaml"), BadClients.ROUTE);
        Identity identity = Identity.make(TemporaryFolder.make("caravan-tls"), "benchmark", "EC");
        int plain = FreePorts.pick();
        int secure = FreePorts.pick();
        List<Process> gateways = new ArrayList<>();
        try (Table table = Table.of("2,000 honest calls beside 1,000 bad clients", "bad clients", "p50 ms", "p99 ms", "p50 ms beside",
                "p99 ms beside", "ratio of p99")) {
            List<String> wanted = args.length == 0 ? Stream.concat(Stream.of(MIXED), Stream.of(Kind.values()).map(Kind::name)).toList()
                    : List.of(args);
            for (String name : wanted) {
                boolean tls = name.equals(Kind.TLS_HANDSHAKE.name());
                if (gateways.isEmpty() || tls) {
                    gateways.add(tls
                            ? gateway(routes, secure, "--caravan.http.tls.certificate=" + identity.certificateFile(),
                                    "--caravan.http.tls.key=" + identity.keyFile())
                            : gateway(routes, plain));
                }
                compare(table, name, tls ? secure : plain, tls ? identity.trusting() : SocketFactory.getDefault(),
                        name.equals(MIXED) ? Kind.values() : new Kind[]{Kind.valueOf(name)});
            }
            table.note("Aim: a ratio of at most 2. No honest call was refused.");
        } finally {
            gateways.forEach(Process::destroy);
        }
        System.exit(0);
    }

    private static Process gateway(Path routes, int port, String... settings) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("--caravan.http.port=" + port, "--server.port=0", "--caravan.routes.directory=" + routes));
        arguments.addAll(List.of(settings));
        Process gateway = GatewayBenchmark.java("512m", "dev.caravan.Caravan", arguments, "target/benchmark-gateway-" + port + ".log");
        GatewayBenchmark.waitFor(port);
        return gateway;
    }

    /** The median of some turns each. */
    private static void compare(Table table, String name, int port, SocketFactory sockets, Kind... kinds) throws Exception {
        List<LoadClient.Figures> without = new ArrayList<>();
        List<LoadClient.Figures> beside = new ArrayList<>();
        honest(port, sockets);
        for (int turn = 0; turn < TURNS; turn++) {
            without.add(honest(port, sockets));
            try (BadClients bad = new BadClients(port, BAD, kinds)) {
                TimeUnit.SECONDS.sleep(2); // they have all sent what they begin with
                beside.add(honest(port, sockets));
            }
            TimeUnit.SECONDS.sleep(1);
        }
        LoadClient.Figures before = median(without);
        LoadClient.Figures with = median(beside);
        table.row(name, before.p50() / 1_000, before.p99() / 1_000, with.p50() / 1_000, with.p99() / 1_000, with.p99() / before.p99());
    }

    private static LoadClient.Figures median(List<LoadClient.Figures> turns) {
        return turns.stream().sorted(Comparator.comparingDouble(LoadClient.Figures::p99)).toList().get(turns.size() / 2);
    }

    private static LoadClient.Figures honest(int port, SocketFactory sockets) throws Exception {
        byte[] request = HttpConnection.call(port,
                McpClient.request("tools/call", McpClient.object("{\"name\":\"echo\",\"arguments\":{\"text\":\"a\"}}")).toString());
        Callable<long[]> caller = () -> calls(sockets.createSocket("127.0.0.1", port), request);
        return LoadClient.run(Collections.nCopies(CONNECTIONS, caller), CALLS * 1_000L / PACE);
    }

    /** Nanoseconds that each call took from when it was due. */
    private static long[] calls(Socket socket, byte[] request) throws Exception {
        long[] latencies = new long[CALLS / CONNECTIONS];
        long pause = TimeUnit.SECONDS.toNanos(CONNECTIONS) / PACE;
        try (HttpConnection connection = new HttpConnection(socket)) {
            LoadClient.check(connection.send(request));
            long due = System.nanoTime();
            for (int i = 0; i < latencies.length; i++) {
                due += pause;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                LoadClient.check(connection.send(request));
                latencies[i] = System.nanoTime() - due;
            }
        }
        return latencies;
    }
}
