package dev.caravan.mcp;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many event streams cost no threads; there are as many as may be, and all end with the gateway. */
@Tag("full")
class ManyEventStreamsTest extends OpenStreamsTest {

    @Test
    void fiveHundredStreamsUseNoThreadsAndReceiveEveryEvent() throws Exception {
        open();
        int before = ManagementFactory.getThreadMXBean().getThreadCount();
        for (int i = 1; i < 500; i++) {
            assertThat(open().status()).isEqualTo(200);
        }

        awaitStreams(500);
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(before + 50);
        save("a", tool("a", "for all", "x"));
        for (StreamClient stream : opened) {
            assertThat(stream.next()).isEqualTo(ListChangedEventsTest.TOOLS);
        }
    }

    @Test
    void streamBeyondTheLimitIsRefusedUntilAnotherCloses() throws Exception {
        for (int i = 0; i < OwnGateway.MAX_STREAMS; i++) {
            open();
        }

        StreamClient refused = open();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(object(refused.body()).at("/error/code").asInt()).isEqualTo(-32603);
        opened.get(0).close();
        awaitStreams(OwnGateway.MAX_STREAMS - 1);
        assertThat(open().status()).isEqualTo(200);
    }

    @Test
    void closedStreamsAreRemoved() throws Exception {
        StreamClient stays = open();
        StreamClient leaves = open();
        awaitStreams(2);

        leaves.close();

        awaitStreams(1);
        assertThat(raw(stays)).isNotEqualTo(StreamClient.END);
    }

    @Test
    void stoppingGatewayClosesItsStreams() throws Exception {
        OwnGateway gateway = OwnGateway.withEntries().start();
        int port = gateway.port();
        List<StreamClient> streams = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            streams.add(StreamClient.open(port, "/mcp"));
        }
        streams.add(StreamClient.deaf(port));
        long start = System.nanoTime();

        gateway.close();

        // Camel would wait for ten seconds for what is under way
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
        for (StreamClient stream : streams.subList(0, 50)) {
            assertThat(stream.next()).isEqualTo(StreamClient.END);
            stream.close();
        }
        streams.get(50).close();
    }
}
