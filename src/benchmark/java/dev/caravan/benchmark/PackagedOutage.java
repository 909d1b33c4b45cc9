package dev.caravan.benchmark;

import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** PostgreSQL stopped for two seconds under load: how soon all calls are well again after it serves. */
final class PackagedOutage {

    private static final int CALLERS = 16;
    private static final int AWAY_SECONDS = 2;
    private static final int AFTER_SECONDS = 10;
    private static final double MOST_SECONDS = 2;
    private static final int PATIENCE = 30_000;
    private static final Call BY_KEY = Call.tool("db_query_postgresql", "{\"table\":\"benchmark\",\"limit\":100,\"filters\":{\"id\":4711}}",
            "\"isError\":false", "name 4711");

    private PackagedOutage() {
    }

    /** @param begun and ended in {@link System#nanoTime} */
    private record Made(long begun, long ended, boolean good, String answer) {
    }

    /**
     * Seconds from the order to start the database again.
     *
     * @param starting until it served
     * @param first    until the first good answer
     * @param last     until the end of the last failed call
     * @param longest  seconds that a call took
     */
    private record Turn(double starting, double first, double last, double failed, double longest) {
    }

    static void measure(Bench bench) throws Exception {
        Side side = bench.gateway().asks(BY_KEY);
        side.check();
        Wrk.load(side, CALLERS, bench.lengths.warmUp());
        List<Turn> turns = new ArrayList<>();
        for (int turn = 0; turn < bench.lengths.windows(); turn++) {
            turns.add(turn(bench, side));
        }
        bench.findings.figure("time until PostgreSQL served, once it was to start; median of " + turns.size(),
                median(turns, Turn::starting), "s");
        bench.findings.figure("until the first good answer, from the same moment", median(turns, Turn::first), "s");
        bench.findings.figure("until the end of the last failed call, likewise", median(turns, Turn::last), "s");
        bench.findings.figure("failed calls while it was away for " + AWAY_SECONDS + " s, of 16 callers", median(turns, Turn::failed),
                "calls");
        bench.findings.figure("longest call", median(turns, Turn::longest), "s");
        bench.findings.figureAtMost("from when PostgreSQL served to the end of the last failed call, longest",
                turns.stream().mapToDouble(turn -> Math.max(0, turn.last() - turn.starting())).max().orElseThrow(),
                "s", MOST_SECONDS);
    }

    private static double median(List<Turn> turns, Function<Turn, Double> figure) {
        return PackagedFigures.median(turns.stream().map(figure).toList());
    }

    private static Turn turn(Bench bench, Side side) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1 + 2 * AWAY_SECONDS + AFTER_SECONDS);
        List<Future<List<Made>>> running = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            running.add(threads.submit(() -> call(side, end)));
        }
        TimeUnit.SECONDS.sleep(1);
        bench.databases.stop(ServerKind.POSTGRESQL);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        long ordered = System.nanoTime();
        bench.databases.start(ServerKind.POSTGRESQL);
        long back = System.nanoTime();
        List<Made> all = new ArrayList<>();
        for (Future<List<Made>> caller : running) {
            all.addAll(caller.get());
        }
        threads.shutdown();
        List<Made> failed = all.stream().filter(call -> !call.good()).toList();
        if (failed.isEmpty() || all.stream().noneMatch(call -> call.good() && call.begun() > back)) {
            throw new IOException("The database was not away, or did not come back: " + failed.size() + " failed calls");
        }
        return new Turn((back - ordered) / 1e9,
                all.stream().filter(call -> call.good() && call.ended() > ordered).mapToLong(call -> call.ended() - ordered).min()
                        .orElseThrow() / 1e9,
                (failed.stream().mapToLong(Made::ended).max().orElseThrow() - ordered) / 1e9, failed.size(),
                all.stream().mapToLong(call -> call.ended() - call.begun()).max().orElseThrow() / 1e9);
    }

    /** A caller that was failed waits for 5 ms, so that failures do not take the processor from those that start the database. */
    private static List<Made> call(Side side, long end) throws InterruptedException {
        List<Made> made = new ArrayList<>();
        byte[] request = side.requests().get(0);
        HttpConnection connection = null;
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            String answer;
            try {
                connection = connection == null ? new HttpConnection(side.port(), PATIENCE) : connection;
                answer = new String(connection.send(request), StandardCharsets.UTF_8);
            } catch (IOException e) {
                answer = e.toString();
                connection = null;
            }
            boolean good = BY_KEY.expected().stream().allMatch(answer::contains);
            made.add(new Made(begun, System.nanoTime(), good, good ? "" : answer));
            if (!good) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        }
        return made;
    }
}
