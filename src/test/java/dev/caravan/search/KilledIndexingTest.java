package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.GatewayTest;
import dev.caravan.RestClient;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The index of a search tool whose gateway ends is finished by another gateway. */
@Tag("full")
class KilledIndexingTest extends OwnStoreTest {

    private interface End {
        void of(ChildJvm gateway) throws InterruptedException;
    }

    @Test
    void anotherGatewayFinishesTheIndexOfAKilledOne() throws Exception {
        expectAnotherToFinishTheIndex(ChildJvm::kill);
    }

    @Test
    void stoppingGatewayReleasesItsIndexAtOnce() throws Exception {
        expectAnotherToFinishTheIndex(ChildJvm::terminate, "caravan.index.lease=1h", "caravan.search.lease=1h");
    }

    private void expectAnotherToFinishTheIndex(End end, String... more) throws Exception {
        int first = GatewayTest.freePort();
        int second = GatewayTest.freePort();
        try (ChildJvm one = child(first, more); ChildJvm another = child(second, more)) {
            for (ChildJvm gateway : List.of(one, another)) {
                gateway.untilItPrints("Caravan is ready");
            }
            RestClient rest = new RestClient(first, "u");
            untilItServes(rest);
            long tool = search(rest, texts(80));
            String some = "Index progress tool=" + tool + " "; // logged more often than the store learns of it, which is each third of a lease
            await().atMost(Duration.ofSeconds(60)).until(() -> one.printed().contains(some) || another.printed().contains(some));
            assertThat(index(rest, tool).get("status").textValue()).as("in mid-index").isEqualTo("indexing");
            boolean ofTheFirst = one.printed().contains("Indexing started tool=" + tool);
            end.of(ofTheFirst ? one : another);
            RestClient alive = new RestClient(ofTheFirst ? second : first, "u");
            JsonNode ready = await().atMost(Duration.ofSeconds(180)).until(() -> index(alive, tool), index -> index.get("status").textValue().equals("ready"));
            assertThat((ofTheFirst ? another : one).printed()).contains("Indexing started tool=" + tool);
            assertThat(ready.get("nodes_count").intValue()).isEqualTo(80);
            assertThat(ready.get("indexed_chunks_count").intValue()).isEqualTo(ready.get("chunks_count").intValue()).isGreaterThan(80);
            assertThat(chunks(rest(alive, tool))).as("no chunk twice").doesNotHaveDuplicates().hasSize(ready.get("chunks_count").intValue());
        }
    }

    private ChildJvm child(int port, String... more) throws IOException {
        Map<String, String> settings = Patience.settings();
        settings.put("caravan.store.connect-timeout", "12s");
        settings.putAll(settings(more));
        settings.putAll(Map.of("caravan.http.port", String.valueOf(port), "server.port", "0"));
        return ChildJvm.run(Caravan.class, settings.entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue()).toArray(String[]::new));
    }
}
