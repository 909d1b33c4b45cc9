package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An index holds what the files of its workspace hold, and a build reads only those that have changed. */
@Tag("nightly")
class IndexUpdateTest extends OwnIndexTest {

    @Test
    void indexHasDefinitionsCallsAndChunksAndReportsSkippedFiles() throws Exception {
        write("src/Shop.java",
                "package shop;\n\nclass Shop {\n    /** Sells a thing. */\n    int sell(int price) {\n        return tax(price);\n    }"
                        + "\n\n    int tax(int price) {\n        return price / 5;\n    }\n}\n");
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
    void secondBuildReadsOnlyChangedFiles() throws Exception {
        for (int i = 0; i < 20; i++) {
            write("pkg/m" + i + ".py",
                    "def number_" + i + "():\n    \"\"\"Number " + i + ".\"\"\"\n    value = " + i + "\n    return value\n\n\ndef other_"
                            + i + "():\n    value = number_" + i
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
        StoredChunk changed = gateway.index.byWords(gateway.workspace, "other_3", 5).stream().map(RankedChunk::chunk)
                .filter(chunk -> chunk.symbol().contains("other_3"))
                .findFirst().orElseThrow();
        assertThat(gateway.index.texts(gateway.workspace, List.of(changed)).get(changed)).contains("value + 1000");
        embedder.passages.set(0);

        gateway.built();

        assertThat(embedder.passages.get()).isZero();
    }

    @Test
    void filesReadAsTextByAnOlderReleaseAreParsedAgainWithoutNewEmbeddings() throws Exception {
        write("tax.c", "/* Adds the tax. */\nint tax(int price)\n{\n    return price / 5;\n}\n");
        gateway.built();
        gateway.driver
                .executableQuery(
                        "MATCH (f:CaravanFile {workspace: $w})-[:DEFINES]->(s) SET f.make = left(f.make, size(f.make) - 2) DETACH DELETE s")
                .withParameters(Map.of("w", gateway.workspace.stored())).execute();
        embedder.passages.set(0);

        gateway.built();

        assertThat(gateway.index.graph(gateway.workspace).named(List.of("tax"))).hasSize(1);
        assertThat(embedder.passages.get()).isZero();
    }

    @Test
    void callAfterTheRefreshIntervalUpdatesTheIndex() throws Exception {
        write("a.py", "def a():\n    x = 1\n    y = 2\n    return x + y\n");
        try (CodeGateway fresh = new CodeGateway(gateway.workspace.name(), root, embedder, List.of(), Duration.ofMillis(300),
                Duration.ofSeconds(30),
                SharedServers.get(ServerKind.NEO4J).address())) {
            fresh.built();
            write("b.py", "def brand_new():\n    x = 1\n    y = 2\n    return x + y\n");
            await().untilAsserted(() -> {
                fresh.builds.refresh(fresh.workspace, fresh.states.of(fresh.workspace));
                assertThat(paths(fresh.index.byWords(fresh.workspace, "brand_new", 5))).containsExactly("b.py");
            });
        }
    }
}
