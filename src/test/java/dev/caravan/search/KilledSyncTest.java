package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.json.Pointer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.neo4j.driver.exceptions.Neo4jException;
import org.springframework.util.unit.DataSize;

@Tag("nightly")
@Timeout(540)
class KilledSyncTest extends SearchTest {

    private static final SearchProperties SHORT_LEASE = new SearchProperties(DataSize.ofMegabytes(64), Duration.ofSeconds(4),
            Duration.ofSeconds(10), Duration.ofSeconds(2));
    private static final int STRINGS = 1_500;

    @Test
    void anotherGatewayFinishesTheSyncOfAKilledOne() throws Exception {
        try (ChildJvm child = ChildJvm.run(Child.class, SharedServers.get(ServerKind.NEO4J).address(), collection)) {
            child.untilItPrints("indexed 256");
            child.kill();
        }
        int left = stored().size();
        assertThat(left).isBetween(256, STRINGS - 1);

        SyncCounts counts = index.sync(collection, Pointer.ROOT, data(), QUIET);

        assertThat(counts.indexed()).isEqualTo(STRINGS);
        assertThat(counts.embedded()).isLessThanOrEqualTo(STRINGS - left);
        assertThat(stored()).isEqualTo(expected("", data().toString()));
        assertThat(index.search(collection, Pointer.ROOT, "sentence 1400", 5)).isNotEmpty();
    }

    @Test
    void syncFailsDuringAnOutageOfNeo4jAndResumes() throws Exception {
        sync("", "[\"before\"]");
        ServerHandle neo4j = SharedServers.get(ServerKind.NEO4J);
        neo4j.stop();
        try {
            assertThatThrownBy(() -> found("", "before")).isInstanceOf(Neo4jException.class);
            assertThatThrownBy(() -> sync("", "[\"during\"]")).isInstanceOf(Neo4jException.class);
        } finally {
            neo4j.start();
        }

        sync("", "[\"after\"]");

        assertThat(found("", "after")).containsExactly("after");
    }

    @Test
    void slowDatabaseTimesOut() throws Exception {
        sync("", "[\"before\"]");
        try (Gateway impatient = new Gateway(embedder,
                new SearchProperties(DataSize.ofMegabytes(1), Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(2)));
                var session = gateway.driver.session(); var writer = session.beginTransaction()) {
            writer.run("MATCH (c:CaravanCollection {name: $name}) SET c.touched = 'test'", java.util.Map.of("name", collection)).consume();

            assertThatThrownBy(() -> impatient.index.search(collection, Pointer.ROOT, "before", 5)).isInstanceOf(Neo4jException.class);
            assertThatThrownBy(() -> impatient.index.sync(collection, Pointer.ROOT, json("[\"x\"]"), QUIET))
                    .isInstanceOf(Neo4jException.class);
            writer.rollback();
            await("half a second may be too little on a busy machine").ignoreExceptions()
                    .untilAsserted(() -> assertThat(impatient.index.search(collection, Pointer.ROOT, "before", 5)).hasSize(1));
        }
    }

    private static ArrayNode data() {
        ArrayNode strings = JSON.createArrayNode();
        for (int i = 0; i < STRINGS; i++) {
            strings.add("sentence " + i);
        }
        return strings;
    }

    /** Indexes and says how far it is; at 256 it waits to be killed. */
    static final class Child {

        public static void main(String[] arguments) throws Exception {
            new Gateway(model(), SHORT_LEASE, arguments[0]).index.sync(arguments[1], Pointer.ROOT, data(), counts -> {
                System.out.println("indexed " + counts.indexed());
                while (counts.indexed() >= 256) {
                    LockSupport.park();
                }
            });
        }
    }
}
