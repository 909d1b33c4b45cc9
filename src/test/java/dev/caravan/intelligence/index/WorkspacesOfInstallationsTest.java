package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Installation;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workspaces with one name of two installations on one Neo4j do not meet. */
@Tag("nightly")
class WorkspacesOfInstallationsTest extends OwnIndexTest {

    @Test
    void eachFindsOnlyItsOwnCodeAndClearingOneLeavesTheOther() throws Exception {
        write("alpha.py", "def alpha_price(amount):\n    total = amount * 2\n    return total\n");
        gateway.built();
        var stranger = Files.createDirectories(folder.resolve("stranger"));
        Files.writeString(stranger.resolve("beta.py"), "def beta_price(amount):\n    total = amount * 3\n    return total\n");
        try (CodeGateway other = new CodeGateway(gateway.workspace.name(), stranger, embedder, List.of(), Duration.ZERO,
                Duration.ofSeconds(30),
                SharedServers.get(ServerKind.NEO4J).address(), new Installation("of a stranger"))) {
            assertThat(other.states.of(other.workspace)).isEqualTo(IndexState.NOTHING);
            other.built();

            assertThat(paths(gateway.index.byWords(gateway.workspace, "price", 10))).containsExactly("alpha.py");
            assertThat(paths(gateway.index.byMeaning(gateway.workspace, "the price", 10))).containsExactly("alpha.py");
            assertThat(paths(other.index.byMeaning(other.workspace, "the price", 10))).containsExactly("beta.py");
            assertThat(gateway.index.graph(gateway.workspace).named(List.of("alpha_price", "beta_price"))).hasSize(1);

            other.builds.clear(other.workspace);

            assertThat(other.states.of(other.workspace)).isEqualTo(IndexState.NOTHING);
            assertThat(paths(gateway.index.byMeaning(gateway.workspace, "the price", 10))).containsExactly("alpha.py");
            assertThat(gateway.states.of(gateway.workspace).phase()).isEqualTo(IndexState.Phase.READY);
        }
    }
}
