package dev.caravan.benchmark;

import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.RoutesCopy;
import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What many clients cost a gateway of 256 MB of heap: 10,000 sessions, then 2,000 event streams of which each hears of an edit, 200 more
 * whose clients read nothing, then half of the clients leave without a word. Prints heap after a collection, threads, and open streams.
 */
public final class StreamBenchmark {

    private static final int SESSIONS = 10_000;
    private static final int STREAMS = 2_000;
    private static final int DEAF = 200;
    private static final int EDITS = 20;

    private StreamBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        Path routes = RoutesCopy.entries();
        int port = FreePorts.pick();
        int operations = FreePorts.pick();
        Process gateway = GatewayBenchmark.java("dev.caravan.Caravan",
                List.of("--caravan.http.port=" + port, "--server.port=" + operations, "--caravan.routes.directory=" + routes,
                        "--caravan.http.max-streams=" + (STREAMS + DEAF), "--caravan.http.heartbeat=2s",
                        "--management.endpoints.web.exposure.include=*"),
                "target/benchmark-gateway.log");
        try (Table table = Table.of("What many clients cost a gateway of 256 MB", "", "heap MB", "threads", "streams")) {
            GatewayBenchmark.waitFor(port);
            McpClient client = new McpClient(port);
            edit(routes, 0);
            waitForTool(client);
            for (int i = 0; i < 2_000; i++) {
                client.post(McpClient.request("tools/list", null).toString());
            }
            row(table, "at rest", gateway, operations);

            List<String> sessions = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                Answer answer = client.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{\"elicitation\":{}},"
                        + "\"clientInfo\":{\"name\":\"benchmark\",\"version\":\"1\"}}}");
                sessions.add(answer.headers().get("mcp-session-id").get(0));
                client.post(McpClient.request("tools/list", null).toString(), "Mcp-Session-Id", sessions.get(i), "MCP-Protocol-Version",
                        "2025-11-25");
            }
            row(table, SESSIONS + " sessions", gateway, operations);

            List<StreamClient> streams = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                streams.add(StreamClient.open(port, "/mcp", "Mcp-Session-Id", sessions.get(i), "MCP-Protocol-Version", "2025-11-25"));
            }
            row(table, "and " + STREAMS + " streams", gateway, operations);

            List<StreamClient> deaf = new ArrayList<>();
            for (int i = 0; i < DEAF; i++) {
                deaf.add(StreamClient.deaf(port));
            }
            long begun = System.nanoTime();
            edit(routes, 1);
            for (StreamClient stream : streams) {
                hear(stream);
            }
            table.note("All %d streams heard of an edit after %d ms.", STREAMS, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
            for (int i = 2; i < EDITS; i++) {
                edit(routes, i);
                TimeUnit.MILLISECONDS.sleep(300);
            }
            row(table, "and " + DEAF + " that read nothing, " + EDITS + " edits", gateway, operations);

            for (StreamClient stream : streams.subList(0, STREAMS / 2)) {
                stream.close();
            }
            TimeUnit.SECONDS.sleep(8);
            row(table, "half of them have left", gateway, operations);
            for (StreamClient stream : streams) {
                stream.close();
            }
            for (StreamClient stream : deaf) {
                stream.close();
            }
            TimeUnit.SECONDS.sleep(8);
            row(table, "all have left", gateway, operations);
        } finally {
            gateway.destroy();
        }
        System.exit(0);
    }

    private static void hear(StreamClient stream) throws Exception {
        String data = stream.nextEvent(Duration.ofSeconds(30)).data();
        while (data == null || data.isEmpty()) {
            data = stream.nextEvent(Duration.ofSeconds(30)).data();
        }
        if (!data.contains("notifications/tools/list_changed")) {
            throw new IllegalStateException("Heard " + data);
        }
    }

    private static void edit(Path routes, int number) throws Exception {
        Files.writeString(routes.resolve("edited/edited.camel.yaml"), """
                - route:
                    id: edited
                    from:
                      uri: ai-tool:edited
                      parameters: {description: Edit %d}
                      steps: [{setBody: {constant: x}}]
                """.formatted(number));
    }

    private static void waitForTool(McpClient client) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> client.post(McpClient.request("tools/list", null).toString()).body().contains("Edit 0"));
    }

    private static void row(Table table, String what, Process gateway, int operations) throws Exception {
        table.row(what, GatewayBenchmark.heapMegabytes(gateway, operations), GatewayBenchmark.meter(operations, "jvm_threads_live_threads"),
                GatewayBenchmark.meter(operations, "caravan_http_streams"));
    }
}
