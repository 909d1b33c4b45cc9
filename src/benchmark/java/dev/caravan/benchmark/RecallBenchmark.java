package dev.caravan.benchmark;

import dev.caravan.Caravan;
import dev.caravan.embedded.FreePorts;
import io.undertow.Undertow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What a recall costs over its two requests, at 8 connections: the gateway, which asks an Ontology Query and an AOI on loopback, beside a
 * client that asks them itself one after the other; turn by turn in one run. AOI is asked each time (definitions-ttl 0s), and by default
 * (30s). Services are late by as many ms as the first argument says (default 10), the second is the load in recalls a second (0: as many as
 * can be).
 */
public final class RecallBenchmark {

    private static final int CONNECTIONS = 8;
    private static final int TURNS = 5;
    private static final int WARM_UP_MILLIS = 60_000;
    private static final int MILLIS = 3_000;

    private RecallBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        measure(args);
        System.exit(0);
    }

    private static void measure(String[] args) throws Exception {
        AtomicInteger late = new AtomicInteger();
        int load = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        int pings = load == 0 ? 300 : load;
        Undertow services = RecallServices.start(0, late);
        int port = ((java.net.InetSocketAddress) services.getListenerInfo().get(0).getAddress()).getPort();
        int always = FreePorts.pick();
        int kept = FreePorts.pick();
        ConfigurableApplicationContext one = gateway(always, port, "0s");
        ConfigurableApplicationContext other = gateway(kept, port, "30s");
        List<byte[]> direct = RecallServices.direct(port);
        List<LoadClient.Figures> alone = new ArrayList<>();
        List<LoadClient.Figures> query = new ArrayList<>();
        List<LoadClient.Figures> ping = new ArrayList<>();
        String nothing = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        List<LoadClient.Figures> asking = new ArrayList<>();
        List<LoadClient.Figures> keeping = new ArrayList<>();
        for (int gateway : new int[] {always, kept}) {
            LoadClient.runTurns(gateway, List.of(List.of(RecallServices.recall(gateway))), CONNECTIONS, WARM_UP_MILLIS, 0);
        }
        late.set(args.length > 0 ? Integer.parseInt(args[0]) : 10);
        for (int turn = -1; turn < TURNS; turn++) {
            LoadClient.Figures first = LoadClient.runTurns(port, List.of(direct), CONNECTIONS, MILLIS, load);
            LoadClient.Figures second = LoadClient.runTurns(always, List.of(List.of(RecallServices.recall(always))), CONNECTIONS, MILLIS,
                    load);
            LoadClient.Figures third = LoadClient.runTurns(kept, List.of(List.of(RecallServices.recall(kept))), CONNECTIONS, MILLIS, load);
            LoadClient.Figures fourth = LoadClient.runTurns(port, List.of(direct.subList(0, 1)), CONNECTIONS, MILLIS, load);
            LoadClient.Figures fifth = LoadClient.run(kept, nothing, CONNECTIONS, MILLIS, pings);
            if (turn >= 0) {
                query.add(fourth);
                ping.add(fifth);
                alone.add(first);
                asking.add(second);
                keeping.add(third);
            }
        }
        try (Table table = Table.of(
                "get_action_info beside its upstream requests, 8 connections, " + (load == 0 ? "as many as can be" : load + " a second"),
                "", "a second", "p50 ms", "p99 ms")) {
            row(table, "the two requests alone", alone);
            row(table, "the first of them alone", query);
            row(table, "ping, " + pings + " a second", ping);
            row(table, "get_action_info, AOI asked always", asking);
            row(table, "get_action_info, definitions kept", keeping);
            table.note("Services late by %d ms, tools of %d bytes; median of %d turns.", late.get(), RecallServices.TOOLS.length(), TURNS);
            table.note("Added to two requests: %.2f ms at p50, %.2f at p99 (aim: 3 at p99). To one, with definitions kept: %.2f and %.2f.",
                    (p(asking, false) - p(alone, false)) / 1000,
                    (p(asking, true) - p(alone, true)) / 1000, (p(keeping, false) - p(query, false)) / 1000,
                    (p(keeping, true) - p(query, true)) / 1000);
        }
        one.close();
        other.close();
        services.stop();
    }

    private static ConfigurableApplicationContext gateway(int port, int services, String ttl) {
        return SpringApplication.run(Caravan.class, "--caravan.http.port=" + port, "--server.port=0", "--logging.level.caravan.audit=warn",
                "--logging.level.dev.caravan=error",
                "--caravan.recall.ontology-query-url=http://127.0.0.1:" + services,
                "--caravan.recall.operator-integration-url=http://127.0.0.1:" + services,
                "--caravan.recall.definitions-ttl=" + ttl);
    }

    private static void row(Table table, String what, List<LoadClient.Figures> figures) {
        double[] rates = figures.stream().mapToDouble(LoadClient.Figures::perSecond).sorted().toArray();
        table.row(what, rates[rates.length / 2], p(figures, false) / 1000, p(figures, true) / 1000);
    }

    private static double p(List<LoadClient.Figures> figures, boolean high) {
        double[] all = figures.stream().mapToDouble(high ? LoadClient.Figures::p99 : LoadClient.Figures::p50).toArray();
        Arrays.sort(all);
        return all[all.length / 2];
    }
}
