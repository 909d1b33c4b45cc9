package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.http.BadClients.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A thousand clients that drip, stall, hold, flood or never read, in every phase of a request at once, keep no honest client from its
 * answer. How much slower answers become is measured by {@code BadClientsBenchmark}.
 */
@Tag("nightly")
class BadClientsTest {

    private static final int BAD = 1_000;
    private static final int HONEST = 2_000;
    private static final int AT_ONCE = 8;

    @Test
    void honestCallsAreAnsweredAndBadConnectionsClosed() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.patience=10s", "http.request-timeout=20s", "tools.timeout=60s")
                .tool("echo", "t", "echo")
                .file("large", BadClients.ROUTE).start(); BadClients bad = new BadClients(gateway.port(), BAD, Kind.values())) {
            await().atMost(60, SECONDS).until(() -> gateway.bean(GracefulDrain.class).inside() > 0);
            McpClient client = gateway.client();
            ExecutorService honest = Executors.newFixedThreadPool(AT_ONCE);

            List<CompletableFuture<Boolean>> calls = Stream.generate(() -> CompletableFuture.supplyAsync(() -> isAnswered(client), honest))
                    .limit(HONEST).toList();

            assertThat(calls).extracting(CompletableFuture::join).containsOnly(true);
            for (Kind phase : List.of(Kind.TLS_HANDSHAKE, Kind.REQUEST_LINE, Kind.HEADERS, Kind.BODY_DRIPS, Kind.BODY_STALLS)) {
                await(phase + " is left").atMost(120, SECONDS).until(() -> bad.closed(phase) > 0);
            }
            honest.shutdown();
            bad.close();
            await("nothing of them stays").atMost(60, SECONDS).until(() -> gateway.bean(GracefulDrain.class).inside() == 0);
        }
    }

    private static boolean isAnswered(McpClient client) {
        McpClient.Answer answer = client.call("echo", McpClient.object("{}"));
        return answer.status() == 200 && !answer.result().get("isError").asBoolean();
    }
}
