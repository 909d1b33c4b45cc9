package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.security.Identity;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event stream over TLS is heard, and is closed when its client leaves, without waiting for a heartbeat. */
class TlsStreamsTest {

    @Test
    void aStreamEndsWithItsClient(@TempDir Path folder) throws Exception {
        Identity identity = Identity.make(folder, "entry", "EC");
        OwnGateway.Builder builder = OwnGateway.withEntries().settings("http.heartbeat=1h", "http.tls.certificate=" + identity.certificateFile(), "http.tls.key=" + identity.keyFile());
        try (OwnGateway gateway = builder.start()) {
            try (SSLSocket socket = (SSLSocket) identity.trusting().createSocket("127.0.0.1", gateway.port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream().write(("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + gateway.port() + "\r\nAccept: text/event-stream\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                assertThat(lines.readLine()).contains(" 200 ");
                await().until(() -> streams(gateway) == 1);

                Files.writeString(Files.createDirectories(builder.routes().resolve("edited")).resolve("heard.camel.yaml"), RouteYaml.tool("heard", "description: A tool", "- setBody:\n    constant: x"));

                String line = lines.readLine();
                while (!line.startsWith("data:")) {
                    line = lines.readLine();
                }
                assertThat(line).contains("notifications/tools/list_changed");
            }
            await().until(() -> streams(gateway) == 0 && gateway.bean(GracefulDrain.class).inside() == 0);
        }
    }

    private static int streams(OwnGateway gateway) {
        return (int) gateway.bean(MeterRegistry.class).get("caravan.http.streams").gauge().value();
    }
}
