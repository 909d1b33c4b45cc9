package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class IndexBuildTest {

    private LocalEmbedder local;
    private CountingEmbedder embedder;
    private CodeGateway gateway;

    @TempDir
    Path folder;
    private Path root;

    @BeforeAll
    void load() {
        local = new LocalEmbedder(LocalModel.ENGLISH, 32, 2);
        embedder = new CountingEmbedder(local);
    }

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

    @AfterAll
    void close() throws Exception {
        local.close();
    }

    @Test
    void anIndexHoldsDefinitionsCallsAndPiecesAndSaysWhatItLeftOut() throws Exception {
        write("src/Shop.java", "package shop;\n\nclass Shop {\n    /** Sells a thing. */\n    int sell(int price) {\n        return tax(price);\n    }\n\n    int tax(int price) {\n        return price / 5;\n    }\n}\n");
        write("README.md", "# Shop\n\nSells things, with tax.\n");
        write("picture.png", "\u0000\u0001");
        write("package-lock.json", "{\"a\": 1}");
        write("broken.py", "def ((((\n".repeat(50) + "@@@@ %%%% $$$$\n".repeat(50));
        write(".gitignore", "build/\n");
        write("build/Out.java", "class Out {}");
        write("excluded/In.java", "class In {}");

        IndexState state = gateway.built();

        assertThat(state.phase()).isEqualTo(IndexState.Phase.READY);
        assertThat(state.skipped()).contains(entry("binary", 1L), entry("generated", 1L), entry("unparsable", 1L));
        assertThat(state.files()).isEqualTo(3);
        assertThat(state.symbols()).isEqualTo(3);
        assertThat(state.calls()).isEqualTo(1);
        assertThat(state.lastError()).isNull();
        assertThat(state.done()).isEqualTo(state.total()).isEqualTo(6);
        assertThat(state.durationMs()).isNotNegative();
        assertThat(state.finishedAt()).isBetween(state.startedAt(), Instant.now().plusSeconds(5));
        assertThat(paths(gateway.index.byWords(gateway.workspace, "sell", 10))).contains("src/Shop.java");
        assertThat(paths(gateway.index.byMeaning(gateway.workspace, "value added tax", 10))).contains("src/Shop.java", "README.md")
                .doesNotContain("build/Out.java", "excluded/In.java");
        assertThat(gateway.index.graph(gateway.workspace).callsTo(List.of("tax"))).singleElement()
                .satisfies(call -> assertThat(call.caller()).startsWith("src/Shop.java#Shop.sell"));
    }

    @Test
    void aSecondBuildReadsOnlyWhatHasChanged() throws Exception {
        for (int i = 0; i < 20; i++) {
            write("pkg/m" + i + ".py", "def number_" + i + "():\n    \"\"\"Number " + i + ".\"\"\"\n    value = " + i + "\n    return value\n\n\ndef other_" + i + "():\n    value = number_" + i
                    + "()\n    print(value)\n    return value + 1\n");
        }
        gateway.built();
        embedder.passages.set(0);

        write("pkg/m3.py", Files.readString(root.resolve("pkg/m3.py")).replace("return value + 1", "return value + 1000"));
        Files.delete(root.resolve("pkg/m4.py"));
        write("pkg/new.py", "def fresh():\n    a = 1\n    b = 2\n    return a + b\n");
        Files.setLastModifiedTime(root.resolve("pkg/m5.py"), FileTime.from(Instant.now().minusSeconds(1_000)));
        IndexState state = gateway.built();

        assertThat(state.files()).isEqualTo(20);
        assertThat(embedder.passages.get()).as("the changed function, the new file").isEqualTo(2);
        assertThat(paths(gateway.index.byWords(gateway.workspace, "fresh", 5))).containsExactly("pkg/new.py");
        assertThat(gateway.index.graph(gateway.workspace).named(List.of("number_4", "other_4"))).isEmpty();
        StoredChunk changed = gateway.index.byWords(gateway.workspace, "other_3", 5).stream().map(FoundChunk::chunk).filter(chunk -> chunk.symbol().contains("other_3"))
                .findFirst().orElseThrow();
        assertThat(gateway.index.texts(gateway.workspace, List.of(changed)).get(changed)).contains("value + 1000");
        embedder.passages.set(0);

        gateway.built();

        assertThat(embedder.passages.get()).isZero();
    }

    @Test
    void aBuildThatWasKilledIsGoneOnWithByAnotherGateway() throws Exception {
        for (int i = 0; i < 400; i++) {
            write("f" + i + ".py", "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        try (ChildJvm child = ChildJvm.run(Child.class, SharedServers.get(ServerKind.NEO4J).address(), gateway.workspace.name(), root.toString())) {
            child.untilItPrints("reached");
            child.kill();
        }
        long left = gateway.states.of(gateway.workspace).files();
        assertThat(left).isBetween(1L, 399L);
        embedder.passages.set(0);

        await().atMost(Duration.ofSeconds(60)).until(() -> gateway.states.of(gateway.workspace).phase() == IndexState.Phase.READY);

        assertThat(gateway.states.of(gateway.workspace).files()).isEqualTo(400);
        assertThat(embedder.passages.get()).isBetween(1, (int) (400 - left));
    }

    @Test
    void whatIsWrittenWhileABuildRunsIsFoundIfAnotherIsWantedThen() throws Exception {
        write("a.py", "def early():\n    x = 1\n    y = 2\n    return x + y\n");
        CountDownLatch embedding = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        embedder.before = () -> {
            embedding.countDown();
            await().atMost(Duration.ofSeconds(30)).until(() -> goOn.getCount() == 0);
        };
        gateway.builds.begin(gateway.workspace);
        embedding.await(30, TimeUnit.SECONDS);

        write("0.py", "def late():\n    x = 1\n    y = 2\n    return x + y\n");
        gateway.builds.begin(gateway.workspace);
        goOn.countDown();

        await().atMost(Duration.ofSeconds(4)).untilAsserted(() -> assertThat(paths(gateway.index.byWords(gateway.workspace, "late", 5))).containsExactly("0.py"));
    }

    @Test
    void aBuildThatIsWantedAtTheEndOfOneIsNotLost() throws Exception {
        for (int i = 0; i < 40; i++) {
            write("m" + i + ".py", "def number_" + i + "():\n    x = 1\n    y = 2\n    return x + y\n");

            assertThat(gateway.built().files()).isEqualTo(i + 1);
        }
    }

    @Test
    void aBuildThatFailsSaysWhyAndTheNextOneMendsIt() throws Exception {
        write("a.py", "def a():\n    x = 1\n    y = 2\n    return x + y\n");
        embedder.before = () -> {
            throw new EmbeddingException("The model is away", null);
        };

        IndexState failed = gateway.built();
        embedder.before = () -> { };
        IndexState mended = gateway.built();

        assertThat(failed.phase()).isEqualTo(IndexState.Phase.ERROR);
        assertThat(failed.lastError()).isEqualTo("The model is away");
        assertThat(mended.phase()).isEqualTo(IndexState.Phase.READY);
        assertThat(mended.lastError()).isNull();
        assertThat(mended.files()).isEqualTo(1);
    }

    @Test
    void aRootThatIsGoneIsAnErrorAndLosesNothing() throws Exception {
        write("a.py", "def a():\n    x = 1\n    y = 2\n    return x + y\n");
        gateway.built();
        Path away = Files.move(root, root.resolveSibling("away" + UUID.randomUUID()));

        IndexState state = gateway.built();

        assertThat(state.phase()).isEqualTo(IndexState.Phase.ERROR);
        assertThat(state.lastError()).isNotBlank();
        assertThat(state.files()).isEqualTo(1);
        Files.move(away, root);
    }

    @Test
    void clearingEndsABuildAndLeavesNothing() throws Exception {
        for (int i = 0; i < 300; i++) {
            write("f" + i + ".py", "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        CountDownLatch embedding = new CountDownLatch(2);
        embedder.before = embedding::countDown;
        gateway.builds.begin(gateway.workspace);
        embedding.await(30, TimeUnit.SECONDS);

        gateway.builds.clear(gateway.workspace);

        assertThat(gateway.states.of(gateway.workspace)).isEqualTo(IndexState.NOTHING);
        TimeUnit.SECONDS.sleep(2);
        assertThat(gateway.states.of(gateway.workspace)).isEqualTo(IndexState.NOTHING);
        assertThat(gateway.driver.executableQuery("MATCH (n) WHERE n.workspace = $w OR n.key STARTS WITH $w RETURN count(n) AS left").withParameters(Map.of("w", gateway.workspace.name()))
                .execute().records().get(0).get("left").asLong()).isZero();
    }

    @Test
    void whileNeo4jIsAwayABuildBreaksOffAndGoesOnAfterwards() throws Exception {
        for (int i = 0; i < 300; i++) {
            write("f" + i + ".py", "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        CountDownLatch embedding = new CountDownLatch(2);
        embedder.before = embedding::countDown;
        try (CodeGateway brief = new CodeGateway(gateway.workspace.name(), root, embedder, List.of(), Duration.ZERO, Duration.ofSeconds(3),
                SharedServers.get(ServerKind.NEO4J).address())) {
            brief.builds.begin(brief.workspace);
            embedding.await(30, TimeUnit.SECONDS);
            ServerHandle neo4j = SharedServers.get(ServerKind.NEO4J);
            neo4j.stop();
            neo4j.start();

            await().atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> brief.states.of(brief.workspace).phase() == IndexState.Phase.READY);

            assertThat(brief.states.of(brief.workspace).files()).isEqualTo(300);
        }
    }

    @Test
    void aCallAfterTheRefreshIntervalHasChangesLookedAt() throws Exception {
        write("a.py", "def a():\n    x = 1\n    y = 2\n    return x + y\n");
        try (CodeGateway fresh = new CodeGateway(gateway.workspace.name(), root, embedder, List.of(), Duration.ofMillis(300), Duration.ofSeconds(30),
                SharedServers.get(ServerKind.NEO4J).address())) {
            fresh.built();
            write("b.py", "def brand_new():\n    x = 1\n    y = 2\n    return x + y\n");
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                fresh.builds.refresh(fresh.workspace, fresh.states.of(fresh.workspace));
                assertThat(paths(fresh.index.byWords(fresh.workspace, "brand_new", 5))).containsExactly("b.py");
            });
        }
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<String> paths(List<FoundChunk> chunks) {
        return chunks.stream().map(found -> found.chunk().path()).distinct().toList();
    }

    /** Builds until it is killed. */
    static final class Child {

        public static void main(String[] arguments) throws Exception {
            CodeGateway gateway = new CodeGateway(arguments[1], Path.of(arguments[2]), new LocalEmbedder(LocalModel.ENGLISH, 32, 2), List.of("excluded/"), Duration.ZERO, Duration.ofSeconds(3), arguments[0]);
            gateway.builds.begin(gateway.workspace);
            while (gateway.states.of(gateway.workspace).files() == 0) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            System.out.println("reached");
            TimeUnit.MINUTES.sleep(1);
        }
    }
}
