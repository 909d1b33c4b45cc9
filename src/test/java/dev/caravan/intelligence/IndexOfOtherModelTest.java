package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After a change of the model, the code index answers by words until it is made again. */
@Tag("nightly")
@Timeout(180)
class IndexOfOtherModelTest {

    @TempDir
    Path root;

    @Test
    void wordsAnswerUntilVectorsOfTheNewModelAreComplete() throws Exception {
        Files.writeString(root.resolve("pump.py"), "def drain_pump():\n    x = 1\n    y = 2\n    return x + y\n");
        Files.writeString(root.resolve("valve.py"), "def close_valve():\n    x = 1\n    y = 2\n    return x + y\n");
        String name = "t" + UUID.randomUUID();
        CountDownLatch embedding = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (LocalEmbedder english = new LocalEmbedder(LocalModel.ENGLISH, 32, 2);
                LocalEmbedder chinese = new LocalEmbedder(LocalModel.CHINESE, 32, 2);
                CodeGateway before = new CodeGateway(name, root, english, List.of())) {
            before.built();
            assertThat(byMeaning(before)).hasSize(2);
            CountingEmbedder held = new CountingEmbedder(chinese);
            held.before = () -> waits(embedding, goOn);
            try (CodeGateway after = new CodeGateway(name, root, held, List.of())) {
                assertThat(after.states.of(after.workspace).phase()).isEqualTo(IndexState.Phase.READY);
                assertWordsAnswer(after);

                after.builds.begin(after.workspace);
                embedding.await();
                assertWordsAnswer(after);
                goOn.countDown();
                after.ended();

                assertThat(byMeaning(after)).hasSize(2);
                assertThat(warning(after)).isEmpty();
            } finally {
                goOn.countDown();
                before.builds.clear(before.workspace);
            }
        }
    }

    private static void waits(CountDownLatch begun, CountDownLatch goOn) {
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertWordsAnswer(CodeGateway gateway) throws Exception {
        CodeQueries queries = queries(gateway);
        assertThat(queries.byWords(query(queries), 10, Duration.ofSeconds(2))).extracting(found -> found.chunk().path())
                .containsExactly("pump.py");
        assertThat(byMeaning(gateway)).isEmpty();
        assertThat(warning(gateway)).contains("another embedding model");
    }

    private static List<RankedChunk> byMeaning(CodeGateway gateway) throws Exception {
        CodeQueries queries = queries(gateway);
        return queries.byMeaning(query(queries), 10);
    }

    private static String warning(CodeGateway gateway) throws Exception {
        ObjectNode metadata = new ObjectMapper().createObjectNode();
        new Metadata(null).about(metadata, query(queries(gateway)));
        return metadata.path("warning").asText();
    }

    private static CodeQueries queries(CodeGateway gateway) {
        return new CodeQueries(gateway.workspaces, gateway.states, gateway.builds, gateway.index, null);
    }

    private static CodeQuery query(CodeQueries queries) throws Exception {
        return queries.begin(Map.of("query", "drain pump"));
    }
}
