package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A build that fails, is killed or loses Neo4j says why, and a later build continues it. */
@Tag("nightly")
class IndexRecoveryTest extends OwnIndexTest {

    @Test
    void anotherGatewayResumesAKilledBuild() throws Exception {
        for (int i = 0; i < 400; i++) {
            write("f" + i + ".py", "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        gateway.builds.stop(); // else it may take up the build before the other one does
        try (ChildJvm child = ChildJvm.run(Child.class, SharedServers.get(ServerKind.NEO4J).address(), gateway.workspace.name(),
                root.toString())) {
            child.untilItPrints("reached");
            child.kill();
        }
        long left = gateway.states.of(gateway.workspace).files();
        assertThat(left).isBetween(1L, 399L);
        embedder.passages.set(0);

        gateway.builds.start();

        await().atMost(Duration.ofSeconds(180)).until(() -> gateway.states.of(gateway.workspace).phase() == IndexState.Phase.READY);

        assertThat(gateway.states.of(gateway.workspace).files()).isEqualTo(400);
        assertThat(embedder.passages.get()).isBetween(1, (int) (400 - left));
    }

    @Test
    void failedBuildSaysWhyAndTheNextBuildRepairsIt() throws Exception {
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
    void missingRootIsAnErrorAndKeepsTheIndex() throws Exception {
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
    void buildResumesAfterAnOutageOfNeo4j() throws Exception {
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

            await().atMost(Duration.ofSeconds(180)).ignoreExceptions()
                    .until(() -> brief.states.of(brief.workspace).phase() == IndexState.Phase.READY);

            assertThat(brief.states.of(brief.workspace).files()).isEqualTo(300);
        }
    }

    /** Builds until some files are indexed, then waits to be killed. */
    static final class Child {

        public static void main(String[] arguments) throws Exception {
            CountingEmbedder embedder = new CountingEmbedder(new LocalEmbedder(LocalModel.ENGLISH, 32, 2));
            CodeGateway gateway = new CodeGateway(arguments[1], Path.of(arguments[2]), embedder, List.of("excluded/"), Duration.ZERO,
                    Duration.ofSeconds(3), arguments[0]);
            embedder.before = () -> {
                while (gateway.states.of(gateway.workspace).files() > 0) {
                    System.out.println("reached");
                    LockSupport.park();
                }
            };
            gateway.builds.begin(gateway.workspace);
            new CountDownLatch(1).await();
        }
    }
}
