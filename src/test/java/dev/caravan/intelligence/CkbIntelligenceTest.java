package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.TemporaryFolder;
import dev.caravan.intelligence.ckb.FakeCkb;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** With a CKB that does what the test wants, as a process of its own; its limit and the cool-down are those by default. */
class CkbIntelligenceTest extends IntelligenceTest {

    private static final int PORT = GatewayTest.freePort();

    private static final String SHOP = "ckbshop" + UUID.randomUUID();
    private static final String OTHER = "other" + UUID.randomUUID();
    private static final Path ROOT = SmallShop.workspace();
    private static final Path CKB = TemporaryFolder.make("caravan-ckb");

    @Autowired
    private CircuitBreaker ckbBreaker;

    CkbIntelligenceTest() {
        super(PORT);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        List<String> command = FakeCkb.command(SmallShop.symbols(CKB), CKB);
        registry.add("caravan.upstream.servers.ckb.command", () -> command.get(0));
        IntStream.range(1, command.size()).forEach(i -> registry.add("caravan.upstream.servers.ckb.args[" + (i - 1) + "]", () -> command.get(i)));
        registry.add("caravan.upstream.servers.ckb.reconnect", () -> "on-call");
        registry.add("caravan.ckb-integration.enabled", () -> "true");
        registry.add("caravan.ckb-integration.health-interval", () -> "1ms"); // so that each test's behaviour shows at once
        registry.add("caravan.intelligence.workspaces." + SHOP + ".root", ROOT::toString);
        registry.add("caravan.intelligence.workspaces." + OTHER + ".root", SmallShop.documents()::toString);
        registry.add("caravan.intelligence.default-workspace", () -> SHOP);
    }

    @BeforeAll
    void buildIt() {
        FakeCkb.behave(CKB);
        build(SHOP);
    }

    @AfterAll
    void clearIt() {
        FakeCkb.behave(CKB);
        call("ci_index_status", "{\"action\":\"clear\"}");
    }

    @BeforeEach
    void wellAgain() {
        FakeCkb.behave(CKB);
        ckbBreaker.transitionToClosedState();
        await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(200)).until(() -> {
            if (call("ci_index_status", "{}").at("/metadata/ckb_available").asBoolean()) {
                return true;
            }
            ckbBreaker.transitionToClosedState();
            return false;
        });
    }

    @Test
    void scMcp001WithCkbItsCallGraphIsFused() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"Orders.pay\",\"depth\":2}");
        JsonNode metadata = result.get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isTrue();
        assertThat(metadata.has("ckb_fallback_reason")).isFalse();
        assertThat(metadata.has("fallback_mode")).isFalse();
        assertThat(metadata.get("fusion_depth").asInt()).isEqualTo(2);
        assertThat(metadata.get("total_candidates").asInt()).isPositive();
        assertThat(metadata.get("query_time_ms").isIntegralNumber()).isTrue();
        List<String> files = new ArrayList<>();
        result.get("candidates").forEach(candidate -> files.add(candidate.get("file").asText()));
        assertThat(files).contains("src/Orders.java", "src/Menu.java", "src/Db.java").doesNotContain("../../etc/passwd");
        assertThat(result.toString()).doesNotContain("root:");
        assertThat(FakeCkb.requests(CKB, "getCallGraph")).isNotEmpty();
    }

    @Test
    void aChainComesFromCkbWhereItKnowsTheDefinition() {
        JsonNode result = call("ci_call_chain", "{\"symbol\":\"Orders.pay\",\"direction\":\"callees\",\"depth\":2}");
        assertThat(result.at("/metadata/graph").asText()).isEqualTo("ckb");
        assertThat(result.at("/chain/symbol_id").asText()).isEqualTo("ckb:shop:sym:pay");
        assertThat(result.at("/chain/callees/0/symbol_id").asText()).isEqualTo("ckb:shop:sym:save");
        assertThat(result.at("/chain/callees/0/callees/0/symbol_id").asText()).isEqualTo("ckb:shop:sym:write");
        assertThat(result.at("/chain/callees/0/callees/0/depth").asInt()).isEqualTo(2);
        assertThat(result.at("/chain/callers")).isEmpty();

        JsonNode local = call("ci_call_chain", "{\"symbol\":\"Orders.check\"}");
        assertThat(local.at("/metadata/graph").asText()).isEqualTo("local");
        assertThat(local.at("/metadata/ckb_available").asBoolean()).isTrue();
    }

    @Test
    void aWorkspaceThatIsNotCkbsRepositoryHasNoCkb() {
        build(OTHER);
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"money Orders.pay\",\"workspace\":\"" + OTHER + "\"}").get("metadata");
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("disabled");
        assertThat(failed("ci_call_chain", "{\"symbol\":\"Orders.pay\",\"workspace\":\"" + OTHER + "\"}").get("chain").isNull()).isTrue();
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + OTHER + "\"}");
    }

    @Test
    void withoutAnIndexOfCallsCkbIsThereAndTheLocalGraphIsUsed() {
        FakeCkb.behave(CKB, "no-scip");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"pay\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isTrue();
        assertThat(metadata.get("fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(metadata.get("fusion_depth").asInt()).isEqualTo(1);
    }

    /** Also SC-MCP-002, and SC-MCP-003 on what follows. */
    @Test
    void ctMcp004ALateCkbIsAConnectionTimeoutAndThenCoolsDown() {
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
        assertThat(took).isBetween(Duration.ofMillis(4_900), Duration.ofSeconds(8));
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

    @Test
    void aCkbThatHangsCostsOneCallerItsTimeAndTheOthersAMoment() throws Exception {
        FakeCkb.behave(CKB, "hang");
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<Long>> calls = IntStream.range(0, 8).mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                long begin = System.nanoTime();
                JsonNode result = call("ci_call_chain", "{\"symbol\":\"Orders.pay\"}");
                assertThat(result.at("/metadata/ckb_available").asBoolean()).isFalse();
                assertThat(result.at("/metadata/ckb_fallback_reason").asText()).isIn("connection_timeout", "cooldown");
                assertThat(result.at("/chain/symbol_id").asText()).startsWith("src/Orders.java#");
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            }, callers)).toList();
            List<Long> took = new ArrayList<>();
            for (CompletableFuture<Long> call : calls) {
                took.add(call.get(30, TimeUnit.SECONDS));
            }
            assertThat(took.stream().filter(millis -> millis > 4_900)).as(took.toString()).hasSize(1);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void anErrorOfAToolIsAnMcpError() {
        FakeCkb.behave(CKB, "envelope-error searchSymbols");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").get("metadata");
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("mcp_error");
        assertThat(metadata.get("ckb_last_error").asText()).isNotEmpty();
        assertThat(metadata.get("fallback_mode").asText()).isEqualTo("local_graph");
    }

    @Test
    void garbageIsAnMcpError() {
        FakeCkb.behave(CKB, "garbage-envelope searchSymbols");
        assertThat(call("ci_call_chain", "{\"symbol\":\"Orders.pay\"}").at("/metadata/ckb_fallback_reason").asText()).isEqualTo("mcp_error");
    }

    @Test
    void aFailedHealthCheckSaysSo() {
        FakeCkb.behave(CKB, "unhealthy");
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isFalse();
        assertThat(metadata.get("ckb_fallback_reason").asText()).isEqualTo("health_check_failed");
        assertThat(metadata.get("ckb_last_error").asText()).isNotEmpty();
    }

    @Test
    void killedInMidCallTheLocalAnswerComesWithTheReasonAndAfterTheCoolDownCkbIsUsedAgain() {
        FakeCkb.behave(CKB, "crash searchSymbols");
        JsonNode killed = call("ci_graph_rag", "{\"query\":\"Orders.pay\"}");
        assertThat(killed.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("mcp_error");
        assertThat(killed.get("candidates")).isNotEmpty();
        FakeCkb.behave(CKB);
        assertThat(call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").at("/metadata/ckb_fallback_reason").asText()).isEqualTo("cooldown");

        await().atMost(Duration.ofSeconds(75)).pollInterval(Duration.ofSeconds(2)).until(() -> call("ci_graph_rag", "{\"query\":\"Orders.pay\"}").at("/metadata/ckb_available").asBoolean());
    }
}
