package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers that have not come as a whole take little memory: a request with larger ones ends with its connection. */
@Tag("full")
class HeadersSizeTest {

    private static final String REQUEST = "GET /nowhere HTTP/1.1\nHost: 127.0.0.1\nX-Large: ";

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().shared().start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void headersOfSixtyThousandBytesAreAccepted() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            assertThat(RawConnections.status(connections.open(REQUEST + "x".repeat(60_000) + "\n\n"))).isEqualTo(404);
        }
    }

    @Test
    void largerHeadersCloseTheConnectionEarly() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            Socket socket = connections.open(REQUEST + "x".repeat(40_000));
            assertThat(RawConnections.drip(socket, "x".repeat(5_000), 20, 15_000)).as("milliseconds until it is closed").isNotNegative()
                    .isLessThan(9_000);
        }
    }
}
