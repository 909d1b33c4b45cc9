package dev.caravan.source;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several gateways share a folder of sources: an edit at one reaches all, and edits at the same time lose nothing. */
@Tag("full")
class SharedSourcesTest extends SourceGateways {

    @Test
    void concurrentEditsAreAllKeptOrRefused() {
        try (OwnGateway other = gateway(folder).start()) {
            List<RestClient> clients = List.of(rest, new RestClient(other.port(), "bob"));
            Set<String> added = new ConcurrentSkipListSet<>();

            IntStream.range(0, 24).parallel().forEach(i -> {
                String name = "s" + i;
                String body = JSON.createObjectNode().put("kind", "servers").put("name", name)
                        .put("settings", "url: http://127.0.0.1:1/" + i + "\nreconnect: on-call\n").toString();
                RestClient.Answer answer = clients.get(i % 2).post("/api/v1/sources", body);
                if (answer.status() == 201) {
                    added.add(name);
                } else {
                    assertThat(answer.error()).as(answer.message()).isEqualTo("409/1009");
                }
            });

            assertThat(added).isNotEmpty();
            for (RestClient client : clients) {
                until(() -> new ConcurrentSkipListSet<>(client.get("/api/v1/sources").data().findValuesAsText("name")).equals(added));
            }
        }
    }
}
