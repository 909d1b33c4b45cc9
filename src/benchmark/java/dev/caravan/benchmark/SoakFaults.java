package dev.caravan.benchmark;

import dev.caravan.StreamClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What goes wrong in the soak, at random; each fault mends itself after some seconds, and one that still lasts isn't chosen again. */
final class SoakFaults {

    private static final String SECOND_GATEWAY = "the second gateway";
    private static final int CLIENTS = 20;

    /** How long clients of a database that is there again may take to know it. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(10);

    /** How long a gateway may take to see a file that was mended. */
    private static final long RELOAD = TimeUnit.SECONDS.toNanos(1);

    private enum Kind {
        DATABASE("a database stopped for 2 s"), ROUTE("a route broken for 2 s"), CKB("CKB hangs for 3 s"), CLIENTS("20 clients vanish"),
        GATEWAY("the second gateway killed");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** One that happened; {@code mended} is 0 as long as it lasts. */
    private static final class Fault {

        private final Kind kind;
        private final String what;
        private final long begun = System.nanoTime();
        private volatile long mended;

        Fault(Kind kind, String what) {
            this.kind = kind;
            this.what = what;
        }

        private String words() {
            return kind == Kind.DATABASE ? kind.words + ": " + what : kind.words;
        }

        private boolean overlaps(Fault other) {
            return (other.mended == 0 || begun - other.mended <= 0) && (mended == 0 || other.begun - mended <= 0);
        }
    }

    private interface Act {
        void run() throws Exception;
    }

    private static final Map<String, ServerKind> DATABASES = Map.of(SoakLoad.MONGO, ServerKind.MONGO, SoakLoad.POSTGRESQL,
            ServerKind.POSTGRESQL, SoakLoad.NEO4J, ServerKind.NEO4J);

    private final SoakGateways gateways;
    private final Databases databases;
    private final Random random;
    private final long begun = System.nanoTime();
    private final List<Fault> faults = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> lasting = ConcurrentHashMap.newKeySet();
    private final List<Throwable> unexpected = Collections.synchronizedList(new ArrayList<>());
    private final ExecutorService threads = Executors.newCachedThreadPool();

    SoakFaults(SoakGateways gateways, Databases databases, Random random) {
        this.gateways = gateways;
        this.databases = databases;
        this.random = random;
    }

    /** In {@link System#nanoTime}. */
    long begun() {
        return begun;
    }

    void next() {
        while (true) {
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            List<String> databases = DATABASES.keySet().stream().sorted().toList();
            String what = kind == Kind.DATABASE ? databases.get(random.nextInt(databases.size()))
                    : kind == Kind.GATEWAY ? SECOND_GATEWAY : kind.name();
            if (lasting.add(what)) {
                happen(new Fault(kind, what));
                return;
            }
        }
    }

    private void happen(Fault fault) {
        faults.add(fault);
        threads.submit(() -> {
            try {
                act(fault).run();
            } catch (Throwable e) { // told in the end
                unexpected.add(e);
            } finally {
                fault.mended = System.nanoTime();
                lasting.remove(fault.what);
            }
        });
    }

    private Act act(Fault fault) {
        return switch (fault.kind) {
            case DATABASE -> () -> {
                databases.stop(DATABASES.get(fault.what));
                TimeUnit.SECONDS.sleep(2);
                databases.start(DATABASES.get(fault.what));
            };
            case ROUTE -> () -> {
                gateways.tool("[");
                TimeUnit.SECONDS.sleep(2);
                gateways.tool("whole");
            };
            case CKB -> () -> {
                FakeCkb.behave(gateways.ckb, "hang");
                TimeUnit.SECONDS.sleep(3);
                FakeCkb.behave(gateways.ckb);
            };
            case CLIENTS -> this::vanish;
            case GATEWAY -> () -> {
                gateways.kill(1);
                gateways.start(1);
                gateways.untilItServes(1);
            };
        };
    }

    /** Some that listen, and some in the midst of their request; at the gateway that lives. */
    private void vanish() throws Exception {
        int port = gateways.ports[0];
        List<AutoCloseable> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            if (i < CLIENTS / 2) {
                clients.add(StreamClient.deaf(port));
            } else {
                Socket socket = new Socket("127.0.0.1", port);
                socket.setSoLinger(true, 0);
                byte[] request = HttpConnection.call(port,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"edited\",\"arguments\":{}}}");
                socket.getOutputStream().write(request, 0, request.length - (i % 4 == 0 ? 10 : 0));
                clients.add(socket);
            }
        }
        for (AutoCloseable client : clients) {
            client.close();
        }
    }

    /** Returns once all is well again. */
    void end() throws Exception {
        threads.shutdown();
        if (!threads.awaitTermination(2, TimeUnit.MINUTES) || !unexpected.isEmpty()) {
            throw new IllegalStateException("A fault could not be mended: " + unexpected + lasting);
        }
    }

    boolean explain(SoakLoad.Failure failure) {
        return faults.stream().anyMatch(fault -> explains(fault, failure));
    }

    private boolean explains(Fault fault, SoakLoad.Failure failure) {
        boolean touched = switch (fault.kind) {
            case DATABASE -> failure.needs().contains(fault.what);
            case GATEWAY -> failure.gateway() == 1;
            case ROUTE -> failure.call().equals(SoakLoad.Call.EDITED.name()) && failure.gateway() == 1
                    && failure.answer().contains("Unknown tool") && lackedTheRoute(fault);
            case CKB, CLIENTS -> false;
        };
        long grace = switch (fault.kind) {
            case DATABASE -> GRACE;
            case ROUTE -> RELOAD;
            case GATEWAY, CKB, CLIENTS -> 0;
        };
        long until = fault.mended == 0 ? Long.MAX_VALUE : (fault.kind == Kind.ROUTE ? seen(fault) : fault.mended) + grace;
        return touched && failure.ended() - fault.begun >= 0 && failure.begun() - until <= 0;
    }

    /** A gateway that starts while a route is broken has no last good version of it. */
    private boolean lackedTheRoute(Fault broken) {
        return faults.stream().anyMatch(other -> other.kind == Kind.GATEWAY && other.overlaps(broken));
    }

    /**
     * When a gateway could look at the mended file: one that read it while it was broken, and then was a while at starting, looks again
     * when it is up.
     */
    private long seen(Fault broken) {
        return faults.stream().filter(other -> other.kind == Kind.GATEWAY && other.overlaps(broken))
                .mapToLong(other -> other.mended == 0 ? broken.mended : Math.max(broken.mended, other.mended)).max().orElse(broken.mended);
    }

    /**
     * {fault, times, failed calls, longest time in seconds from its end to the last of them} of each kind, and of each database. Several
     * faults can explain a failure. It counts for a killed gateway first, and then for the fault that began last.
     */
    List<Object[]> summary(List<SoakLoad.Failure> failures) {
        List<Object[]> rows = new ArrayList<>();
        new TreeMap<>(faults.stream().collect(Collectors.groupingBy(Fault::words))).forEach((words, these) -> {
            List<SoakLoad.Failure> own = failures.stream().filter(failure -> reason(failure).filter(these::contains).isPresent()).toList();
            double longest = own.stream().mapToDouble(failure -> (failure.ended() - reason(failure).orElseThrow().mended) / 1e9).max()
                    .orElse(0);
            rows.add(new Object[] {words, these.size(), own.size(), Math.max(0, longest)});
        });
        return rows;
    }

    private Optional<Fault> reason(SoakLoad.Failure failure) {
        return faults.stream().filter(fault -> explains(fault, failure))
                .max(Comparator.<Fault, Boolean>comparing(fault -> fault.kind == Kind.GATEWAY).thenComparing(fault -> fault.begun));
    }

    List<Plot.Mark> marks() {
        return faults.stream().map(fault -> new Plot.Mark((fault.begun - begun) / 1e9,
                fault.kind == Kind.DATABASE ? fault.what + " stopped" : fault.kind.words)).toList();
    }
}
