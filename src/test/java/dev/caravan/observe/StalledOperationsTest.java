package dev.caravan.observe;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers that send half a request keep no one else from the port of operations, and their connections end. */
@Tag("nightly")
class StalledOperationsTest {

    /** Twice as many as there are threads. */
    private static final int CALLERS = 16;
    private static final String FORM = "PUT /actuator/health HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + "application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=";
    private static final String HALF = "GET /actuator/health HTTP/1.1\r\nHost: loc";

    @Test
    void unfinishedRequestBlocksNobodyForLong() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().start()) {
            int port = gateway.operations();
            assertThat(ObservedGatewayTest.get(port, "/actuator/health/liveness").statusCode()).isEqualTo(200);

            List<Socket> stalled = new ArrayList<>();
            try {
                for (int i = 0; i < CALLERS; i++) {
                    stalled.add(sent(port, i % 4 == 3 ? HALF : FORM));
                }
                assertThat(ObservedGatewayTest.get(port, "/actuator/health/liveness").statusCode()).isEqualTo(200);
                for (Socket socket : stalled) {
                    await().atMost(Duration.ofSeconds(60)).until(() -> hasEnded(socket));
                }
            } finally {
                for (Socket socket : stalled) {
                    socket.close();
                }
            }
        }
    }

    private static Socket sent(int port, String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(1_000);
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        return socket;
    }

    /** An answer may come before the end. */
    private static boolean hasEnded(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
