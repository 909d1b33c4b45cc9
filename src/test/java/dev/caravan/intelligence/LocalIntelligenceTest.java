package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Without CKB, as it is by default. */
class LocalIntelligenceTest extends IntelligenceTest {

    private static final int PORT = GatewayTest.freePort();

    private static final String SHOP = "shop" + UUID.randomUUID();
    private static final String DOCUMENTS = "docs" + UUID.randomUUID();
    private static final String UNBUILT = "unbuilt" + UUID.randomUUID();
    private static final Path ROOT = SmallShop.workspace();

    LocalIntelligenceTest() {
        super(PORT);
    }

    @DynamicPropertySource
    static void workspaces(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.intelligence.workspaces." + SHOP + ".root", ROOT::toString);
        registry.add("caravan.intelligence.workspaces." + DOCUMENTS + ".root", SmallShop.documents()::toString);
        registry.add("caravan.intelligence.workspaces." + UNBUILT + ".root", SmallShop.documents()::toString);
        registry.add("caravan.intelligence.default-workspace", () -> SHOP);
    }

    @BeforeAll
    void buildThem() {
        build(SHOP);
        build(DOCUMENTS);
    }

    @AfterAll
    void clearThem() {
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + SHOP + "\"}");
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + DOCUMENTS + "\"}");
    }

    @Test
    void aBuildIsATaskToItsEndWhereTheClientKnowsTasks() {
        ObjectNode tasks = McpClient.object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
        ObjectNode params = McpClient.object("{\"name\":\"ci_index_status\",\"arguments\":{\"action\":\"build\",\"workspace\":\"" + SHOP + "\"}}");

        JsonNode begun = client.modern("tools/call", params, tasks, "Result").result();

        assertThat(begun.get("resultType").asText()).isEqualTo("task");
        ObjectNode id = McpClient.object("{\"taskId\":\"" + begun.get("taskId").asText() + "\"}");
        await().atMost(Duration.ofSeconds(60)).until(() -> !client.modern("tasks/get", id, tasks, "Result").result().get("status").asText().equals("working"));
        JsonNode task = client.modern("tasks/get", id, tasks, "Result").result();
        assertThat(task.get("status").asText()).as(task.toString()).isEqualTo("completed");
        assertThat(task.at("/result/structuredContent/workspaces/0/state").asText()).isEqualTo("ready");
        params.withObject("/arguments").put("action", "status");
        assertThat(client.modern("tools/call", params, tasks, "CallToolResult").result().get("resultType").asText()).isEqualTo("complete");
    }

    /** graph-rag --query "test" | has("ckb_available"). */
    @Test
    void ctMcp001CkbAvailableIsThere() {
        for (String tool : List.of("ci_graph_rag", "ci_search")) {
            assertThat(call(tool, "{\"query\":\"test\"}").at("/metadata").has("ckb_available")).isTrue();
        }
        assertThat(call("ci_call_chain", "{\"symbol\":\"pay\"}").at("/metadata").has("ckb_available")).isTrue();
        assertThat(call("ci_index_status", "{}").at("/metadata").has("ckb_available")).isTrue();
    }

    @Test
    void ctMcp002AReasonIsThereWhenCkbIsNot() {
        JsonNode metadata = call("ci_graph_rag", "{\"query\":\"test\"}").get("metadata");
        assertThat(metadata.get("ckb_available").asBoolean()).isFalse();
        assertThat(metadata.get("ckb_fallback_reason").asText()).isNotEmpty();
    }

    @Test
    void ctMcp003FusionDepthIsThereAndWithinItsRange() {
        for (int depth = 0; depth <= 5; depth++) {
            assertThat(call("ci_graph_rag", "{\"query\":\"pay\",\"depth\":" + depth + "}").at("/metadata/fusion_depth").asInt()).isEqualTo(depth);
        }
    }

    @Test
    void scMcp004CkbThatIsSwitchedOffIsDisabled() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"how is the card charged\"}");
        assertThat(result.at("/metadata/ckb_fallback_reason").asText()).isEqualTo("disabled");
        assertThat(result.at("/metadata/fusion_depth").asInt()).isEqualTo(1);
        assertThat(result.at("/metadata/fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(result.get("metadata").has("ckb_last_error")).isFalse();
        assertThat(result.at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(result.at("/candidates/0/content").asText()).contains("Charges the customer's card");
        assertThat(result.at("/candidates/0/relevance").asDouble()).isBetween(0.5, 1.0);
        assertThat(result.at("/candidates/0/distance").asInt()).isZero();
        assertThat(result.at("/metadata/total_candidates").asInt()).isEqualTo(result.get("candidates").size());
    }

    @Test
    void withoutDefinitionsThereIsNoLocalGraph() {
        JsonNode result = call("ci_graph_rag", "{\"query\":\"money back\",\"workspace\":\"" + DOCUMENTS + "\"}");
        assertThat(result.at("/metadata/fallback_mode").asText()).isEqualTo("vector_only");
        assertThat(result.at("/metadata/fusion_depth").asInt()).isZero();
        assertThat(result.at("/metadata/fusion_depth_requested").asInt()).isEqualTo(1);
        assertThat(result.at("/candidates/0/file").asText()).isEqualTo("refunds.md");
    }

    @Test
    void whatIsNotIndexedIsNotFoundAndSaysWhatToDo() {
        for (String tool : List.of("ci_graph_rag", "ci_search")) {
            JsonNode result = failed(tool, "{\"query\":\"money\",\"workspace\":\"" + UNBUILT + "\"}");
            assertThat(result.at("/error/code").asText()).isEqualTo("NOT_FOUND");
            assertThat(result.at("/error/message").asText()).contains("ci_index_status with action build");
            assertThat(result.get("candidates")).isEmpty();
        }
        assertThat(failed("ci_call_chain", "{\"symbol\":\"money\",\"workspace\":\"" + UNBUILT + "\"}").get("chain").isNull()).isTrue();
        assertThat(call("ci_index_status", "{\"workspace\":\"" + UNBUILT + "\"}").at("/workspaces/0/state").asText()).isEqualTo("none");
    }

    @Test
    void refusedCallsHaveValidMetadataToo() {
        assertThat(failed("ci_graph_rag", "{\"query\":\" \"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(failed("ci_graph_rag", "{\"query\":\"x\",\"depth\":6}").at("/error/message").asText()).contains("depth");
        assertThat(failed("ci_graph_rag", "{\"query\":\"x\",\"top_k\":0}").at("/error/message").asText()).contains("top_k");
        assertThat(failed("ci_search", "{\"query\":\"x\",\"mode\":\"magic\"}").at("/error/message").asText()).contains("mode");
        assertThat(failed("ci_call_chain", "{\"symbol\":\"x\",\"depth\":9}").get("chain").isNull()).isTrue();
        assertThat(failed("ci_index_status", "{\"action\":\"explode\"}").get("workspaces")).isEmpty();
        JsonNode unknown = failed("ci_graph_rag", "{\"query\":\"x\",\"workspace\":\"nowhere\"}");
        assertThat(unknown.at("/error/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(unknown.at("/error/message").asText()).contains(SHOP);
    }

    @Test
    void aBudgetCutsWholeCandidatesAndTheTotalCountsThemAll() {
        JsonNode all = call("ci_graph_rag", "{\"query\":\"order pay write menu refund\"}");
        int tokens = all.at("/metadata/token_count").asInt();
        assertThat(all.get("candidates").size()).isGreaterThan(2);

        JsonNode some = call("ci_graph_rag", "{\"query\":\"order pay write menu refund\",\"budget\":" + (tokens - 1) + "}");
        assertThat(some.get("candidates").size()).isLessThan(all.get("candidates").size()).isPositive();
        assertThat(some.at("/metadata/total_candidates")).isEqualTo(all.at("/metadata/total_candidates"));
        assertThat(some.at("/metadata/token_count").asInt()).isLessThan(tokens);
        assertThat(some.at("/metadata/truncated").asBoolean()).isTrue();
        some.get("candidates").forEach(candidate -> assertThat(all.get("candidates")).contains(candidate));

        assertThat(call("ci_graph_rag", "{\"query\":\"pay\",\"budget\":0}").get("candidates")).isEmpty();
        assertThat(call("ci_graph_rag", "{\"query\":\"order pay write menu refund\",\"top_k\":1}").get("candidates")).hasSize(1);
        assertThat(call("ci_graph_rag", "{\"query\":\"order pay write menu refund\",\"min_relevance\":1}").get("candidates").size()).isLessThan(2);
    }

    @Test
    void searchByWordsFindsPartsOfIdentifiersAndNoOthers() {
        JsonNode words = call("ci_search", "{\"query\":\"negative amounts\",\"mode\":\"keyword\"}");
        assertThat(words.at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(words.at("/candidates/0/source").asText()).isEqualTo("keyword");
        assertThat(call("ci_search", "{\"query\":\"zebra\",\"mode\":\"keyword\"}").get("candidates")).isEmpty();
        assertThat(call("ci_search", "{\"query\":\"+-&&||!(){}[]^\\\"~*?:\\\\/ order\",\"mode\":\"keyword\"}").get("candidates")).isNotEmpty();
        assertThat(call("ci_search", "{\"query\":\"payment with a credit card\",\"limit\":1}").at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(call("ci_search", "{\"query\":\"pay\"}").at("/metadata/fusion_depth").asInt()).isZero();
    }

    @Test
    void aChainHasCallersAndCalleesAndMarksCycles() {
        JsonNode result = call("ci_call_chain", "{\"symbol\":\"Orders.pay\",\"depth\":4}");
        JsonNode chain = result.get("chain");
        assertThat(chain.get("symbol_id").asText()).isEqualTo("src/Orders.java#Orders.pay(int)");
        assertThat(chain.get("file_path").asText()).isEqualTo("src/Orders.java");
        assertThat(chain.get("line").asInt()).isEqualTo(6);
        assertThat(names(chain.get("callers"))).containsExactly("Menu.main()");
        assertThat(names(chain.get("callees"))).containsExactly("Orders.check(int)", "Orders.save(int)");
        assertThat(names(chain.at("/callees/1/callees"))).containsExactly("Db.write(String)");
        JsonNode recursive = chain.at("/callees/0/callees/0");
        assertThat(recursive.get("symbol_id").asText()).endsWith("#Orders.check(int,int)");
        assertThat(recursive.at("/callees/0/cycle").asBoolean()).isTrue();
        assertThat(recursive.at("/callees/0/callees")).isEmpty();
        assertThat(result.at("/metadata/graph").asText()).isEqualTo("local");

        JsonNode again = call("ci_call_chain", "{\"symbol\":\"" + chain.get("symbol_id").asText() + "\",\"direction\":\"callers\",\"depth\":1}");
        assertThat(again.at("/chain/callees")).isEmpty();
        assertThat(names(again.at("/chain/callers"))).containsExactly("Menu.main()");

        JsonNode overloaded = call("ci_call_chain", "{\"symbol\":\"check\",\"depth\":1}");
        assertThat(overloaded.get("matches")).hasSize(1);
        JsonNode missing = failed("ci_call_chain", "{\"symbol\":\"nobody\"}");
        assertThat(missing.at("/error/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(missing.at("/error/message").asText()).contains("nobody");
        assertThat(missing.get("symbol").asText()).isEqualTo("nobody");
    }

    @Test
    void theStatusSaysWhatTheIndexHolds() {
        JsonNode status = call("ci_index_status", "{\"workspace\":\"" + SHOP + "\"}").at("/workspaces/0");
        assertThat(status.get("files").asInt()).isEqualTo(4);
        assertThat(status.get("symbols").asInt()).isEqualTo(10);
        assertThat(status.get("duration_ms").asLong()).isNotNegative();
        assertThat(java.time.Instant.parse(status.get("finished_at").asText())).isAfterOrEqualTo(java.time.Instant.parse(status.get("started_at").asText()));
        assertThat(call("ci_index_status", "{}").get("workspaces")).hasSize(3);
        assertThat(status.toString()).doesNotContain(ROOT.toString());
    }

    @Test
    void theStateIsAResourceToo() throws Exception {
        JsonNode status = call("ci_index_status", "{\"workspace\":\"" + SHOP + "\"}").at("/workspaces/0");

        String read = client.modern("resources/read", McpClient.object("{\"uri\":\"index:///" + SHOP + "\"}"), "ReadResourceResult").result().at("/contents/0/text").asText();

        assertThat(McpClient.JSON.readTree(read)).isEqualTo(status);
        assertThat(client.modern("resources/read", McpClient.object("{\"uri\":\"index:///nowhere\"}"), null).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(client.modern("completion/complete", McpClient.object("{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"index:///{workspace}\"},"
                + "\"argument\":{\"name\":\"workspace\",\"value\":\"" + SHOP.toUpperCase() + "\"}}"), "CompleteResult").result().at("/completion/values").toString()).isEqualTo("[\"" + SHOP + "\"]");
    }

    @Test
    void aBuildTellsAClientThatAsksHowFarItIs() throws Exception {
        for (int i = 0; i < 300; i++) {
            Files.writeString(ROOT.resolve("many" + i + ".py"), "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        try {
            String request = McpClient.request("tools/call", McpClient.object("{\"name\":\"ci_index_status\",\"arguments\":{\"action\":\"build\"},\"_meta\":{\"progressToken\":\"p\"}}")).toString();
            List<JsonNode> events = new ArrayList<>();
            for (String line : client.post(request).body().lines().filter(data -> data.startsWith("data: ")).toList()) {
                events.add(McpClient.JSON.readTree(line.substring(6)));
            }
            List<Long> progress = new ArrayList<>();
            events.stream().filter(event -> event.path("method").asText().equals("notifications/progress")).forEach(event -> progress.add(event.at("/params/progress").asLong()));
            JsonNode result = events.get(events.size() - 1).at("/result/structuredContent");
            assertThat(result.at("/workspaces/0/state").asText()).isEqualTo("ready");
            assertThat(result.at("/workspaces/0/files").asInt()).isEqualTo(304);
            assertThat(progress).isNotEmpty().isSorted();
            assertThat(progress.get(progress.size() - 1)).isEqualTo(304);
        } finally {
            for (int i = 0; i < 300; i++) {
                Files.delete(ROOT.resolve("many" + i + ".py"));
            }
            build(SHOP);
        }
    }

    private static List<String> names(JsonNode nodes) {
        List<String> names = new ArrayList<>();
        nodes.forEach(node -> names.add(node.get("symbol_id").asText().replaceAll("^.*#", "")));
        return names;
    }
}
