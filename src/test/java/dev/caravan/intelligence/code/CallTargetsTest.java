package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.CallResolver.Edge;
import java.util.List;
import java.util.Map;

/** Short words for tests of which definitions a call in a few small sources means. */
abstract class CallTargetsTest {

    final MemoryCodeGraph graph = new MemoryCodeGraph();

    void file(String path, String text) {
        graph.add(path, text);
    }

    /** Ids of what the definition's calls of the name mean, with {@code ?} after uncertain ones. */
    List<String> targets(String caller, String name) {
        Symbol symbol = graph.all().stream().filter(one -> one.qualified().equals(caller) || one.id().equals(caller)).findFirst()
                .orElseThrow();
        Map<CallSite, List<Edge>> targets = new CallResolver(graph).targets(graph.callsFrom(List.of(symbol.id())));
        assertThat(targets.keySet()).as("calls in " + caller).anyMatch(call -> call.name().equals(name));
        return targets.entrySet().stream().filter(entry -> entry.getKey().name().equals(name)).flatMap(entry -> entry.getValue().stream())
                .map(edge -> edge.symbol().id() + (edge.certain() ? "" : " ?")).toList();
    }
}
