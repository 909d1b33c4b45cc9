package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A probe is answered at the port of operations, whatever 250 other connections do. */
@Tag("nightly")
class FloodedOperationsTest {

    private static final int FLOOD = 250;
    private static final String PROBE = "GET /actuator/health/liveness HTTP/1.1\nHost: localhost\nConnection: close\n\n";

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static void probe(RawConnections raw) throws IOException {
        Socket socket = raw.open(PROBE);
        socket.setSoTimeout(3_000);
        assertThat(RawConnections.status(socket)).isEqualTo(200);
    }

    /** Each connection sends the head, and then one more character again and again. */
    @ParameterizedTest
    @ValueSource(strings = {
        "POST /actuator/health HTTP/1.1\nHost: localhost\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 100000\n\na=",
        "POST /actuator/health HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 100000\n\n[",
        "POST /actuator/health HTTP/1.1\nHost: localhost\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 100000\n\n--x",
        "POST /actuator/loggers/a HTTP/1.1\nHost: localhost\nContent-Type: application/json\nTransfer-Encoding: chunked\n\n4000\n[",
        "GET /actuator/health HTTP/1.1\nHost: localhost\nContent-Length: 100000\n\na",
        "PUT /actuator/prometheus HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 100000\n\n[",
        "GET /actuator/health HTTP/1.1\nHost: localhost\nX-Long: a"})
    void aProbeIsAnsweredWhileOthersDrip(String head) throws Exception {
        try (RawConnections raw = new RawConnections(gateway.operations())) {
            List<Socket> dripping = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++) {
                dripping.add(raw.open(head));
            }
            for (int round = 0; round < 3; round++) {
                for (Socket socket : dripping) {
                    try {
                        socket.getOutputStream().write('a');
                    } catch (IOException closed) {
                        continue;
                    }
                }
                probe(raw);
            }
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                for (Socket socket : List.of(dripping.get(0), dripping.get(FLOOD - 1))) {
                    assertThat(RawConnections.drip(socket, "a", 20, 200)).as("dripping ends the connection").isNotNegative();
                }
            });
        }
    }

    @Test
    void aProbeIsAnsweredWhileOthersDoNotReadTheirAnswers() throws Exception {
        try (RawConnections raw = new RawConnections(gateway.operations())) {
            for (int i = 0; i < FLOOD; i++) {
                Socket narrow = raw.openNarrow();
                RawConnections.send(narrow, "GET /actuator/prometheus HTTP/1.1\nHost: localhost\n\n".repeat(100));
            }
            probe(raw);
            probe(raw);
        }
    }

    @Test
    void idleConnectionsOfOneAddressAreBounded() throws Exception {
        try (RawConnections raw = new RawConnections(gateway.operations())) {
            List<Socket> idle = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++) {
                idle.add(raw.open(PROBE.replace("Connection: close\n", "")));
                assertThat(RawConnections.status(idle.get(i))).isEqualTo(200);
            }
            probe(raw);
            assertThat(RawConnections.isClosed(idle.get(0))).as("the oldest").isTrue();
            Socket newest = idle.get(FLOOD - 1);
            RawConnections.send(newest, PROBE);
            assertThat(new String(newest.getInputStream().readAllBytes())).as("the newest").contains("HTTP/1.1 200");
        }
    }

    @Test
    void onlyPostTakesABodyAndOnlyOfJson() throws Exception {
        try (RawConnections raw = new RawConnections(gateway.operations())) {
            assertThat(RawConnections.status(raw.open("GET /actuator/health HTTP/1.1\nHost: localhost\nContent-Length: 3\n\na=b")))
                    .isEqualTo(400);
            assertThat(RawConnections.status(raw.open(
                    "POST /actuator/health HTTP/1.1\nHost: localhost\nContent-Type: application/x-www-form-urlencoded\nContent-Length: "
                            + "3\n\na=b")))
                    .isEqualTo(400);
            assertThat(RawConnections.status(
                    raw.open("POST /actuator/health HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 2\n\n{}")))
                    .isEqualTo(405);
        }
    }
}
