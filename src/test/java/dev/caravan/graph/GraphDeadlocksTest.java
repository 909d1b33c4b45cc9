package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A transaction that Neo4j ends because of a deadlock is tried again. */
@Tag("nightly")
class GraphDeadlocksTest extends ConcurrentGraphTest {

    private static final int CALLERS = 8;

    @Autowired
    private WhiteList whiteList;

    @Autowired
    private AnswerSize sizes;

    @Autowired
    private MeterRegistry metrics;

    /**
     * Callers lock two nodes in opposite order, again and again: Neo4j ends one of each such pair. Neo4j doesn't queue for locks, so one
     * call may have to be tried often: these have a minute, not the 4 s of the shared gateway.
     */
    @Test
    void deadlocksAreRetriedWithinTheTimeout() throws Exception {
        String text = "MATCH (a:<labels> {id: $first}) SET a.count = coalesce(a.count, 0) + 1 WITH a MATCH (b:<labels> {id: $second}) SET "
                + "b.count = coalesce(b.count, 0) + 1 RETURN b.count AS count";
        Cypher cypher = new Cypher(driver, whiteList,
                new Neo4jProperties("", "", "", "neo4j", Duration.ofMinutes(1), 1, List.of("Entity"), List.of("RELATED_TO"), List.of()),
                sizes, metrics);
        String one = node();
        String two = node();
        cypher.write(text, Map.of("first", one, "second", two));
        double before = retries();
        long deadline = System.nanoTime() + MINUTES.toNanos(5);
        int rounds = 0;

        do { // a round in which no two callers happen to meet shows nothing
            all(CALLERS, caller -> {
                for (int i = 0; i < 20; i++) {
                    cypher.write(text, caller % 2 == 0 ? Map.of("first", one, "second", two) : Map.of("first", two, "second", one));
                }
                return null;
            });
            rounds++;
        } while (retries() == before && System.nanoTime() < deadline);

        assertThat(retries() - before).as("deadlocks that were tried again").isPositive();
        for (String id : List.of(one, two)) {
            assertThat(client.envelope("neo4j_find_node", JSON.createObjectNode().put("id", id)).at("/data/properties/count").asInt())
                    .isEqualTo(rounds * CALLERS * 20 + 1);
        }
    }

    private double retries() {
        return metrics.counter("caravan.neo4j.retries").count();
    }
}
