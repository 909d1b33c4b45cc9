package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call is answered when its time limit is over, whatever the tool does, and slow calls run at once. */
@Tag("full")
class ToolTimeLimitTest extends OwnToolsTest {

    @Test
    void lateToolIsAnErrorThatNamesTheTimeout() throws Exception {
        add("t_slow", "timeout: 300ms", "- delay: {constant: 30000}\n        - setBody: {constant: late}");
        long start = System.nanoTime();

        JsonNode error = client.envelope("t_slow", object("{}")).get("error");

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 20_000L);
        assertThat(error.get("code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(error.get("message").asText()).isEqualTo("t_slow took longer than its limit of 300 ms");
        assertThat(error.at("/detail/timeoutMs").asInt()).isEqualTo(300);
    }

    @Test
    void toolThatIgnoresItsInterruptIsAnsweredInTime() throws Exception {
        AtomicBoolean answered = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        context.getRegistry().bind("stubborn", (Processor) exchange -> {
            long end = System.nanoTime() + 20_000_000_000L;
            while (!answered.get() && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            exchange.getMessage().setBody("late");
            ended.set(true);
        });
        add("t_stubborn", "timeout: 300ms", "- process: {ref: stubborn}");
        long start = System.nanoTime();

        JsonNode error = client.envelope("t_stubborn", object("{}")).get("error");

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 15_000L);
        assertThat(error.get("message").asText()).isEqualTo("t_stubborn took longer than its limit of 300 ms");
        assertThat(ended).as("the tool still runs when its call is answered").isFalse();
        answered.set(true);
        await().atMost(Duration.ofSeconds(60)).untilTrue(ended);
        assertThat(client.envelope("mongo_find_all", object("{}")).get("ok").asBoolean()).isTrue();
    }

    @Test
    void threeHundredSlowCallsRunConcurrently() throws Exception {
        add("t_waits", "timeout: 30s", "- delay: {constant: 1000}\n        - setBody: {constant: done}");
        client.envelope("t_waits", object("{}")); // the first call loads classes
        ExecutorService callers = Executors.newFixedThreadPool(300);
        long start = System.nanoTime();

        List<Future<JsonNode>> calls = IntStream.range(0, 300)
                .mapToObj(i -> callers.submit(() -> client.envelope("t_waits", object("{}")))).toList();

        for (Future<JsonNode> call : calls) {
            assertThat(call.get().get("data").asText()).isEqualTo("done");
        }
        callers.shutdown();
        assertThat((System.nanoTime() - start) / 1_000_000).as("one after another they take 300 s").isLessThan(20_000L);
    }
}
