package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.HealthComponent;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;

/** A gateway has all settings, also where the operator's file has few. */
@Tag("full")
class DefaultSettingsTest {

    @Test
    void missingSettingsHaveTheValuesOfTheReleasedFile(@TempDir Path folder) throws Exception {
        Path own = Files.writeString(folder.resolve("application.yaml"), "caravan:\n  mcp:\n    title: Ours\n");
        try (OwnGateway gateway = OwnGateway.withAllRoutes().property("spring.config.location", "classpath:/,file:" + own).start()) {
            HealthComponent routes = gateway.bean(HealthEndpoint.class).healthForPath("routes");
            assertThat(routes.getStatus()).as(routes.toString()).isEqualTo(Status.UP);
            McpClient client = gateway.client();
            assertThat(client.legacy("2025-11-25", "initialize", McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}"), "InitializeResult").result().at("/serverInfo/title")
                    .asText()).isEqualTo("Ours");
            assertThat(client.envelope("echart_generate", McpClient.object("{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}"))
                    .get("ok").asBoolean()).isTrue();
            assertThat(gateway.application().getEnvironment().getProperty("server.address")).as("where its state can be seen")
                    .isEqualTo("127.0.0.1");
        }
    }
}
