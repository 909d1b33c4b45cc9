package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spring Boot's settings of the port of operations: TLS, the address, and the largest body. */
@Tag("full")
class OperationsTlsTest {

    private static final String LEVEL = "{\"configuredLevel\":\"DEBUG\"}";

    @TempDir
    private Path folder;

    @Test
    void operationsPortHasTlsOneAddressAndABodyLimit() throws Exception {
        Identity identity = Identity.make(folder, "operations", "EC");
        Path certificate = Files.writeString(folder.resolve("operations.crt"), identity.certificatePem());
        Path key = Files.writeString(folder.resolve("operations.key"), identity.keyPem());

        try (OwnGateway gateway = OwnGateway.withEntries().property("server.ssl.certificate", certificate)
                .property("server.ssl.certificate-private-key", key)
                .property("server.address", "127.0.0.1").property("server.undertow.max-http-post-size", "1KB")
                .property("management.endpoints.web.exposure.include", "health,loggers,prometheus").start()) {
            int port = gateway.operations();

            assertThat(open(identity, port, "health/liveness").getResponseCode()).isEqualTo(200);
            assertThat(open(identity, port, "prometheus").getResponseCode()).isEqualTo(200);
            assertThat(plain(port)).doesNotContain("200 OK", "UP");
            assertThatThrownBy(() -> new Socket("127.0.0.2", port).close()).isInstanceOf(ConnectException.class);

            assertThat(post(identity, port, LEVEL)).isEqualTo(204);
            assertThat(post(identity, port, LEVEL + " ".repeat(2_000))).isBetween(400, 599);
        }
    }

    private static HttpsURLConnection open(Identity trusted, int port, String endpoint) throws Exception {
        HttpsURLConnection connection = (HttpsURLConnection) new URL("https://127.0.0.1:" + port + "/actuator/" + endpoint)
                .openConnection();
        connection.setSSLSocketFactory(Identity.trusting(List.of(trusted)));
        connection.setHostnameVerifier((name, session) -> true);
        connection.setReadTimeout(20_000);
        return connection;
    }

    private static int post(Identity trusted, int port, String body) throws Exception {
        HttpsURLConnection connection = open(trusted, port, "loggers/dev.caravan.security.operations");
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.US_ASCII));
        }
        return connection.getResponseCode();
    }

    /** What a request without TLS is answered; empty if its connection just ends. */
    private static String plain(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(
                    "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
