package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReachTest {

    private final MemoryCodeGraph graph = new MemoryCodeGraph();

    private void python(String text) {
        graph.add("a.py", text);
    }

    private Symbol symbol(String name) {
        return graph.named(List.of(name)).get(0);
    }

    private Map<String, String> reached(Map<Symbol, Double> starts, int depth) {
        Map<String, String> reached = new LinkedHashMap<>();
        new Reach().from(graph, starts, depth).forEach(one -> reached.put(one.symbol().name(), one.distance() + ":" + one.weight()));
        return reached;
    }

    @Test
    void eachCallHalvesTheWeight() {
        python("def a(): b()\ndef b(): c()\ndef c(): d()\ndef d(): pass\n");

        assertThat(reached(Map.of(symbol("b"), 8.0), 2)).containsExactly(Map.entry("a", "1:4.0"), Map.entry("c", "1:4.0"),
                Map.entry("d", "2:2.0"));
        assertThat(reached(Map.of(symbol("a"), 1.0), 1)).containsOnlyKeys("b");
    }

    @Test
    void weightsOfSeveralPathsAndStartsAddUp() {
        python("def a():\n    b()\n    c()\ndef b(): d()\ndef c(): d()\ndef d(): pass\ndef e(): d()\n");

        assertThat(reached(Map.of(symbol("a"), 4.0), 2)).containsEntry("d", "2:2.0");
        assertThat(reached(Map.of(symbol("a"), 4.0, symbol("e"), 1.0), 2)).containsEntry("d", "1:2.5");
    }

    @Test
    void startIsReachedFromOtherStartsOnly() {
        python("def a(): b()\ndef b(): a()\ndef c(): c()\n");

        assertThat(reached(Map.of(symbol("a"), 2.0), 5)).containsExactly(Map.entry("b", "1:1.0"));
        assertThat(reached(Map.of(symbol("a"), 2.0, symbol("b"), 4.0), 5)).containsExactly(Map.entry("a", "1:2.0"),
                Map.entry("b", "1:1.0"));
        assertThat(reached(Map.of(symbol("c"), 2.0), 5)).isEmpty();
    }

    @Test
    @Timeout(60)
    void reachIsLimited() {
        python("def hub():\n" + IntStream.range(0, 80).mapToObj(i -> "    f" + i + "()\n").collect(Collectors.joining())
                + IntStream.range(0, 80).mapToObj(i -> "def f" + i + "():\n" + IntStream.range(0,
                        20).mapToObj(j -> "    g" + i + "_" + j + "()\n").collect(Collectors.joining()))
                .collect(Collectors.joining())
                + IntStream.range(0, 80).mapToObj(i -> IntStream.range(0,
                        20).mapToObj(j -> "def g" + i + "_" + j + "(): pass\n").collect(Collectors.joining()))
                        .collect(Collectors.joining()));
        int before = graph.questions();

        assertThat(new Reach().from(graph, Map.of(symbol("hub"), 1.0), 1)).hasSize(50);
        assertThat(new Reach().from(graph, Map.of(symbol("hub"), 1.0), 5)).hasSize(200)
                .isSortedAccordingTo((one, other) -> Double.compare(other.weight(),
                one.weight()));
        assertThat(graph.questions() - before).isLessThan(120);
    }

    @Test
    void noStartsReachNothing() {
        assertThat(new Reach().from(graph, Map.of(), 3)).isEmpty();
        assertThatThrownBy(() -> new Reach().from(graph, Map.of(), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reach().from(graph, Map.of(), 6)).isInstanceOf(IllegalArgumentException.class);
    }
}
