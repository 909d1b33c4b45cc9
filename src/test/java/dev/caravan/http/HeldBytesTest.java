package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All request bodies together take no more memory than their budget, and all connections of one address no more than their number. */
@Tag("full")
class HeldBytesTest {

    private static final String POST = "POST /mcp HTTP/1.1\nHost: 127.0.0.1\nContent-Type: application/json\nAccept: application/json\n";
    private static final int HALF = 512 * 1024;
    private static final String PING = McpClient.request("ping", null).toString();

    @Test
    void bodiesBeyondTheBudgetAreRefusedUntilMemoryIsFree() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.max-bodies=1MB").shared().start()) {
            try (RawConnections connections = new RawConnections(gateway.port())) {
                for (int i = 0; i < 2; i++) {
                    connections.open(POST + "Content-Length: 600000\n\n" + " ".repeat(HALF));
                }
                await().until(() -> gateway.bean(BodyLimits.class).held() > 2 * HALF - 40_000);
                Socket third = connections.open(POST + "Content-Length: 400000\n\n" + " ".repeat(100_000));
                assertThat(RawConnections.status(third)).isEqualTo(503);
                assertThat(gateway.client().post(PING).status()).as("a small request").isEqualTo(200);
            }
            await().until(() -> gateway.client().post(" ".repeat(900_000) + PING).status() == 200);
        }
    }

    /** A stream may stay open for a day: 33 of them shut the gateway. */
    @Test
    void streamsHoldNoBody() throws Exception {
        ObjectNode params = McpClient.object(
                "{\"notifications\":{\"toolsListChanged\":true},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}").put("pad", "x".repeat(600_000));
        List<StreamClient> streams = new ArrayList<>();
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.max-bodies=1MB").shared().start()) {
            for (int i = 0; i < 4; i++) {
                StreamClient stream = StreamClient.post(gateway.port(), "/mcp",
                        McpClient.request("subscriptions/listen", params).toString(),
                        "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen");
                streams.add(stream);
                assertThat(stream.status()).isEqualTo(200);
                assertThat(stream.next()).contains("acknowledged");
            }
            assertThat(gateway.client().post(" ".repeat(900_000) + PING).status()).isEqualTo(200);
        } finally {
            for (StreamClient stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void callersHaveSeparateShares() throws Exception {
        String ann = "kAnn-6f3c0c6f0b1e4c5f9f0e";
        String ben = "kBen-7a3f77de21b84d0c33aa";
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.max-bodies=1MB", "http.max-bodies-per-caller=500KB")
                .apiKey("ann", ann, "tools:read")
                .apiKey("ben", ben, "tools:read").start()) {
            try (RawConnections connections = new RawConnections(gateway.port())) {
                connections.open(POST + "X-API-Key: " + ann + "\nContent-Length: 500000\n\n" + " ".repeat(450_000));
                await().until(() -> gateway.bean(BodyLimits.class).held() > 430_000);
                Socket second = connections.open(POST + "X-API-Key: " + ann + "\nContent-Length: 200000\n\n" + " ".repeat(100_000));
                assertThat(RawConnections.status(second)).isEqualTo(429);
                assertThat(gateway.client().post(" ".repeat(300_000) + PING, "X-API-Key", ben).status()).as("another caller")
                        .isEqualTo(200);
            }
            await().until(() -> gateway.client().post(" ".repeat(400_000) + PING, "X-API-Key", ann).status() == 200);
        }
    }

    @Test
    void addressesHaveSeparateConnectionLimits() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.max-connections-per-address=3").start();
                RawConnections connections = new RawConnections(gateway.port())) {
            String request = POST + "Content-Length: " + PING.length() + "\n\n" + PING;
            Socket first = connections.open(request);
            assertThat(RawConnections.status(first)).isEqualTo(200);
            assertThat(RawConnections.status(connections.open(request))).isEqualTo(200);
            assertThat(RawConnections.status(connections.open(request))).isEqualTo(200);

            assertThat(RawConnections.isClosed(connections.open(""))).as("the fourth").isTrue();
            assertThat(RawConnections.status(connections.open("127.0.0.2", request))).as("another address").isEqualTo(200);
            first.close();
            await().until(() -> {
                try {
                    return RawConnections.status(connections.open(request)) == 200;
                } catch (java.io.IOException refusedStill) {
                    return false;
                }
            });
        }
    }
}
