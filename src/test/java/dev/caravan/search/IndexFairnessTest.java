package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A user with much to index does not delay the indexes of others. */
@Tag("nightly")
class IndexFairnessTest extends OwnStoreTest {

    private static final String SMALL = "[\"tea\",\"coffee\"]";

    @Test
    void smallIndexIsReadyDuringAHugeBuildOfAnotherUser() {
        int port = FreePorts.pick();
        try (OwnGateway gateway = gateway(port)) {
            RestClient huge = new RestClient(port, "huge");
            untilItServes(huge);
            long large = search(huge, texts(1_500));
            long next = search(huge, SMALL);
            await().atMost(Duration.ofSeconds(60)).until(() -> status(huge, large).equals("indexing"));

            RestClient small = new RestClient(port, "small");
            for (int i = 0; i < 3; i++) {
                ready(small, search(small, SMALL));
                assertThat(status(huge, large)).isEqualTo("indexing");
            }
            assertThat(status(huge, next)).as("of a user one at a time").isEqualTo("pending");
        }
    }

    @Test
    void usersTakeTurns() {
        int port = FreePorts.pick();
        try (OwnGateway gateway = gateway(port, "caravan.index.max-running=1")) {
            RestClient many = new RestClient(port, "many");
            untilItServes(many);
            long[] queue = IntStream.range(0, 8).mapToLong(i -> search(many, texts(15))).toArray();
            RestClient few = new RestClient(port, "few");
            ready(few, search(few, SMALL));
            assertThat(status(many, queue[queue.length - 1])).as("what was there before").isEqualTo("pending");
        }
    }

    private static String status(RestClient rest, long tool) {
        return index(rest, tool).get("status").textValue();
    }

    private static void ready(RestClient rest, long tool) {
        await().atMost(Duration.ofSeconds(120)).pollInterval(Duration.ofMillis(20)).until(() -> status(rest, tool).equals("ready"));
    }
}
