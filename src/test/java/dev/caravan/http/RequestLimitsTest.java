package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** A client that goes on sending, but too slowly, is left after the limit of the phase that it is in. */
@Tag("nightly")
class RequestLimitsTest {

    private static final String POST = "POST /mcp HTTP/1.1\nHost: 127.0.0.1\nContent-Type: application/json\nAccept: application/json\n";
    private static final long FAR_TOO_LONG = 15_000;
    /** Bytes a second. */
    private static final long MEGABIT = 1_000_000 / 8;
    private static final int PACKET = 1_448;
    private static final long PAUSE = SECONDS.toNanos(20);

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries()
                .settings("http.header-timeout=1s", "http.idle-timeout=2s", "http.patience=1500ms", "http.request-timeout=20s",
                "http.min-rate=1KB").start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void wholeRequestHasATimeLimit() throws Exception {
        try (OwnGateway brief = OwnGateway.withEntries().set("http.request-timeout", "4s").start();
                RawConnections connections = new RawConnections(brief.port())) {
            Socket socket = connections.open(POST + "Content-Length: 4000000\n\n" + " ".repeat(100_000));
            assertThat(RawConnections.drip(socket, " ".repeat(500), 100, FAR_TOO_LONG)).isBetween(3_000L, 12_000L);
        }
    }

    @Test
    void bodyHasAMinimumRate() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            Socket socket = connections.open(POST + "Content-Length: 4000000\n\n");
            assertThat(RawConnections.drip(socket, " ", 100, FAR_TOO_LONG)).as("long before request-timeout").isBetween(1_000L, 12_000L);
        }
    }

    @Test
    void headersHaveATimeLimit() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            Socket socket = connections.open(POST + "X-Slow: ");
            assertThat(RawConnections.drip(socket, "x", 100, FAR_TOO_LONG)).isBetween(500L, 6_000L);
        }
    }

    @Test
    void idleConnectionHasATimeLimit() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            assertThat(RawConnections.isClosed(connections.open(""))).isTrue();
            Socket used = connections.open("GET /nowhere HTTP/1.1\nHost: 127.0.0.1\n\n");
            assertThat(RawConnections.status(used)).isEqualTo(404);
            assertThat(RawConnections.isClosed(used)).isTrue();
        }
    }

    @Test
    void slowButAllowedRequestIsAnswered() throws Exception {
        String ping = McpClient.request("ping", null).toString();
        // no pause of the machine is as long as this patience
        try (OwnGateway patient = OwnGateway.withEntries().settings("http.patience=20s", "http.request-timeout=60s", "http.min-rate=1KB")
                .start();
                RawConnections connections = new RawConnections(patient.port())) {
            int chunks = 24;
            Socket socket = connections.open(POST + "Connection: close\nContent-Length: " + (chunks * 12_500 + ping.length()) + "\n\n");
            for (int i = 0; i < chunks; i++) {
                RawConnections.send(socket, " ".repeat(12_500));
                Thread.sleep(100);
            }
            RawConnections.send(socket, ping);
            assertThat(RawConnections.status(socket)).as("1 Mbit/s").isEqualTo(200);
        }
    }

    /** In packets, with a pause in the middle as a lost connection to a mobile network has it. */
    @Test
    void defaultsAllowTheLargestBodyAtOneMegabitPerSecond() {
        HttpProperties defaults = new Binder(new MapConfigurationPropertySource()).bindOrCreate("caravan.http", HttpProperties.class);
        BodyLimits limits = new BodyLimits(defaults);
        long most = defaults.maxBody().toBytes();
        long last = 0;
        for (long received = 0; received < most; received += PACKET) {
            long next = SECONDS.toNanos(received + PACKET) / MEGABIT + (received > most / 2 ? PAUSE : 0);
            assertThat(limits.deadline(0, last, received)).as("after %d bytes", received).isGreaterThan(next);
            last = next;
        }
        assertThat(last).isGreaterThan(SECONDS.toNanos(33));
    }
}
