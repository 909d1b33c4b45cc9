package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Two packaged gateways for containers of 512 MB at half of what they can do, with a fault every five seconds: a database is stopped, a
 * route is broken and mended, CKB hangs, clients vanish, one of the gateways is killed. In the end every write that was acknowledged must
 * be there, errors may have come only to calls that touched what was down, and the memory and threads of the gateway that lived must be
 * flat; else it ends with 1. The first argument is how many seconds (600), the second the seed of what happens when (1).
 */
public final class SoakBenchmark {

    private static final int CALLERS = 16;
    private static final int WARM_UP_SECONDS = 60;
    private static final int PEAK_SECONDS = 15;
    private static final int FAULT_EVERY = 5;

    /** Seconds between two collections, after each of which the heap is looked at. */
    private static final int LOOK_EVERY = 30;

    /** How much more the last third may have than the second. */
    private static final double FLAT = 1.10;

    private SoakBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 600;
        Random random = new Random(args.length > 1 ? Long.parseLong(args[1]) : 1);
        boolean good;
        try (Databases databases = new Databases(List.of(MONGO, NEO4J, POSTGRESQL));
                SoakGateways gateways = new SoakGateways(databases.properties())) {
            Map<String, String> settings = databases.properties();
            SoakLoad load = new SoakLoad(gateways, settings);
            load.prepare();
            load.run(CALLERS, WARM_UP_SECONDS, 0, () -> { });
            double peak = load.run(CALLERS, PEAK_SECONDS, 0, () -> { }).perSecond();
            SoakFaults faults = new SoakFaults(gateways, databases, random);
            List<long[]> looks = new ArrayList<>();
            SoakLoad.Outcome outcome = load.run(CALLERS, seconds, peak / 2, () -> {
                for (int second = 0; second < seconds; second++) {
                    if (second % LOOK_EVERY == 0) {
                        looks.add(gateways.look(second));
                    }
                    if (second % FAULT_EVERY == 0 && second > 0 && second < seconds - 2 * FAULT_EVERY) {
                        faults.next();
                    }
                    TimeUnit.NANOSECONDS.sleep(faults.begun() + TimeUnit.SECONDS.toNanos(second + 1) - System.nanoTime());
                }
            });
            faults.end();
            looks.add(gateways.look(seconds));
            good = report(seconds, peak, outcome, faults, load.lost(), looks);
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean report(int seconds, double peak, SoakLoad.Outcome outcome, SoakFaults faults, Map<String, long[]> kept,
            List<long[]> looks) throws Exception {
        List<SoakLoad.Failure> unexplained = outcome.failures().stream().filter(failure -> !faults.explain(failure)).toList();
        long lost = kept.values().stream().mapToLong(counts -> counts[1]).sum();
        double heap = growth(looks, 1);
        double resident = growth(looks, 2);
        double threads = growth(looks, 3);
        try (Table table = Table.of("Soak of " + seconds + " s at half of the peak load, a fault every " + FAULT_EVERY + " s", "",
                "figure")) {
            table.row("peak, calls a second", peak);
            table.row("calls", outcome.calls());
            table.row("calls a second", outcome.calls() / (double) seconds);
            table.row("p50 ms", outcome.millis(0.5));
            table.row("p99 ms", outcome.millis(0.99));
            kept.forEach((store, counts) -> table.row("acknowledged writes, " + store, counts[0]));
            table.row("acknowledged writes that are lost", lost);
            table.row("errors of calls that touched what was down", outcome.failures().size() - unexplained.size());
            table.row("other errors", unexplained.size());
            unexplained.stream().limit(10).forEach(failure -> table.note("Not explained: %s", failure.toString().replace("%", "%%")));
            table.note(
                    "Of the gateway that lived, last third to second third: heap after a collection %.2f, resident memory %.2f, threads "
                            + "%.2f (flat: at most %.2f).",
                    heap, resident, threads, FLAT);
        }
        try (Table table = Table.of("What happened in it", "fault", "times", "failed calls", "longest until well again, s")) {
            faults.summary(outcome.failures()).forEach(row -> table.row(row));
        }
        try (Table table = Table.of("The gateway that lived", "second", "heap MB", "resident MB", "threads")) {
            for (long[] look : looks) {
                table.row(look[0], look[1], look[2], look[3]);
            }
        }
        Table.keep(new Timeline("Soak: calls and failed calls a second, faults",
                List.of(new Plot.Line("calls a second", outcome.callsBySecond(seconds)),
                new Plot.Line("failed a second", outcome.failuresBySecond(seconds))), faults.marks()));
        return lost == 0 && unexplained.isEmpty() && heap <= FLAT && resident <= FLAT && threads <= FLAT;
    }

    /** The mean of the last third over that of the second; the first is for warming up. */
    private static double growth(List<long[]> looks, int figure) {
        int third = looks.size() / 3;
        double second = looks.subList(third, 2 * third).stream().mapToLong(look -> look[figure]).average().orElseThrow();
        double last = looks.subList(2 * third, looks.size()).stream().mapToLong(look -> look[figure]).average().orElseThrow();
        return last / second;
    }
}
