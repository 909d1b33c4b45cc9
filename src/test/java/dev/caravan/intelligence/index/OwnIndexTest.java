package dev.caravan.intelligence.index;

import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway with an empty workspace of its own for each test, and the model itself, which is loaded once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(540)
abstract class OwnIndexTest {

    /** It holds memory alone, which the end of the JVM frees. */
    private static final LocalEmbedder LOCAL = new LocalEmbedder(LocalModel.ENGLISH, 32, 2);

    final CountingEmbedder embedder = new CountingEmbedder(LOCAL);
    CodeGateway gateway;

    @TempDir
    Path folder;
    Path root;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectories(folder.resolve(UUID.randomUUID().toString()));
        embedder.before = () -> { };
        gateway = new CodeGateway("t" + UUID.randomUUID(), root, embedder, List.of("excluded/"));
    }

    @AfterEach
    void clear() {
        gateway.builds.clear(gateway.workspace);
        gateway.close();
    }

    void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static List<String> paths(List<RankedChunk> chunks) {
        return chunks.stream().map(found -> found.chunk().path()).distinct().toList();
    }
}
