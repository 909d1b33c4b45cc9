package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import dev.caravan.benchmark.PackagedBenchmark.Measurement;
import dev.caravan.benchmark.PackagedBenchmark.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The rows that measure one gateway: memory, rest, warm-up, start, and what it does when others misbehave. */
final class PackagedFigures {

    private static final int CONNECTIONS = 32;
    private static final int FIRST_SECONDS = 20;
    private static final int IDLE_SECONDS = 30;
    private static final int STEPS = 5;
    private static final int SLOW_CALLERS = 256;
    private static final int FEW = 8;
    private static final int LATE_MILLIS = 10;
    private static final String OK = "\"isError\":false";
    private static final Call ECHO = Call.tool("echo", "{\"text\":\"hello\"}", OK, "hello");
    private static final Call BY_KEY = Call.tool("db_query_postgresql", "{\"table\":\"benchmark\",\"limit\":100,\"filters\":{\"id\":4711}}",
            OK, "name 4711");
    private static final Call PAGE = Call.tool("db_query_postgresql",
            "{\"table\":\"benchmark\",\"limit\":10,\"filters\":{\"status\":\"paid\"}}", OK, "paid");

    static final List<Row> ALL = List.of(
            new Row("recall", Set.of(), PackagedFigures::recall),
            new Row("idle", Set.of(POSTGRESQL, MONGO, NEO4J), bench -> idle(bench, bench.gateway().asks(ECHO))),
            new Row("idle-1000", Set.of(POSTGRESQL, MONGO, NEO4J),
                    bench -> idle(bench, bench.gateway(PackagedRows.moreRoutes()).asks(ECHO))),
            new Row("idle-10000", Set.of(POSTGRESQL, MONGO, NEO4J),
                    bench -> idle(bench, PackagedRows.instance(bench, PackagedRows.BOUND_TOOLS))),
            new Row("first-20-s", Set.of(POSTGRESQL), PackagedFigures::firstSeconds),
            new Row("memory", Set.of(POSTGRESQL), PackagedFigures::memory),
            start("start-http", 4, false, StartBenchmark::http),
            start("start-stdio", 3, false, StartBenchmark::stdio),
            start("start-http-archive", 4, true, StartBenchmark::http),
            start("start-stdio-archive", 3, true, StartBenchmark::stdio),
            new Row("slow", Set.of(), bench -> besideSlowOnes(bench, 0)),
            new Row("slow-paced", Set.of(), bench -> besideSlowOnes(bench, LATE_MILLIS)),
            new Row("outage", Set.of(POSTGRESQL), PackagedOutage::measure));

    private PackagedFigures() {
    }

    /** get_action_info beside its two upstream requests made by the load client itself. */
    private static void recall(Bench bench) throws Exception {
        Bench.Server services = bench.java(RecallServices.class, String.valueOf(LATE_MILLIS));
        Bench.Server gateway = bench.gateway("--caravan.recall.ontology-query-url=http://127.0.0.1:" + services.port(),
                "--caravan.recall.operator-integration-url=http://127.0.0.1:" + services.port(), "--caravan.recall.definitions-ttl=0s");
        gateway.asks(ECHO).check();
        List<byte[]> recall = List.of(RecallServices.recall(gateway.port()));
        callers(gateway.port(), recall, bench.lengths.warmUp());
        List<Double> alone = new ArrayList<>();
        List<Double> through = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int turn = 0; turn < bench.lengths.windows(); turn++) {
            alone.add(callers(services.port(), RecallServices.direct(services.port()), bench.lengths.seconds()).p99() / 1e3);
            LoadClient.Figures figures = callers(gateway.port(), recall, bench.lengths.seconds());
            through.add(figures.p99() / 1e3);
            rates.add(figures.perSecond());
        }
        bench.findings.figure("get_action_info, 8 connections, services late by " + LATE_MILLIS + " ms each", median(rates), "a second");
        bench.findings.figure("p99 of get_action_info", median(through), "ms");
        bench.findings.figure("p99 of its two requests alone", median(alone), "ms");
        bench.findings.figureAtMost("what it adds at p99", median(through) - median(alone), "ms", 3);
    }

    /** A unit of work is all requests, one after the other; the last answer is checked. */
    private static LoadClient.Figures callers(int port, List<byte[]> requests, int seconds) throws Exception {
        Callable<long[]> caller = () -> {
            List<Long> latencies = new ArrayList<>();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            try (HttpConnection connection = new HttpConnection(port, 30_000)) {
                while (System.nanoTime() < end) {
                    long begun = System.nanoTime();
                    byte[] answer = new byte[0];
                    for (byte[] request : requests) {
                        answer = connection.send(request);
                    }
                    latencies.add(System.nanoTime() - begun);
                    String text = new String(answer, StandardCharsets.UTF_8);
                    if (!text.contains(RecallServices.EXPECTED)) {
                        throw new IOException("Wrong answer: " + text);
                    }
                }
            }
            return latencies.stream().mapToLong(Long::longValue).toArray();
        };
        return LoadClient.run(Collections.nCopies(FEW, caller), TimeUnit.SECONDS.toMillis(seconds));
    }

    /** After load, and a pause. */
    private static void idle(Bench bench, Side side) throws Exception {
        side.check();
        Wrk.load(side, FEW, bench.lengths.seconds());
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        double before = side.processorMicros();
        long begun = System.nanoTime();
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        double share = (side.processorMicros() - before) / ((System.nanoTime() - begun) / 1e3);
        bench.findings.figureAtMost("processor at rest over " + IDLE_SECONDS + " s, of one core", 100 * share, "%", 0.5);
        bench.findings.figure("resident at rest", GatewayBenchmark.residentMegabytes(side.process()), "MB");
    }

    private static void firstSeconds(Bench bench) throws Exception {
        Side side = bench.gateway().asks(BY_KEY);
        side.check();
        Wrk.Window first = Wrk.load(side, CONNECTIONS, FIRST_SECONDS);
        Wrk.load(side, CONNECTIONS, Math.max(1, bench.lengths.longRun() - FIRST_SECONDS));
        Wrk.Window warm = Wrk.load(side, CONNECTIONS, FIRST_SECONDS);
        bench.findings.figure("by key, the first " + FIRST_SECONDS + " s of load after a start", first.perSecond(), "a second");
        bench.findings.figure("their cost", first.micros(), "µs a call");
        bench.findings.figure(FIRST_SECONDS + " s after " + bench.lengths.longRun() + " s of load", warm.perSecond(), "a second");
        bench.findings.figure("their cost", warm.micros(), "µs a call");
        bench.findings.figureAtLeast("the first beside those after " + bench.lengths.longRun() + " s", first.perSecond() / warm.perSecond(),
                "", 0.6);
    }

    /** By key, a page and echo in turn. */
    private static void memory(Bench bench) throws Exception {
        Bench.Server gateway = bench.gateway();
        Side side = gateway.asks(BY_KEY, PAGE, ECHO);
        side.check();
        bench.findings.figure("resident after the start", GatewayBenchmark.residentMegabytes(gateway.process()), "MB");
        double done = 0;
        for (int step = 1; step <= STEPS; step++) {
            while (done < (double) bench.lengths.calls() * step / STEPS) {
                done += Wrk.load(side, CONNECTIONS, bench.lengths.seconds()).calls();
            }
            String what = "resident after " + Math.round(done) + " calls, container of " + bench.lengths.memory();
            if (step < STEPS) {
                bench.findings.figure(what, GatewayBenchmark.residentMegabytes(gateway.process()), "MB");
            } else {
                bench.findings.figureAtMost(what, GatewayBenchmark.residentMegabytes(gateway.process()), "MB", 256);
            }
        }
    }

    /** Nothing that it needs is there. */
    private static Row start(String name, double most, boolean archive, StartBenchmark.Attempt attempt) {
        Measurement measurement = bench -> {
            Path home = archive ? StartBenchmark.archived() : Packaged.HOME;
            List<Double> seconds = new ArrayList<>();
            List<Double> processor = new ArrayList<>();
            for (int turn = 0; turn < bench.lengths.windows(); turn++) {
                StartBenchmark.Start start = attempt.run(home, bench.lengths.memory());
                seconds.add(start.seconds());
                processor.add(start.cpu());
            }
            bench.findings.figureAtMost("start to the first answer, median of " + bench.lengths.windows()
                    + (archive ? ", with the archive that the image has" : ""), median(seconds), "s", most);
            bench.findings.figure("processor time till then", median(processor), "s");
        };
        return new Row(name, Set.of(), measurement);
    }

    /** @param pause milliseconds between two calls of echo on a connection; 0: none */
    private static void besideSlowOnes(Bench bench, int pause) throws Exception {
        Path routes = Bench.routes("slow");
        GatewayBenchmark.routesWithEcho(routes);
        Files.writeString(routes.resolve("tools/slow.camel.yaml"), """
                - route:
                    id: slow
                    from:
                      uri: ai-tool:slow
                      parameters: {description: Waits a second, readOnlyHint: true}
                      steps:
                        - delay: {constant: 1000, asyncDelayed: false}
                        - setBody: {constant: waited}
                """);
        Bench.Server gateway = bench.gateway(routes);
        Side echo = gateway.asks(ECHO);
        Side slow = gateway.asks(Call.tool("slow", "{}", OK, "waited"));
        echo.check();
        slow.check();
        Wrk.load(echo, FEW, bench.lengths.warmUp(), pause);
        List<Wrk.Window> alone = new ArrayList<>();
        for (int turn = 0; turn < bench.lengths.windows(); turn++) {
            alone.add(Wrk.load(echo, FEW, bench.lengths.seconds(), pause));
        }
        int seconds = bench.lengths.windows() * (bench.lengths.seconds() + 1) + 5;
        CompletableFuture<Wrk.Window> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return Wrk.load(slow, SLOW_CALLERS, seconds);
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        TimeUnit.SECONDS.sleep(3);
        List<Wrk.Window> beside = new ArrayList<>();
        for (int turn = 0; turn < bench.lengths.windows(); turn++) {
            beside.add(Wrk.load(echo, FEW, bench.lengths.seconds(), pause));
        }
        if (waiting.isDone()) {
            throw new IllegalStateException("The slow callers ended first: " + waiting.get());
        }
        Wrk.Window slowOnes = waiting.get();
        String load = pause == 0 ? ", as many as 8 connections can" : ", 8 connections with a pause of " + pause + " ms";
        bench.findings.figure("echo" + load, Comparison.median(alone, Wrk.Window::perSecond), "a second");
        bench.findings.figure("p99 of echo alone", Comparison.median(alone, Wrk.Window::p99), "ms");
        bench.findings.figure("echo beside " + SLOW_CALLERS + " callers of a tool that waits 1 s",
                Comparison.median(beside, Wrk.Window::perSecond), "a second");
        bench.findings.figureAtMost("p99 of echo beside them", Comparison.median(beside, Wrk.Window::p99), "ms", 20);
        bench.findings.figure("p99 of the slow tool", slowOnes.p99(), "ms");
    }

    static double median(List<Double> figures) {
        return figures.stream().sorted().toList().get((figures.size() - 1) / 2);
    }
}
