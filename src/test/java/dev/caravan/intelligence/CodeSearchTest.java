package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions about code find it by words, by meaning and by calls, within the budget. */
class CodeSearchTest extends LocalShopTest {

    @Test
    void missingIndexTellsHowToBuildIt() {
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
    void budgetDropsWholeCandidatesAndTheTotalCountsAll() {
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
    void keywordSearchFindsPartsOfIdentifiersOnly() {
        JsonNode words = call("ci_search", "{\"query\":\"negative amounts\",\"mode\":\"keyword\"}");
        assertThat(words.at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(words.at("/candidates/0/source").asText()).isEqualTo("keyword");
        assertThat(call("ci_search", "{\"query\":\"zebra\",\"mode\":\"keyword\"}").get("candidates")).isEmpty();
        assertThat(call("ci_search", "{\"query\":\"+-&&||!(){}[]^\\\"~*?:\\\\/ order\",\"mode\":\"keyword\"}").get("candidates")).isNotEmpty();
        assertThat(call("ci_search", "{\"query\":\"payment with a credit card\",\"limit\":1}").at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(call("ci_search", "{\"query\":\"pay\"}").at("/metadata/fusion_depth").asInt()).isZero();
    }

    @Test
    void chainHasCallersAndCalleesAndMarksCycles() {
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
        JsonNode overload = call("ci_call_chain", "{\"symbol\":\"Orders.check(int,int)\",\"depth\":1}");
        assertThat(overload.at("/chain/symbol_id").asText()).isEqualTo("src/Orders.java#Orders.check(int,int)");
        assertThat(overload.has("matches")).isFalse();
        assertThat(call("ci_call_chain", "{\"symbol\":\"Orders.pay(int amount)\",\"depth\":1}").at("/chain/symbol_id")).isEqualTo(chain.get("symbol_id"));
        JsonNode missing = failed("ci_call_chain", "{\"symbol\":\"nobody\"}");
        assertThat(missing.at("/error/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(missing.at("/error/message").asText()).contains("nobody");
        assertThat(missing.get("symbol").asText()).isEqualTo("nobody");
    }

    private static List<String> names(JsonNode nodes) {
        List<String> names = new ArrayList<>();
        nodes.forEach(node -> names.add(node.get("symbol_id").asText().replaceAll("^.*#", "")));
        return names;
    }
}
