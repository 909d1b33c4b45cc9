package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient.Answer;
import dev.caravan.Needs;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rolling restart of two gateways behind a proxy fails no call. */
@Tag("nightly")
class RollingRestartTest extends ChildGatewaysTest {

    /** The procedure that the guide gives in operations/run.md: taken out of the proxy, stopped, started, put back; one after the other. */
    @Test
    void rollingRestartBehindAProxyFailsNoCall(@TempDir Path place) throws Exception {
        Needs.program(Path.of("/usr/sbin/nginx"), "nginx-light");
        int[] ports = {FreePorts.pick(), FreePorts.pick()};
        int proxy = FreePorts.pick();
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
            nginx = new ProcessBuilder("/usr/sbin/nginx", "-p", place.toString(), "-c", place.resolve("nginx.conf").toString()).inheritIO()
                    .start();
            await().atMost(60, SECONDS).ignoreExceptions().until(() -> call(proxy, "brief").status() == 200);
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
                        LockSupport.parkNanos(50_000_000); // without pauses, callers take the processor from gateways that start
                    }
                });
            }
            for (int i = 0; i < 2; i++) {
                int before = answered.get();
                configure(place, proxy, ports, i);
                reload(place, nginx);
                ChildJvm old = gateways[i];
                old.process().destroy();
                assertThat(old.process().waitFor(60, SECONDS)).isTrue();
                gateways[i] = gateway(ports[i], 0).untilItPrints("Caravan is ready");
                configure(place, proxy, ports, -1);
                reload(place, nginx);
                int between = answered.get();
                await().until(() -> answered.get() > between + 50);
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

    /** Returns once the old workers have finished what they work on, and others have taken their place. */
    private static void reload(Path place, Process nginx) throws IOException, InterruptedException {
        List<ProcessHandle> old = nginx.toHandle().children().toList();
        Process reload = new ProcessBuilder("/usr/sbin/nginx", "-p", place.toString(), "-c", place.resolve("nginx.conf").toString(), "-s",
                "reload")
                .inheritIO().start();
        assertThat(reload.waitFor(60, SECONDS)).isTrue();
        assertThat(reload.exitValue()).isZero();
        await().until(() -> nginx.children().findAny().isPresent() && old.stream().noneMatch(ProcessHandle::isAlive));
    }
}
