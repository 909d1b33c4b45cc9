package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.retrieval.CountingEmbedder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A build that is wanted while another one runs follows it; clearing ends all of them. */
@Tag("nightly")
class IndexBuildOrderTest extends OwnIndexTest {

    @Test
    void buildRequestedDuringABuildIndexesLaterWrites() throws Exception {
        write("a.py", "def early():\n    x = 1\n    y = 2\n    return x + y\n");
        CountDownLatch embedding = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        embedder.before = () -> {
            embedding.countDown();
            await().until(() -> goOn.getCount() == 0);
        };
        gateway.builds.begin(gateway.workspace);
        embedding.await(30, TimeUnit.SECONDS);

        write("0.py", "def late():\n    x = 1\n    y = 2\n    return x + y\n");
        gateway.builds.begin(gateway.workspace);
        goOn.countDown();

        await().untilAsserted(() -> assertThat(paths(gateway.index.byWords(gateway.workspace, "late", 5))).containsExactly("0.py"));
    }

    @Tag("nightly")
    @Test
    void buildRequestedAtTheEndOfAnotherIsNotLost() throws Exception {
        for (int i = 0; i < 40; i++) {
            write("m" + i + ".py", "def number_" + i + "():\n    x = 1\n    y = 2\n    return x + y\n");

            assertThat(gateway.built().files()).isEqualTo(i + 1);
        }
    }

    @Test
    void buildRequestedBeforeTheFirstBeginsIsNotRunAgain() {
        for (int i = 0; i < 5; i++) {
            gateway.builds.begin(gateway.workspace);
            gateway.builds.begin(gateway.workspace);

            IndexState ended = gateway.ended();

            await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(20))
                    .until(() -> gateway.states.of(gateway.workspace).equals(ended));
        }
    }

    @Test
    void indexOfAnotherModelIsBuiltAgainAtStart() throws Exception {
        write("a.py", "def early():\n    x = 1\n    y = 2\n    return x + y\n");
        gateway.built();
        try (CodeGateway other = new CodeGateway(gateway.workspace.name(), root, new CountingEmbedder(embedder, "another-model"),
                List.of())) {
            assertThat(other.states.of(other.workspace).isOfOtherModel()).isTrue();

            other.builds.start(null);

            await().atMost(Duration.ofSeconds(60)).until(() -> !other.states.of(other.workspace).isOfOtherModel());
            assertThat(other.ended().phase()).isEqualTo(IndexState.Phase.READY);
        }
    }

    @Test
    void clearStopsABuildAndDeletesTheIndex() throws Exception {
        for (int i = 0; i < 300; i++) {
            write("f" + i + ".py", "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        CountDownLatch embedding = new CountDownLatch(2);
        embedder.before = embedding::countDown;
        gateway.builds.begin(gateway.workspace);
        embedding.await(30, TimeUnit.SECONDS);

        gateway.builds.clear(gateway.workspace);

        assertThat(gateway.states.of(gateway.workspace)).isEqualTo(IndexState.NOTHING);
        await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(20))
                .until(() -> gateway.states.of(gateway.workspace).equals(IndexState.NOTHING));
        assertThat(gateway.driver.executableQuery("MATCH (n) WHERE n.workspace = $w OR n.key STARTS WITH $w RETURN count(n) AS left")
                .withParameters(Map.of("w", gateway.workspace.name()))
                .execute().records().get(0).get("left").asLong()).isZero();
    }
}
