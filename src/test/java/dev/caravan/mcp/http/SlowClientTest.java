package dev.caravan.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.caravan.EditableGatewayTest;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.session.Subscriptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that doesn't read takes nothing from the others, and not much of the gateway's memory. */
class SlowClientTest extends EditableGatewayTest {

    private final OpenStreams streams = bean(OpenStreams.class);
    private final Subscriptions subscriptions = bean(Subscriptions.class);

    @Test
    void streamWithAFullQueueIsClosedAndOthersReceiveAll() throws Exception {
        try (StreamClient reads = StreamClient.open(port(), "/mcp"); StreamClient deaf = StreamClient.deaf(port())) {
            await().until(streams::size, equalTo(2));
            String list = "x".repeat(32 * 1024);

            int sent = 0;
            while (streams.size() == 2 && sent < 10_000) {
                subscriptions.changed(ListChanges.GATEWAY, list);
                sent++;
                assertThat(reads.next()).hasSizeGreaterThan(32 * 1024);
            }

            assertThat(sent).isLessThan(10_000);
            assertThat(streams.size()).isEqualTo(1);
            assertThat(reads.nextRaw()).isEqualTo(": keep-alive");
        }
        await().until(streams::size, equalTo(0));
    }

    @Tag("full")
    @Test
    void streamWithoutReadsForAHeartbeatIsClosed() throws Exception {
        // a busy machine may not run the client that reads for a heartbeat of the shared gateway
        try (OwnGateway gateway = OwnGateway.withEntries().set("http.heartbeat", "3s").start();
                StreamClient reads = StreamClient.open(gateway.port(), "/mcp"); StreamClient deaf = StreamClient.deaf(gateway.port())) {
            OpenStreams own = gateway.bean(OpenStreams.class);
            await().until(own::size, equalTo(2));

            gateway.bean(Subscriptions.class).changed(ListChanges.GATEWAY, "x".repeat(16 * 1024 * 1024));

            assertThat(reads.next()).hasSizeGreaterThan(16 * 1024 * 1024);
            await().until(own::size, equalTo(1));
            reads.close();
            await().until(own::size, equalTo(0));
        }
    }
}
