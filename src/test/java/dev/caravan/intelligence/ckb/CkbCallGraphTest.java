package dev.caravan.intelligence.ckb;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

/** Distances in the graphs that CKB answers, which says 2 of all that is far. */
class CkbCallGraphTest {

    private static final CkbDialog.CkbSymbol START = new CkbDialog.CkbSymbol("pay", "ckb:pay", "pay", "src/Orders.java", 12);

    @Test
    void distancesFollowTheRequestedDirection() {
        CkbDialog.CkbCallGraph graph = graph(
                "{\"from\":\"a\",\"to\":\"r\"},{\"from\":\"b\",\"to\":\"a\"},{\"from\":\"c\",\"to\":\"b\"},{\"from\":\"d\",\"to\":\"c\"},"
                        + "{\"from\":\"b\",\"to\":\"d\"}");

        assertThat(graph.nodes("callers")).extracting(CkbAnswer.CkbNode::name, CkbAnswer.CkbNode::distance)
                .containsExactly(tuple("a", 1), tuple("b", 2), tuple("c", 3), tuple("d", 4));
        assertThat(graph.nodes("both")).as("d is called by b").extracting(CkbAnswer.CkbNode::distance).containsExactly(1, 2, 3, 3);
    }

    @Test
    void callCyclesEnd() {
        assertThat(graph(
                "{\"from\":\"r\",\"to\":\"a\"},{\"from\":\"a\",\"to\":\"r\"},{\"from\":\"a\",\"to\":\"b\"},{\"from\":\"b\",\"to\":\"a\"},"
                        + "{\"from\":\"r\",\"to\":\"r\"}")
                .nodes("callees"))
                .extracting(CkbAnswer.CkbNode::name, CkbAnswer.CkbNode::distance).contains(tuple("a", 1), tuple("b", 2));
    }

    @Test
    void unconnectedNodeHasTheDistanceFromCkb() {
        assertThat(graph("{\"from\":\"a\",\"to\":\"r\"}").nodes("callers")).extracting(CkbAnswer.CkbNode::name, CkbAnswer.CkbNode::distance)
                .contains(tuple("a", 1), tuple("b", 2), tuple("d", 2));
    }

    @Test
    void rootIsTheRequestedSymbol() {
        CkbDialog.CkbCallGraph graph = graph("{\"from\":\"a\",\"to\":\"r\"},{\"from\":\"r\",\"to\":\"src/X.java:1:2\"}");

        assertThat(graph.edges()).containsExactly(new CkbAnswer.CkbEdge("ckb:a", "ckb:pay"),
                new CkbAnswer.CkbEdge("ckb:pay", "src/X.java:1:2"));
        assertThat(graph.nodes("both")).extracting(CkbAnswer.CkbNode::symbolId).doesNotContain("ckb:pay").contains("ckb:a");
        assertThat(graph.nodes("both")).first().isEqualTo(new CkbAnswer.CkbNode("ckb:a", "a", "src/a.java", 3, 1, "pay"));
    }

    private static CkbDialog.CkbCallGraph graph(String edges) {
        StringBuilder nodes = new StringBuilder("{\"id\":\"r\",\"name\":\"pay\",\"depth\":0,\"role\":\"root\"}");
        for (String name : new String[] {"a", "b", "c", "d"}) {
            nodes.append(
                    (",{\"id\":\"%1$s\",\"symbolId\":\"ckb:%1$s\",\"name\":\"%1$s\",\"depth\":2,\"role\":\"transitive\","
                            + "\"location\":{\"fileId\":\"src/%1$s.java\",\"startLine\":3}}")
                            .formatted(name));
        }
        return new CkbDialog.CkbCallGraph(START, object("{\"nodes\":[" + nodes + "],\"edges\":[" + edges + "]}"));
    }
}
