package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A web page whose name was bound anew to the gateway's address (DNS rebinding) reads nothing: neither tools nor operations. */
@Tag("full")
class RebindingTest {

    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";

    @Test
    void operationsPortRefusesAForeignHost() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().start(); GatewayLog log = GatewayLog.record()) {
            for (String path : new String[] {"/actuator/health", "/actuator/prometheus"}) {
                assertThat(status(gateway.operations(), "GET " + path, "evil.example.com", "")).isEqualTo(403);
                assertThat(status(gateway.operations(), "GET " + path, "localhost:8081", "")).isEqualTo(200);
                assertThat(status(gateway.operations(), "GET " + path, "127.0.0.1", "")).isEqualTo(200);
            }
            assertThat(log.auditEvents("\"refused\":\"GET operations\"", 2)).hasSize(2)
                    .allMatch(event -> event.contains("\"outcome\":\"HTTP_403\""));
        }
    }

    @Test
    void withoutAuthenticationUnknownHostNamesAreRefused() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries()
                .settings("http.host=0.0.0.0", "security.open-to-network=true", "security.public-url=https://gateway.example.com")
                .start()) {
            assertThat(list(gateway, "evil.example.com")).isEqualTo(403);
            assertThat(list(gateway, "evil.example.com:" + gateway.port())).isEqualTo(403);
            for (String host : new String[] {"192.0.2.7:8080", "[2001:db8::1]:8080", "localhost", "gateway.example.com"}) {
                assertThat(list(gateway, host)).as(host).isEqualTo(200);
            }
        }
    }

    @Test
    void withAuthenticationAnyHostNameWorks() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.host=0.0.0.0", "security.public-url=https://gateway.example.com")
                .apiKey("a", "kAny-7be02c", "tools:read").start()) {
            assertThat(list(gateway, "some.example.com")).as("no key").isEqualTo(401);
            assertThat(status(gateway.port(), "POST /mcp", "some.example.com", "X-API-Key: kAny-7be02c\r\n" + body())).isEqualTo(200);
        }
    }

    private static int list(OwnGateway gateway, String host) throws IOException {
        return status(gateway.port(), "POST /mcp", host, body());
    }

    private static String body() {
        return "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: " + LIST.length()
                + "\r\n\r\n" + LIST;
    }

    /** Raw, since Java's client sets Host itself. */
    private static int status(int port, String request, String host, String rest) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + (rest.isEmpty() ? "\r\n" : rest))
                            .getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            return Integer.parseInt(new String(in.readNBytes(12), StandardCharsets.US_ASCII).substring(9));
        }
    }
}
