package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The folder of routes vanishes for a while, as a mount may, and meanwhile another process takes the port. */
@Tag("nightly")
class PortReturnsTest {

    @Test
    void gatewayServesAgainWhenThePortIsFree() throws Exception {
        OwnGateway.Builder builder = OwnGateway.withEntries().tool("t_works", "tests", "yes");
        Path away = builder.routes().resolveSibling(builder.routes().getFileName() + "-away");
        try (GatewayLog log = GatewayLog.record(); OwnGateway gateway = builder.start()) {
            assertThat(answer(gateway)).contains("yes");
            Files.move(builder.routes(), away);
            await().until(() -> gateway.camel().getRoutes().isEmpty());
            try (ServerSocket other = new ServerSocket(gateway.port(), 1, InetAddress.getByName("127.0.0.1"))) {
                Files.move(away, builder.routes());
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> log.text().contains("Port " + other.getLocalPort() + " of 127.0.0.1 can't be opened"));
            }
            await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> assertThat(answer(gateway)).contains("yes"));
        }
    }

    private static String answer(OwnGateway gateway) {
        return new McpClient(gateway.port()).call("t_works", McpClient.object("{}")).body();
    }
}
