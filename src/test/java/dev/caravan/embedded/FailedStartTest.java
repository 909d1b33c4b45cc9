package dev.caravan.embedded;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static dev.caravan.embedded.ServerKind.REDIS;
import static dev.caravan.embedded.ServerKind.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class FailedStartTest {

    private final TestPlace place = new TestPlace("failed");

    @Test
    void failedStartNamesTheServerAndStopsTheOthers() throws Exception {
        try (EmbeddedServers servers = place.servers().wiped()) {
            Files.writeString(place.data().resolve("redis"), "no directory");

            assertThatThrownBy(() -> servers.start(List.of(MONGO, REDIS, POSTGRESQL)))
                    .hasMessageContaining("redis did not start").hasMessageContaining("/redis");

            assertThat(place.progress()).as("mongo and postgresql were up").hasSize(2);
            assertThat(place.processes()).isEmpty();
            for (String line : place.progress()) {
                int port = Integer.parseInt(line.replaceFirst(".*127.0.0.1:(\\d+).*", "$1"));
                assertThat(FreePorts.isFree(port)).as(line).isTrue();
            }
        } finally {
            Files.deleteIfExists(place.data().resolve("redis"));
        }
    }

    @Test
    void errorQuotesTheOutputOfTheProcess() throws Exception {
        try (EmbeddedServers servers = place.servers().wiped()) {
            Files.createDirectories(place.data().resolve("postgresql/data"));

            assertThatThrownBy(() -> servers.start(List.of(POSTGRESQL)))
                    .hasMessageContaining("postgresql did not start: it exited with")
                    .hasMessageContaining("postgresql.conf");
        }
    }

    @Test
    void portInUseIsReplaced() throws Exception {
        Set<ServerKind> withPort = ServerKind.installed();
        withPort.remove(SQLITE);
        Set<Thread> askedOnce = ConcurrentHashMap.newKeySet();
        FreePorts free = new FreePorts();
        try (ServerSocket other = new ServerSocket(free.getAsInt(), 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedServers servers = place.servers(() ->
                        askedOnce.add(Thread.currentThread()) ? other.getLocalPort() : free.getAsInt()).wiped()) {
            servers.start(withPort);

            assertThat(askedOnce).hasSameSizeAs(withPort);
            assertThat(servers.properties().values()).noneMatch(value -> value.contains(":" + other.getLocalPort()));
        }
    }
}
