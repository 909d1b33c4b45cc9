package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.RestClient;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.retrieval.EmbeddingServer;
import dev.caravan.retrieval.LocalEmbedder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The index of a search tool whose gateway ends is finished by another gateway. */
@Tag("nightly")
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
        int first = FreePorts.pick();
        int second = FreePorts.pick();
        AtomicBoolean ended = new AtomicBoolean();
        try (LocalEmbedder model = new LocalEmbedder(32, 2); EmbeddingServer endpoint = new EmbeddingServer(model);
                ChildJvm one = child(first, endpoint, model, more); ChildJvm another = child(second, endpoint, model, more)) {
            endpoint.behaves((exchange, body) -> {
                while (!ended.get() && (one.printed().contains("Index progress") || another.printed().contains("Index progress"))) {
                    Thread.sleep(20); // the index can't be finished before its gateway ends
                }
                endpoint.embed(exchange, body);
            });
            for (ChildJvm gateway : List.of(one, another)) {
                gateway.untilItPrints("Caravan is ready");
            }
            RestClient rest = new RestClient(first, "u");
            untilItServes(rest);
            long tool = search(rest, texts(80));
            // logged more often than the store learns of it, which is each third of a lease
            String some = "Index progress tool=" + tool + " ";
            await().atMost(Duration.ofSeconds(180)).until(() -> one.printed().contains(some) || another.printed().contains(some));
            assertThat(index(rest, tool).get("status").textValue()).as("in mid-index").isEqualTo("indexing");
            boolean ofTheFirst = one.printed().contains("Indexing started tool=" + tool);
            end.of(ofTheFirst ? one : another);
            ended.set(true);
            RestClient alive = new RestClient(ofTheFirst ? second : first, "u");
            JsonNode ready = await().atMost(Duration.ofSeconds(180)).until(() -> index(alive, tool),
                    index -> index.get("status").textValue().equals("ready"));
            assertThat((ofTheFirst ? another : one).printed()).contains("Indexing started tool=" + tool);
            assertThat(ready.get("nodes_count").intValue()).isEqualTo(80);
            assertThat(ready.get("indexed_chunks_count").intValue()).isEqualTo(ready.get("chunks_count").intValue()).isGreaterThan(80);
            assertThat(chunks(collection(alive, tool))).as("no chunk twice").doesNotHaveDuplicates()
                    .hasSize(ready.get("chunks_count").intValue());
        }
    }

    private ChildJvm child(int port, EmbeddingServer endpoint, LocalEmbedder model, String... more) throws IOException {
        Map<String, String> settings = Patience.settings();
        settings.put("caravan.store.connect-timeout", "12s");
        settings.putAll(settings(more));
        settings.putAll(Map.of("caravan.embedding.kind", "openai", "caravan.embedding.url", endpoint.url(), "caravan.embedding.model", "m",
                "caravan.embedding.dimensions", String.valueOf(model.dimensions()), "caravan.embedding.timeout", "5m",
                "caravan.embedding.api-key", "sk"));
        settings.putAll(Map.of("caravan.http.port", String.valueOf(port), "server.port", "0"));
        return ChildJvm.run(Caravan.class,
                settings.entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue()).toArray(String[]::new));
    }
}
