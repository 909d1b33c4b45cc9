package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.security.Identity;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that does not finish its TLS handshake is left after {@code idle-timeout}, however its bytes come; and so is one that asks
 * nothing afterwards.
 */
@Tag("nightly")
class TlsHandshakeLimitTest {

    private static final String CLIENT_HELLO = "\u0016\u0003\u0001\u0002\u0000\u0001";
    private static final long FAR_TOO_LONG = 30_000;

    @Test
    void handshakeHasATimeLimit(@TempDir Path folder) throws Exception {
        Identity identity = Identity.make(folder, "entry", "EC");
        try (OwnGateway gateway = OwnGateway.withEntries()
                .settings("http.idle-timeout=2s", "http.header-timeout=1s", "http.tls.certificate=" + identity.certificateFile(),
                "http.tls.key=" + identity.keyFile()).start(); RawConnections connections = new RawConnections(gateway.port())) {
            Socket silent = connections.open("");
            Socket stalls = connections.open(CLIENT_HELLO);
            assertThat(RawConnections.drip(connections.open(CLIENT_HELLO), "\u0000", 100, FAR_TOO_LONG)).isBetween(500L, FAR_TOO_LONG);
            assertThat(RawConnections.isClosed(silent)).isTrue();
            assertThat(RawConnections.isClosed(stalls)).isTrue();

            try (SSLSocket asksNothing = (SSLSocket) identity.trusting().createSocket("127.0.0.1", gateway.port())) {
                asksNothing.setSoTimeout(20_000);
                asksNothing.startHandshake();
                assertThat(asksNothing.getInputStream().read()).isEqualTo(-1);
            }
            try (SSLSocket slowHeaders = (SSLSocket) identity.trusting().createSocket("127.0.0.1", gateway.port())) {
                slowHeaders.setSoTimeout(20_000);
                slowHeaders.getOutputStream().write("POST /mcp HTTP/1.1\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
                assertThat(slowHeaders.getInputStream().read()).isEqualTo(-1);
            }
        }
    }
}
