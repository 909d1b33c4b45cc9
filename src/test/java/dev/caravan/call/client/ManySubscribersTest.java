package dev.caravan.call.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two thousand clients that wait for news cost no threads, and all hear it. */
@Tag("nightly")
class ManySubscribersTest extends SharedStoreTest {

    private static final int MANY = MAX_STREAMS - 10;

    @Test
    void twoThousandIdleStreamsUseNoThreadsAndReceiveEveryEvent() throws Exception {
        String many = "{\"resourceSubscriptions\":[\"thing:///many\"]}";
        List<StreamClient> streams = new ArrayList<>();
        List<StreamClient> others = new ArrayList<>();
        try {
            int before = ManagementFactory.getThreadMXBean().getThreadCount();
            for (int i = 0; i < MANY; i++) {
                StreamClient stream = StreamClient.listen(OTHER, "/mcp", many);
                streams.add(stream);
                assertThat(stream.next()).contains("acknowledged");
            }
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(before + 50);

            int status = 200;
            while (others.size() < 20 && status == 200) {
                StreamClient more = StreamClient.listen(OTHER, "/mcp", many);
                others.add(more);
                status = more.status();
            }
            assertThat(status).as("there are as many as may be").isEqualTo(503);
            touch(ONE, "many");

            for (StreamClient stream : streams) {
                assertThat(stream.next()).contains("thing:///many");
            }
        } finally {
            streams.addAll(others);
            for (StreamClient stream : streams) {
                stream.close();
            }
        }
        await().atMost(60, SECONDS).until(() -> other.bean(MeterRegistry.class).get("caravan.http.streams").gauge().value() < 10);
    }
}
