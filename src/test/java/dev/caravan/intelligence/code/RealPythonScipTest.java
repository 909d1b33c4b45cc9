package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** Indexes of scip-python are read. It needs no Python, if it is told which packages there are. */
@Tag("full")
class RealPythonScipTest {

    @Test
    void callsOfTheFixtureAreCertain() throws Exception {
        Needs.npm(RealScipTest.FOLDER);
        Path root = TemporaryFolder.make("caravan-python-scip");
        FileSystemUtils.copyRecursively(Path.of("src/test/resources/intelligence/chains/python"), root);
        Files.writeString(root.resolve("packages.json"), "[]");
        RealScipTest.index(root, "scip-python/index.js", "index", "--project-name", "shop", "--project-version", "1", "--environment",
                "packages.json", ".");
        MemoryCodeGraph graph = RealScipTest.graph(root);
        List<String> byHand = Files.readAllLines(Path.of("src/test/resources/intelligence/certain-edges/python.txt"));

        assertThat(graph.all()).allMatch(Symbol::inScip);
        assertThat(RealScipTest.edges(graph, "")).containsAll(byHand);
    }
}
