package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls whose receivers are written as calls of each other. */
@Timeout(30)
class CallCyclesTest {

    @Test
    void circularReceiversEnd() throws Exception {
        MemoryCodeGraph graph = new MemoryCodeGraph();
        StringBuilder chain = new StringBuilder("x");
        for (int i = 0; i < 60; i++) {
            chain.append(".one().two().one()");
        }
        String text = "class Loop { Loop x; void run() { " + chain + "; " + chain.reverse().reverse() + "; } }";
        graph.add(new SourceParser().parse("Loop.java", Language.JAVA, text.getBytes(StandardCharsets.UTF_8)));
        Symbol run = graph.named(List.of("run")).get(0);

        assertThat(new CallResolver(graph).callees(List.of(run)).keySet()).isNotEmpty();
        assertThat(new ChainSearch().chain(graph, "Loop.run", ChainSearch.Direction.BOTH, 5, 500)).isPresent();
    }
}
