package dev.caravan.benchmark;

import dev.caravan.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Load by wrk (of Debian), which compares each answer's body with what is expected. */
final class Wrk {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Wrk() {
    }

    /**
     * What a server did in one window.
     *
     * @param calls  of one unit of work each
     * @param micros of the server's processor, a call
     */
    record Window(double calls, double perSecond, double p50, double p99, double micros) {
    }

    static Window load(Side side, int connections, int seconds) throws Exception {
        return load(side, connections, seconds, 0);
    }

    /**
     * @param pause milliseconds, on average, that each connection waits between two calls
     * @throws IOException if an answer was wrong, or wrk is missing
     */
    static Window load(Side side, int connections, int seconds, int pause) throws Exception {
        Path bodies = Files.createDirectories(Packaged.PLACE).resolve("bodies-" + NUMBERS.incrementAndGet() + ".txt");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < side.calls().size(); i++) {
            Call call = side.calls().get(i);
            // by its id an answer is known to be that of the call
            lines.add(McpClient.object(call.body()).put("id", "q" + (i + 1)) + "\t" + String.join("\t", call.expected()));
        }
        Files.write(bodies, lines);
        ProcessBuilder wrk = new ProcessBuilder("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", "30s", "-s",
                "src/benchmark/post.lua",
                "http://127.0.0.1:" + side.port() + side.path());
        wrk.environment().putAll(Map.of("BODIES", bodies.toString(), "PAUSE", String.valueOf(pause),
                "HEADERS", side.headers().entrySet().stream().map(header -> header.getKey() + ": " + header.getValue())
                        .collect(Collectors.joining("\n"))));
        double before = side.processorMicros();
        Process running = wrk.redirectErrorStream(true).start();
        String printed;
        try {
            printed = new String(running.getInputStream().readAllBytes());
            running.waitFor();
        } finally {
            running.destroy();
            Files.delete(bodies);
        }
        double spent = side.processorMicros() - before;
        String figures = printed.lines().filter(line -> line.startsWith("FIGURES ")).findFirst()
                .orElseThrow(() -> new IOException("wrk: " + printed));
        long[] numbers = Arrays.stream(figures.substring(8).split(" ")).mapToLong(Long::parseLong).toArray();
        if (numbers[4] > 0 || numbers[0] == 0) {
            throw new IOException(numbers[4] + " wrong answers of " + numbers[0] + ": " + printed);
        }
        double calls = (double) numbers[0] / side.ofOneUnit();
        return new Window(calls, calls / numbers[1] * 1e6, numbers[2] / 1e3, numbers[3] / 1e3, spent / calls);
    }
}
