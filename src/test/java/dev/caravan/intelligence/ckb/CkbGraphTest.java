package dev.caravan.intelligence.ckb;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.Asking.Asked;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** CKB's answers become nodes with their distances from the names that were asked for, and edges. */
@Tag("full")
class CkbGraphTest extends PatientCkbTest {

    @Test
    void callersAndCalleesHaveTheirDistances() {
        CkbAnswer answer = asking.ask("pay", "both", 3);

        assertThat(answer.available()).isTrue();
        assertThat(answer.graph()).isTrue();
        assertThat(answer.reason()).isNull();
        assertThat(answer.lastError()).isNull();
        assertThat(answer.cooldownSeconds()).isNull();
        assertThat(answer.nodes()).filteredOn(node -> node.symbolId() != null)
                .extracting(CkbAnswer.CkbNode::name, CkbAnswer.CkbNode::path, CkbAnswer.CkbNode::line, CkbAnswer.CkbNode::distance,
                        CkbAnswer.CkbNode::start)
                .containsExactlyInAnyOrder(
                        tuple("pay", "src/Orders.java", 12, 0, "pay"), tuple("main", "src/Menu.java", 4, 1, "pay"),
                        tuple("save", "src/Orders.java", 20, 1, "pay"),
                        tuple("send", "src/Mail.java", 5, 1, "pay"), tuple("write", "src/Db.java", 10, 2, "pay"),
                        tuple("open", "src/Db.java", 30, 3, "pay"));
        assertThat(answer.edges()).contains(edge("main", "pay"), edge("pay", "save"), edge("save", "write"), edge("write", "open"))
                .doesNotHaveDuplicates();
    }

    @Test
    void referencesAreNodesWithoutASymbol() {
        CkbAnswer answer = asking.ask("pay", "callers", 1);

        assertThat(answer.nodes()).filteredOn(node -> node.symbolId() == null).containsExactlyInAnyOrder(
                new CkbAnswer.CkbNode(null, null, "src/Menu.java", 6, 1, "pay"),
                new CkbAnswer.CkbNode(null, null, "src/Help.java", 2, 1, "pay"));
        assertThat(answer.edges()).containsExactly(edge("main", "pay"));
        assertThat(asking.ask("pay", "callees", 1).nodes()).extracting(CkbAnswer.CkbNode::name).containsExactlyInAnyOrder("pay", "save",
                "send");
    }

    @Test
    void eachNameHasItsNodesAndTheTypeSelectsTheSymbol() {
        CkbAnswer answer = asking.ask(new CkbQuestion(List.of("Orders.save", "write", "nosuch", " "), "callees", 2)).answer();

        assertThat(answer.nodes()).extracting(CkbAnswer.CkbNode::symbolId, CkbAnswer.CkbNode::distance, CkbAnswer.CkbNode::start)
                .containsExactlyInAnyOrder(
                        tuple("ckb:shop:sym:save", 0, "Orders.save"), tuple("ckb:shop:sym:write", 1, "Orders.save"),
                        tuple("ckb:shop:sym:open", 2, "Orders.save"),
                tuple("ckb:shop:sym:write", 0, "write"), tuple("ckb:shop:sym:open", 1, "write"));
        assertThat(answer.edges()).containsExactlyInAnyOrder(edge("save", "write"), edge("write", "open"));
        assertThat(asking.ask("Invoices#save()", "callees", 1).nodes()).extracting(CkbAnswer.CkbNode::symbolId).first()
                .isEqualTo("ckb:shop:sym:invoices-save");
    }

    @Test
    void ckbIsAskedForAtMostFiveNamesAndFourSteps() {
        int before = FakeCkb.requests(SHOP.directory()).size();
        asking.ask(new CkbQuestion(List.of("main", "a", "b", "c", "d", "pay"), "both", 5));
        List<JsonNode> asked = FakeCkb.requests(SHOP.directory());

        List<JsonNode> now = asked.subList(before, asked.size());
        assertThat(now).extracting(request -> request.get("tool").asText()).containsExactly("searchSymbols", "getCallGraph",
                "findReferences",
                "searchSymbols", "searchSymbols", "searchSymbols", "searchSymbols");
        assertThat(now.get(0).get("arguments")).isEqualTo(object("{\"query\":\"main\",\"limit\":10}"));
        assertThat(now.get(1).get("arguments"))
                .isEqualTo(object("{\"symbolId\":\"ckb:shop:sym:main\",\"direction\":\"both\",\"depth\":4}"));
        assertThat(now.get(2).get("arguments")).isEqualTo(object("{\"symbolId\":\"ckb:shop:sym:main\",\"limit\":50}"));
        assertThat(now.get(6).get("arguments")).as("pay is the sixth, nosuch names count")
                .isEqualTo(object("{\"query\":\"d\",\"limit\":10}"));
    }

    @Test
    void ckbWithoutACallIndexIsAvailableWithoutAGraph() {
        FakeCkb.behave(SHOP.directory(), "no-scip");
        forgetHealth();
        int before = FakeCkb.requests(SHOP.directory()).size();

        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer).isEqualTo(new CkbAnswer(true, null, null, null, false, List.of(), List.of()));
        assertThat(FakeCkb.requests(SHOP.directory())).as("the health check alone").hasSize(before + 1);
        assertThat(state.known()).isEqualTo(answer);
    }

    @Test
    void symbolsWithoutAGraphAreFoundAndNotExpanded() {
        FakeCkb.behave(SHOP.directory(), "no-scip searchSymbols");
        int before = FakeCkb.requests(SHOP.directory()).size();

        CkbAnswer answer = asking.ask("pay", "both", 2);

        assertThat(answer.available()).isTrue();
        assertThat(answer.nodes()).singleElement().satisfies(node -> {
            assertThat(node.symbolId()).startsWith("ts-");
            assertThat(node.path()).isEqualTo("src/Orders.java");
            assertThat(node.distance()).isZero();
        });
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(before + 1);
    }

    @Test
    void concurrentCallsAreAllAnswered() throws Exception {
        List<Future<Asked>> asked = together(8, () -> asking.ask(question("pay")));
        for (Future<Asked> one : asked) {
            assertThat(one.get().answer().available()).isTrue();
            assertThat(one.get().answer().nodes()).isEqualTo(asked.get(0).get().answer().nodes());
        }
    }

    private static CkbAnswer.CkbEdge edge(String from, String to) {
        return new CkbAnswer.CkbEdge("ckb:shop:sym:" + from, "ckb:shop:sym:" + to);
    }
}
