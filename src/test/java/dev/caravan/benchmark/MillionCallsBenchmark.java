package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is left in a gateway of 256 MB after a million calls on 32 connections: one in four a {@code mongo_find_by_id}, the others a small chart. The argument is another number of calls. */
public final class MillionCallsBenchmark {

    private static final int CONNECTIONS = 32;
    private static final int SLICE_MILLIS = 5_000;
    private static final int STEPS = 5;

    private MillionCallsBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        int goal = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int port = GatewayTest.freePort();
        int operations = GatewayTest.freePort();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan", List.of("--caravan.http.port=" + port, "--server.port=" + operations, "--management.endpoints.web.exposure.include=*",
                "--caravan.mongodb.uri=" + SharedServers.get(MONGO).properties().get("caravan.mongodb.uri")), "target/benchmark-gateway.log");
        try (Table table = Table.of("A gateway of 256 MB after many calls", "calls", "heap MB", "resident MB", "threads", "calls a second")) {
            GatewayBenchmark.waitFor(port);
            McpClient client = new McpClient(port);
            String id = client.envelope("mongo_save_document", McpClient.object("{\"topic\":\"benchmark\",\"content\":\"c\"}")).at("/data/id").asText();
            String find = call("mongo_find_by_id", "{\"id\":\"" + id + "\"}");
            String chart = call("echart_generate", "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1},{\"x\":\"b\",\"y\":2}]}");
            long done = 0;
            long reported = 0;
            double seconds = 0;
            for (int step = 0; step <= STEPS; step++) {
                while (done < (step == 0 ? goal / 100 : (long) goal * step / STEPS)) {
                    LoadClient.Figures figures = LoadClient.run(port, List.of(find, chart, chart, chart), CONNECTIONS, SLICE_MILLIS, 0);
                    done += Math.round(figures.perSecond() * SLICE_MILLIS / 1_000);
                    seconds += SLICE_MILLIS / 1_000.0;
                }
                table.row(done, GatewayBenchmark.heapMegabytes(gateway, operations), residentMegabytes(gateway), GatewayBenchmark.meter(operations, "jvm_threads_live_threads"),
                        (done - reported) / seconds);
                reported = done;
                seconds = 0;
            }
            table.note("Heap after a collection.");
        } finally {
            gateway.destroy();
        }
        System.exit(0);
    }

    private static String call(String tool, String arguments) {
        return McpClient.request("tools/call", McpClient.object("{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}")).toString();
    }

    /** Of Linux; -1 elsewhere. */
    static long residentMegabytes(Process process) throws Exception {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return -1;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst().orElse(-1);
    }
}
