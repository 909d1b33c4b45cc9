package dev.caravan.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Sends one request again and again over a number of connections, one thread each, as cheaply as it can. */
final class LoadClient {

    /** @param p50 and p99 in microseconds */
    record Figures(double perSecond, double p50, double p99) {
    }

    private LoadClient() {
    }

    /** As many requests as the other side can take. */
    static Figures run(int port, String body, int connections, long millis) throws Exception {
        return run(port, body, connections, millis, 0);
    }

    /** @param perSecond requests a second in all, evenly; latency counts from when a request was due. 0: as many as can be */
    static Figures run(int port, String body, int connections, long millis, int perSecond) throws Exception {
        return run(port, List.of(body), connections, millis, perSecond);
    }

    /** @param bodies sent in turn */
    static Figures run(int port, List<String> bodies, int connections, long millis, int perSecond) throws Exception {
        return runTurns(port, bodies.stream().map(body -> List.of(HttpConnection.call(port, body))).toList(),
                connections, millis, perSecond);
    }

    /** @param turns each of one or more requests, sent one after another and counted as one */
    static Figures runTurns(int port, List<List<byte[]>> turns, int connections, long millis, int perSecond) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        long pause = perSecond == 0 ? 0 : 1_000_000_000L * connections / perSecond;
        return run(Collections.nCopies(connections, () -> connection(port, turns, end, pause)), millis);
    }

    /** @param callers at once, each of which calls for so long and says what each call took, in nanoseconds */
    static Figures run(List<Callable<long[]>> callers, long millis) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        List<long[]> latencies = new ArrayList<>();
        for (Future<long[]> called : threads.invokeAll(callers)) {
            latencies.add(called.get());
        }
        threads.shutdown();
        long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return new Figures(all.length * 1000.0 / millis, all[all.length / 2] / 1000.0, all[(int) (all.length * 0.99)] / 1000.0);
    }

    private static long[] connection(int port, List<List<byte[]>> turns, long end, long pause) throws IOException {
        long[] latencies = new long[1 << 12];
        int count = 0;
        try (HttpConnection connection = new HttpConnection(port, 0)) {
            long due = System.nanoTime() + (pause == 0 ? 0 : ThreadLocalRandom.current().nextLong(pause));
            while (System.nanoTime() < end) {
                long start = pause == 0 ? System.nanoTime() : due;
                while (System.nanoTime() < start) {
                    LockSupport.parkNanos(start - System.nanoTime());
                }
                due += pause;
                for (byte[] request : turns.get(count % turns.size())) {
                    check(connection.send(request));
                }
                if (count == latencies.length) {
                    latencies = Arrays.copyOf(latencies, count * 2);
                }
                latencies[count++] = System.nanoTime() - start;
            }
        }
        return Arrays.copyOf(latencies, count);
    }

    /** @throws IOException if the answer is an error of the protocol or of the tool */
    static void check(byte[] answer) throws IOException {
        String text = new String(answer, StandardCharsets.UTF_8);
        if (text.contains("\"isError\":true") || text.contains("\"error\":{")) {
            throw new IOException("Wrong answer: " + text);
        }
    }
}
