package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.Needs;
import dev.caravan.StreamClient;
import dev.caravan.embedded.ChildJvm;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that are told to stop (SIGTERM) while they have work. */
class ShutdownTest {

    private static final String TOOLS = """
            - route:
                id: slow
                from:
                  uri: ai-tool:slow
                  parameters: {timeout: 60s}
                  steps:
                    - log: {logName: caravan.test, message: The slow one has begun}
                    - delay: {constant: 5000}
                    - setBody: {constant: late}
            - route:
                id: brief
                from:
                  uri: ai-tool:brief
                  steps:
                    - delay: {constant: 50}
                    - setBody: {constant: done}
            """;

    private static Path routes;

    @BeforeAll
    static void saveRoutes() throws IOException {
        routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/tools.camel.yaml"), TOOLS);
    }

    private static ChildJvm gateway(int port, int operations, String... settings) throws IOException {
        String[] all = new String[settings.length + 3];
        System.arraycopy(settings, 0, all, 3, settings.length);
        all[0] = "--caravan.http.port=" + port;
        all[1] = "--server.port=" + operations;
        all[2] = "--caravan.routes.directory=" + routes;
        return ChildJvm.run(Caravan.class, all);
    }

    /** Who is told that it is ready is answered. */
    private static ChildJvm ready(int port, int operations, ChildJvm gateway) {
        await().atMost(60, SECONDS).pollInterval(20, MILLISECONDS).until(() -> readiness(operations) == 200);
        assertThat(new McpClient(port).post(McpClient.request("ping", null).toString()).status()).isEqualTo(200);
        return gateway;
    }

    /** Status of the probe; 0 while nothing listens. */
    private static int readiness(int operations) {
        try {
            HttpURLConnection probe = (HttpURLConnection) new URL("http://127.0.0.1:" + operations + "/actuator/health/readiness").openConnection();
            return probe.getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private static Answer call(int port, String tool) {
        return new McpClient(port).legacy("2025-11-25", "tools/call", McpClient.object("{\"name\":\"" + tool + "\"}"), "CallToolResult");
    }

    @Test
    void whatIsWorkedOnIsAnsweredAndTheRestIsRefused() throws Exception {
        int port = GatewayTest.freePort();
        int operations = GatewayTest.freePort();
        try (ChildJvm gateway = ready(port, operations, gateway(port, operations, "--caravan.http.stop-delay=3s"));
                StreamClient stream = StreamClient.open(port, "/mcp", "Accept", "text/event-stream")) {
            CompletableFuture<Answer> slow = CompletableFuture.supplyAsync(() -> call(port, "slow"));
            gateway.untilItPrints("The slow one has begun");

            gateway.process().destroy();

            await().atMost(10, SECONDS).until(() -> readiness(operations) == 503);
            assertThat(new McpClient(port).post(McpClient.request("ping", null).toString()).status()).as("while balancers look away").isEqualTo(200);
            await().atMost(10, SECONDS).until(() -> new McpClient(port).post(McpClient.request("ping", null).toString()).status() == 503);
            Answer refused = new McpClient(port).post(McpClient.request("ping", null).toString());
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.headers().get("retry-after")).containsExactly("1");
            assertThat(stream.next()).isEqualTo(StreamClient.END);
            assertThat(slow.get(20, SECONDS).result().at("/structuredContent/data").asText()).isEqualTo("late");
            assertThat(gateway.process().waitFor(20, SECONDS)).isTrue();
        }
    }

    @Test
    void whatTakesTooLongIsLeft() throws Exception {
        int port = GatewayTest.freePort();
        try (ChildJvm gateway = gateway(port, 0, "--caravan.http.drain=500ms", "--camel.main.shutdown-timeout=1").untilItPrints("Caravan is ready")) {
            CompletableFuture<Answer> slow = CompletableFuture.supplyAsync(() -> call(port, "slow"));
            gateway.untilItPrints("The slow one has begun");
            gateway.process().destroy();
            assertThat(gateway.process().waitFor(20, SECONDS)).isTrue();
            assertThat(gateway.printed()).contains("1 requests are not answered after 0 s; they are left");
            slow.cancel(true);
        }
    }

    /** The procedure that the README gives: taken out of the proxy, stopped, started, put back; one after the other. */
    @Test
    void aRollingRestartOfTwoGatewaysBehindAProxyFailsNoCall(@TempDir Path place) throws Exception {
        Needs.program(Path.of("/usr/sbin/nginx"), "nginx-light");
        int[] ports = {GatewayTest.freePort(), GatewayTest.freePort()};
        int proxy = GatewayTest.freePort();
        ChildJvm[] gateways = new ChildJvm[2];
        ExecutorService callers = Executors.newFixedThreadPool(8);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        Process nginx = null;
        try {
            for (int i = 0; i < 2; i++) {
                gateways[i] = gateway(ports[i], 0);
            }
            for (ChildJvm gateway : gateways) {
                gateway.untilItPrints("Caravan is ready");
            }
            configure(place, proxy, ports, -1);
            nginx = new ProcessBuilder("/usr/sbin/nginx", "-p", place.toString(), "-c", place.resolve("nginx.conf").toString()).inheritIO().start();
            await().atMost(20, SECONDS).ignoreExceptions().until(() -> call(proxy, "brief").status() == 200);
            for (int i = 0; i < 8; i++) {
                callers.execute(() -> {
                    while (!over.get()) {
                        try {
                            Answer answer = call(proxy, "brief");
                            if (answer.status() == 200 && answer.result().at("/structuredContent/data").asText().equals("done")) {
                                answered.incrementAndGet();
                            } else {
                                failed.add(answer.status() + " " + answer.body());
                            }
                        } catch (RuntimeException | AssertionError e) {
                            failed.add(String.valueOf(e));
                        }
                    }
                });
            }
            for (int i = 0; i < 2; i++) {
                int before = answered.get();
                configure(place, proxy, ports, i);
                reload(place);
                ChildJvm old = gateways[i];
                old.process().destroy();
                assertThat(old.process().waitFor(30, SECONDS)).isTrue();
                gateways[i] = gateway(ports[i], 0).untilItPrints("Caravan is ready");
                configure(place, proxy, ports, -1);
                reload(place);
                int between = answered.get();
                await().atMost(30, SECONDS).until(() -> answered.get() > between + 50);
                assertThat(answered.get()).isGreaterThan(before + 50);
            }
        } finally {
            over.set(true);
            callers.shutdown();
            callers.awaitTermination(30, SECONDS);
            if (nginx != null) {
                nginx.destroy();
                nginx.waitFor(10, SECONDS);
            }
            for (ChildJvm gateway : gateways) {
                if (gateway != null) {
                    gateway.close();
                }
            }
        }
        assertThat(failed).isEmpty();
    }

    /**
     * Without keep-alive, since a client that reuses a connection which an old worker is about to close takes that for a failure.
     *
     * @param down which of the gateways is sent nothing; -1: none
     */
    private static void configure(Path place, int proxy, int[] gateways, int down) throws IOException {
        StringBuilder servers = new StringBuilder();
        for (int i = 0; i < gateways.length; i++) {
            servers.append("    server 127.0.0.1:").append(gateways[i]).append(i == down ? " down;\n" : ";\n");
        }
        Files.writeString(place.resolve("nginx.conf"), """
                daemon off;
                pid %1$s/nginx.pid;
                error_log %1$s/nginx.log;
                events { worker_connections 1024; }
                http {
                  access_log off;
                  keepalive_timeout 0;
                  client_body_temp_path %1$s/body;
                  proxy_temp_path %1$s/proxy;
                  fastcgi_temp_path %1$s/fastcgi;
                  uwsgi_temp_path %1$s/uwsgi;
                  scgi_temp_path %1$s/scgi;
                  upstream gateways {
                %3$s  }
                  server {
                    listen 127.0.0.1:%2$d;
                    location / {
                      proxy_pass http://gateways;
                      proxy_http_version 1.1;
                      proxy_set_header Host $http_host;
                      proxy_set_header Connection "";
                      proxy_buffering off;
                    }
                  }
                }
                """.formatted(place, proxy, servers));
    }

    /** The old workers finish what they work on. */
    private static void reload(Path place) throws IOException, InterruptedException {
        Process reload = new ProcessBuilder("/usr/sbin/nginx", "-p", place.toString(), "-c", place.resolve("nginx.conf").toString(), "-s", "reload")
                .inheritIO().start();
        assertThat(reload.waitFor(10, SECONDS)).isTrue();
        assertThat(reload.exitValue()).isZero();
        TimeUnit.SECONDS.sleep(1);
    }
}
