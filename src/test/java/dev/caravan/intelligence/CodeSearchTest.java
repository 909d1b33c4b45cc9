package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about code find it by words, by meaning and by calls, within the budget. */
@Tag("nightly")
class CodeSearchTest extends LocalShopTest {

    @Test
    void missingIndexIsBuiltAndFilesAreSearchedByWordsMeanwhile() {
        await().atMost(Duration.ofSeconds(60)).until(() -> status(UNBUILT).get("state").asText().equals("ready"));
        assertThat(Instant.parse(status(UNBUILT).get("started_at").asText())).as("the start does not wait for it").isAfterOrEqualTo(ready);
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + UNBUILT + "\"}");

        for (String tool : List.of("ci_graph_rag", "ci_search")) {
            JsonNode result = call(tool, "{\"query\":\"is the money given back?\",\"workspace\":\"" + UNBUILT + "\"}");
            assertThat(result.at("/candidates/0/file").asText()).isEqualTo("refunds.md");
            assertThat(result.at("/candidates/0/source").asText()).isEqualTo("keyword");
            assertThat(result.at("/candidates/0/content").asText()).contains("money back");
            assertThat(result.at("/metadata/fusion_depth").asInt()).isZero();
            assertThat(result.at("/metadata/warning").asText()).contains("not indexed", "ci_index_status with action build");
            JsonNode nothing = failed(tool, "{\"query\":\"zebra\",\"workspace\":\"" + UNBUILT + "\"}");
            assertThat(nothing.at("/error/code").asText()).isEqualTo("NOT_FOUND");
            assertThat(nothing.at("/error/message").asText()).contains("ci_index_status with action build");
            assertThat(nothing.get("candidates")).isEmpty();
        }
        assertThat(failed("ci_call_chain", "{\"symbol\":\"money\",\"workspace\":\"" + UNBUILT + "\"}").get("chain").isNull()).isTrue();
        assertThat(status(UNBUILT).get("state").asText()).isEqualTo("none");
    }

    private JsonNode status(String workspace) {
        return call("ci_index_status", "{\"workspace\":\"" + workspace + "\"}").at("/workspaces/0");
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
        JsonNode first = call("ci_graph_rag", "{\"query\":\"order pay write menu refund\",\"top_k\":1}");
        assertThat(first.get("candidates")).hasSize(1);
        assertThat(first.at("/metadata/total_candidates")).as("counts those beyond top_k too")
                .isEqualTo(all.at("/metadata/total_candidates"));
        assertThat(call("ci_graph_rag", "{\"query\":\"order pay write menu refund\",\"min_relevance\":1}").get("candidates").size())
                .isLessThan(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyword", "semantic"})
    void totalOfASearchCountsThoseBeyondTheLimitToo(String mode) {
        String query = "{\"query\":\"order pay write menu refund\",\"mode\":\"" + mode + "\",\"limit\":";
        JsonNode all = call("ci_search", query + "50}");
        JsonNode first = call("ci_search", query + "1}");

        assertThat(all.get("candidates").size()).isGreaterThan(2);
        assertThat(all.at("/metadata/total_candidates").asInt()).isEqualTo(all.get("candidates").size());
        assertThat(first.get("candidates")).containsExactly(all.at("/candidates/0"));
        assertThat(first.at("/metadata/total_candidates")).isEqualTo(all.at("/metadata/total_candidates"));
    }

    @Test
    void keywordSearchFindsPartsOfIdentifiersOnly() {
        JsonNode words = call("ci_search", "{\"query\":\"negative amounts\",\"mode\":\"keyword\"}");
        assertThat(words.at("/candidates/0/file").asText()).isEqualTo("src/Orders.java");
        assertThat(words.at("/candidates/0/source").asText()).isEqualTo("keyword");
        assertThat(call("ci_search", "{\"query\":\"zebra\",\"mode\":\"keyword\"}").get("candidates")).isEmpty();
        assertThat(call("ci_search", "{\"query\":\"+-&&||!(){}[]^\\\"~*?:\\\\/ order\",\"mode\":\"keyword\"}").get("candidates"))
                .isNotEmpty();
        assertThat(call("ci_search", "{\"query\":\"payment with a credit card\",\"limit\":1}").at("/candidates/0/file").asText())
                .isEqualTo("src/Orders.java");
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

        JsonNode again = call("ci_call_chain",
                "{\"symbol\":\"" + chain.get("symbol_id").asText() + "\",\"direction\":\"callers\",\"depth\":1}");
        assertThat(again.at("/chain/callees")).isEmpty();
        assertThat(names(again.at("/chain/callers"))).containsExactly("Menu.main()");

        JsonNode overloaded = call("ci_call_chain", "{\"symbol\":\"check\",\"depth\":1}");
        assertThat(overloaded.get("matches")).hasSize(1);
        JsonNode overload = call("ci_call_chain", "{\"symbol\":\"Orders.check(int,int)\",\"depth\":1}");
        assertThat(overload.at("/chain/symbol_id").asText()).isEqualTo("src/Orders.java#Orders.check(int,int)");
        assertThat(overload.has("matches")).isFalse();
        assertThat(call("ci_call_chain", "{\"symbol\":\"Orders.pay(int amount)\",\"depth\":1}").at("/chain/symbol_id"))
                .isEqualTo(chain.get("symbol_id"));
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
