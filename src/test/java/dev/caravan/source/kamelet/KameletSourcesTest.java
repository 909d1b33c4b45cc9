package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.TemporaryFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A source is a resource with its last events, and a client that subscribed hears of each. */
@Tag("full")
class KameletSourcesTest extends KameletGateways {

    @Test
    void timerSourceKeepsTheLastEvents() throws Exception {
        configure("ticks",
                "kamelet: timer-source\ntitle: Ticks\nkeep: 2\ntags: [time]\nproperties: {message: '{\"tick\": true}', period: 50}\n");
        start();

        assertThat(listed("resources", "uri").get("kamelet:///ticks").get("title").asText()).isEqualTo("Ticks");
        assertThat(tools()).isEmpty();
        until(() -> events("kamelet:///ticks").size() == 2);
        assertThat(events("kamelet:///ticks").at("/0/body/tick").asBoolean()).isTrue();
        assertThat(events("kamelet:///ticks").at("/0/headers/Content-Type").asText()).isEqualTo("text/plain");
        String first = events("kamelet:///ticks").at("/1/at").asText();
        until(() -> events("kamelet:///ticks").at("/0/at").asText().compareTo(first) > 0);

        configure("ticks", "kamelet: timer-source\nkeep: 3\nproperties: {message: again, period: 50}\n");
        until(() -> events("kamelet:///ticks").size() == 3 && events("kamelet:///ticks").at("/0/body").asText().equals("again"));

        Files.delete(folder().resolve("ticks.yaml"));
        until(() -> listed("resources", "uri").isEmpty());
        until(() -> gateway.camel().getEndpoints().stream().map(String::valueOf).noneMatch(uri -> uri.startsWith("timer://tick")));
    }

    @Test
    void subscriberHearsOfANewFile() throws Exception {
        Path inbox = TemporaryFolder.make("inbox");
        OwnGateway.Builder builder = offering();
        save(builder.routes().resolve("kamelets/folder-source.kamelet.yaml"), """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata:
                  name: folder-source
                  labels:
                    camel.apache.org/kamelet.type: source
                spec:
                  definition:
                    title: Folder
                    description: Reads the files that come into a folder.
                    required: [folder]
                    properties:
                      folder: {type: string, description: Path of the folder.}
                  dependencies: ["camel:file"]
                  template:
                    from:
                      uri: "file:{{folder}}"
                      parameters: {delay: 50, initialDelay: 0, noop: true}
                      steps:
                        - to: kamelet:sink
                """);
        configure("inbox", "kamelet: folder-source\nproperties:\n  folder: " + inbox + "\n");
        start(builder);

        try (StreamClient stream = listen("kamelet:///inbox")) {
            assertThat(stream.next()).contains("kamelet:///inbox");

            put(inbox, "order.json", "{\"item\": \"tea\"}".getBytes(StandardCharsets.UTF_8));

            assertThat(stream.next(Duration.ofSeconds(20))).contains("notifications/resources/updated", "kamelet:///inbox");
        }
        assertThat(events("kamelet:///inbox").at("/0/body/item").asText()).isEqualTo("tea");
        assertThat(events("kamelet:///inbox").at("/0/headers/CamelFileName").asText()).isEqualTo("order.json");

        put(inbox, "picture", new byte[] {(byte) 0xff, 1, 2});
        until(() -> events("kamelet:///inbox").size() == 2);
        assertThat(events("kamelet:///inbox").at("/1/base64").asText()).isEqualTo("/wEC");
        put(inbox, "long", "x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        until(() -> events("kamelet:///inbox").size() == 3);
        assertThat(events("kamelet:///inbox").at("/2/truncated").asBoolean()).isTrue();
    }
}
