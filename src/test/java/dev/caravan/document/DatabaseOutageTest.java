package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.SharedServers;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DatabaseOutageTest extends GatewayTest {

    @Test
    void aDatabaseThatIsAwayIsToldInTimeAndTakenUpAgainByItself() throws Exception {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"t\",\"content\":\"c\"}")).at("/data/id").asText();
        ServerHandle mongo = SharedServers.get(MONGO);
        Map<String, AtomicLong> codes = new ConcurrentHashMap<>();
        AtomicLong slowest = new AtomicLong();
        AtomicBoolean running = new AtomicBoolean(true);
        ExecutorService callers = Executors.newFixedThreadPool(16);
        for (int i = 0; i < 16; i++) {
            callers.submit(() -> {
                McpClient own = new McpClient(port());
                while (running.get()) {
                    long start = System.nanoTime();
                    JsonNode envelope = own.envelope("mongo_find_by_id", object("{}").put("id", id));
                    slowest.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
                    String code = envelope.get("ok").asBoolean() ? "OK" : envelope.at("/error/code").asText();
                    codes.computeIfAbsent(code, any -> new AtomicLong()).incrementAndGet();
                }
                return null;
            });
        }
        await().atMost(10, SECONDS).until(() -> codes.containsKey("OK") && codes.get("OK").get() > 100);
        try {
            mongo.stop();
            await().atMost(20, SECONDS).until(() -> codes.containsKey("DB_ERROR") && codes.get("DB_ERROR").get() > 30);
        } finally {
            mongo.start();
        }
        long before = codes.get("OK").get();
        await().atMost(5, SECONDS).until(() -> codes.get("OK").get() > before + 100);

        running.set(false);
        callers.shutdown();
        assertThat(callers.awaitTermination(20, SECONDS)).isTrue();
        assertThat(codes.keySet()).isEqualTo(Set.of("OK", "DB_ERROR"));
        assertThat(slowest.get()).as("ms of the slowest call").isLessThan(5_500);
    }
}
