package dev.caravan.benchmark;

import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.intelligence.SmallShop;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The two gateways of the soak: they share databases, a folder of routes, a workspace of code, and a CKB whose behaviour is that of a file.
 * The second is the one that dies.
 */
final class SoakGateways implements AutoCloseable {

    static final String WORKSPACE = "soakshop";
    private static final String MEMORY = "512m";
    private static final Path ROUTES = Path.of("target", "benchmark-soak-routes");

    final int[] ports = {FreePorts.pick(), FreePorts.pick()};
    final Path ckb = TemporaryFolder.make("caravan-ckb");
    private final int[] operations = {FreePorts.pick(), FreePorts.pick()};
    private final Process[] processes = new Process[2];
    private final List<String> settings = new ArrayList<>();

    SoakGateways(Map<String, String> databases) throws Exception {
        Path shop = SmallShop.workspace();
        List<String> command = FakeCkb.command(SmallShop.symbols(ckb), ckb);
        FakeCkb.behave(ckb);
        RoutesCopy.to(ROUTES);
        tool("whole");
        databases.forEach((name, value) -> settings.add("--" + name + "=" + value));
        settings.addAll(List.of("--caravan.routes.directory=" + ROUTES.toAbsolutePath(), "--management.endpoints.web.exposure.include=*",
                "--caravan.ckb-integration.enabled=true",
                "--" + ServerFiles.SETTING + "=" + ServerFiles.folder(Map.of("ckb", ServerFiles.command(command))),
                "--caravan.intelligence.default-workspace=" + WORKSPACE,
                "--caravan.intelligence.workspaces." + WORKSPACE + ".root=" + shop));
        start(0);
        start(1);
        for (int i = 0; i < processes.length; i++) {
            Packaged.untilReady(processes[i], operations[i]);
            untilItServes(i);
        }
    }

    void start(int gateway) throws IOException {
        List<String> arguments = new ArrayList<>(settings);
        arguments.addAll(List.of("--caravan.http.port=" + ports[gateway], "--server.port=" + operations[gateway]));
        processes[gateway] = Packaged.start(Packaged.HOME, MEMORY, arguments, Path.of("target/benchmark-soak-" + gateway + ".log"));
    }

    /** As kill -9. */
    void kill(int gateway) throws InterruptedException {
        processes[gateway].destroyForcibly().waitFor();
    }

    void untilItServes(int gateway) {
        byte[] request = HttpConnection.call(ports[gateway],
                McpClient.request("tools/call", McpClient.object("{\"name\":\"edited\",\"arguments\":{}}")).toString());
        await("gateway " + gateway + " serves").atMost(Duration.ofMinutes(2)).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            try (HttpConnection connection = new HttpConnection(ports[gateway], 10_000)) {
                return connection.send(request) != null;
            }
        });
    }

    /** Writes the tool that is edited; with what makes it broken YAML, or not. */
    void tool(String text) throws IOException {
        Files.createDirectories(ROUTES.resolve("tools/soak"));
        Files.writeString(ROUTES.resolve("tools/soak/edited.camel.yaml"), """
                - route:
                    id: edited
                    from:
                      uri: ai-tool:edited
                      parameters: {description: A tool that is edited, readOnlyHint: true}
                      steps:
                        - setBody: {constant: %s}
                """.formatted(text));
    }

    /** {second, heap in MB after a collection, resident memory in MB, threads} of the first. */
    long[] look(int second) throws Exception {
        return new long[]{second, GatewayBenchmark.heapMegabytes(processes[0], operations[0]),
            GatewayBenchmark.residentMegabytes(processes[0]),
                Math.round(GatewayBenchmark.meter(operations[0], "jvm_threads_live_threads"))};
    }

    @Override
    public void close() {
        for (Process process : processes) {
            if (process != null) {
                process.destroy();
            }
        }
    }
}
