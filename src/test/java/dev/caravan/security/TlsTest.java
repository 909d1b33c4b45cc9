package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on the entry, whose certificate is replaced while a client is connected. */
@Tag("full")
class TlsTest {

    @TempDir
    private Path folder;

    @Test
    void newCertificateTakesEffectWhileClientsStayConnected() throws Exception {
        Identity first = Identity.make(folder, "first", "EC");
        Identity second = Identity.make(folder, "second", "RSA");
        write(first.certificatePem(), first.keyPem());

        try (OwnGateway gateway = OwnGateway.withEntries()
                .settings("http.tls.certificate=" + folder.resolve("tls.crt"), "http.tls.key=" + folder.resolve("tls.key"),
                        "http.tls.reload=100ms")
                .start(); GatewayLog log = GatewayLog.recordDebug(); SSLSocket stays = connect(gateway, first, second)) {
            assertThat(ask(stays)).startsWith("HTTP/1.1 200");
            assertThat(shown(stays)).isEqualTo(first.certificate());

            write(second.certificatePem(), first.keyPem());
            log.awaits("matches none of the certificates");
            assertThat(shownTo(gateway, first, second)).as("half of a change is none").isEqualTo(first.certificate());
            write(second.certificatePem(), second.keyPem());
            await().until(() -> shownTo(gateway, first, second).equals(second.certificate()));

            assertThat(ask(stays)).startsWith("HTTP/1.1 200");
            write("no certificate", "no key");
            log.awaits("unrecognized format");
            assertThat(shownTo(gateway, first, second)).isEqualTo(second.certificate());
            assertThat(log.written(gateway.camel())).doesNotContain(second.keyPem().lines().skip(1).findFirst().orElseThrow());
            assertThat(gateway.bean(SSLContextParameters.class).createSSLContext(null).createSSLEngine().getEnabledProtocols())
                    .containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
        }
    }

    private static X509Certificate shownTo(OwnGateway gateway, Identity... trusted) throws Exception {
        try (SSLSocket socket = connect(gateway, trusted)) {
            return shown(socket);
        }
    }

    private static X509Certificate shown(SSLSocket socket) throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    private static SSLSocket connect(OwnGateway gateway, Identity... trusted) throws Exception {
        SSLSocket socket = (SSLSocket) Identity.trusting(List.of(trusted)).createSocket("127.0.0.1", gateway.port());
        socket.setSoTimeout(20_000);
        socket.startHandshake();
        return socket;
    }

    /** One request on a connection that stays open. */
    private static String ask(SSLSocket socket) throws IOException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        socket.getOutputStream()
                .write(("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("}}")) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("the connection was closed after: " + answer);
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    private void write(String certificate, String key) throws IOException {
        Files.writeString(folder.resolve("tls.crt"), certificate);
        Files.writeString(folder.resolve("tls.key"), key);
    }
}
