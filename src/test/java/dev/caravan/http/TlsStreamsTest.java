package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.WaitingStep;
import dev.caravan.security.Identity;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event stream over TLS is heard. It and a call end when their client leaves, without waiting for a heartbeat. */
@Tag("nightly")
class TlsStreamsTest {

    @TempDir
    private Path folder;
    private Identity identity;

    private OwnGateway.Builder builder() throws Exception {
        identity = Identity.make(folder, "entry", "EC");
        return OwnGateway.withEntries().settings("http.heartbeat=1h", "http.tls.certificate=" + identity.certificateFile(),
                "http.tls.key=" + identity.keyFile());
    }

    @Test
    void aCallEndsWithItsModernClient() throws Exception {
        WaitingStep.close();
        String body = McpClient.request(
                "tools/call", McpClient.modernParams(McpClient.object("{\"name\":\"waits\"}"), McpClient.object("{}"))).toString();
        try (OwnGateway gateway = builder().file("waits", RouteYaml.tool("waits", "description: A tool\ntimeout: 10m", WaitingStep.YAML))
                .start()) {
            try (SSLSocket socket = (SSLSocket) identity.trusting().createSocket("127.0.0.1", gateway.port())) {
                socket.getOutputStream()
                        .write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + gateway.port()
                                + "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
                                + "MCP-Protocol-Version: " + McpClient.MODERN
                                + "\r\nMcp-Method: tools/call\r\nMcp-Name: waits\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                                .getBytes(StandardCharsets.US_ASCII));
                await().until(() -> WaitingStep.waiting() == 1);
            }
            await().until(() -> WaitingStep.waiting() == 0 && gateway.bean(GracefulDrain.class).inside() == 0);
        } finally {
            WaitingStep.open();
        }
    }

    @Test
    void aStreamEndsWithItsClient() throws Exception {
        OwnGateway.Builder builder = builder();
        try (OwnGateway gateway = builder.start()) {
            try (SSLSocket socket = (SSLSocket) identity.trusting().createSocket("127.0.0.1", gateway.port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write(("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + gateway.port() + "\r\nAccept: text/event-stream\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                assertThat(lines.readLine()).contains(" 200 ");
                await().until(() -> streams(gateway) == 1);

                Files.writeString(Files.createDirectories(builder.routes().resolve("edited")).resolve("heard.camel.yaml"),
                        RouteYaml.tool("heard", "description: A tool", "- setBody:\n    constant: x"));

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
