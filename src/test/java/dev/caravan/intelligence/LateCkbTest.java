package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A CKB that does not answer costs one call of a ci_* tool 5 s, and then nothing for 60 s. */
@Tag("nightly")
class LateCkbTest extends CkbShopTest {

    /** Also SC-MCP-002, and SC-MCP-003 on what follows. */
    @Test
    void ctMcp004LateCkbIsAConnectionTimeoutAndStartsTheCoolDown() {
        FakeCkb.behave(CKB, "hang");
        long begin = System.nanoTime();
        JsonNode late = call("ci_graph_rag", "{\"query\":\"how is the card charged\"}");
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        assertThat(late.at("/metadata/ckb_available").asBoolean()).isFalse();
        assertThat(late.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("connection_timeout");
        assertThat(late.at("/metadata/ckb_last_error").asText()).isEqualTo("Connection timeout after 5000ms");
        assertThat(late.at("/metadata/fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(late.at("/metadata/fusion_depth").asInt()).isEqualTo(1);
        assertThat(late.get("candidates")).isNotEmpty();
        assertThat(took).isBetween(Duration.ofMillis(4_900), Duration.ofSeconds(40));
        int asked = FakeCkb.requests(CKB).size();

        JsonNode cooling = call("ci_graph_rag", "{\"query\":\"how is the card charged\"}");
        assertThat(cooling.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("cooldown");
        assertThat(cooling.at("/metadata/ckb_cooldown_remaining_s").asInt()).isBetween(50, 60);
        assertThat(cooling.at("/metadata/ckb_last_error").asText()).isEqualTo("Connection timeout after 5000ms");
        assertThat(cooling.at("/metadata/fusion_depth").asInt()).isEqualTo(1);
        assertThat(cooling.get("candidates")).isNotEmpty();
        for (String tool : List.of("{\"query\":\"pay\"}", "{\"query\":\"save\"}")) {
            assertThat(call("ci_search", tool).at("/metadata/ckb_fallback_reason").asText()).isEqualTo("cooldown");
        }
        assertThat(failed("ci_graph_rag", "{}").at("/metadata/ckb_fallback_reason").asText()).isEqualTo("cooldown");
        assertThat(FakeCkb.requests(CKB)).as("it is not touched").hasSize(asked);
    }

    private record Fallback(String reason, String lastError, long millis) {

        /** The others say that they did not wait, or got its reason earlier; a busy machine may delay them too. */
        boolean isOfTheOneThatWaited() {
            return reason.equals("connection_timeout") && lastError.equals("Connection timeout after 5000ms") && millis > 4_900;
        }
    }

    @Test
    void hangingCkbDelaysOneCallerOnly() throws Exception {
        FakeCkb.behave(CKB, "hang");
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<Fallback>> calls = IntStream.range(0, 8).mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                long begin = System.nanoTime();
                JsonNode result = call("ci_call_chain", "{\"symbol\":\"Orders.pay\"}");
                assertThat(result.at("/metadata/ckb_available").asBoolean()).isFalse();
                assertThat(result.at("/metadata/ckb_fallback_reason").asText()).isIn("connection_timeout", "cooldown");
                assertThat(result.at("/chain/symbol_id").asText()).startsWith("src/Orders.java#");
                return new Fallback(result.at("/metadata/ckb_fallback_reason").asText(), result.at("/metadata/ckb_last_error").asText(),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            }, callers)).toList();
            List<Fallback> fallbacks = new ArrayList<>();
            for (CompletableFuture<Fallback> call : calls) {
                fallbacks.add(call.get(2, TimeUnit.MINUTES));
            }
            assertThat(fallbacks).filteredOn(Fallback::isOfTheOneThatWaited).as(fallbacks.toString()).hasSize(1);
        } finally {
            callers.shutdownNow();
        }
    }
}
