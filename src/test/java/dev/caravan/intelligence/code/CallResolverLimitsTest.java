package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.CallResolver.Edge;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The resolver asks the graph only a few times, and ends on long chains and on calls that depend on each other. */
class CallResolverLimitsTest extends CallTargetsTest {

    @Test
    @Timeout(60)
    void manyCallsResolveInOneBatch() {
        for (int i = 0; i < 200; i++) {
            file("p/C" + i + ".java",
                    "package p; class C" + i + " extends C" + (i + 1) % 200 + " { C" + (i + 1) % 200 + " next; void m" + i + "() { next.m"
                            + (i + 1) % 200 + "(); } }");
        }
        int before = graph.questions();
        Map<String, List<Edge>> targets = new CallResolver(graph).callees(graph.all());

        assertThat(targets).hasSize(400);
        assertThat(targets.values().stream().filter(found -> !found.isEmpty())).hasSize(200);
        assertThat(graph.questions() - before).isLessThan(25);
    }

    @Test
    @Timeout(60)
    void longChainsOfOneNameAreLimited() {
        String chain = IntStream.range(0, 300).mapToObj(i -> ".with(of(of(" + i + ")))\n").reduce("", String::concat);
        file("Builder.java",
                "class Builder { Builder with(Object o) { return this; } Builder with(Builder b) { return this; } static Builder "
                        + "of(Object o) { return null; }"
                + " static Builder of(int n) { return null; } void run() { this" + chain + "; } }");

        assertThat(targets("Builder.run", "with")).isNotEmpty().allMatch(target -> target.startsWith("Builder.java#Builder.with("));
    }

    @Test
    @Timeout(60)
    void circularCallsOfOneNameEnd() {
        String chain = ".next()".repeat(3) + ".other().next(1).next(2)".repeat(100);
        file("Use.java", "class Use { void run(Unknown u) { u" + chain
                + "; var a = one(two()); var b = two(a.one()); b.two(one(a)).one(b.two()); } }");
        file("Node.java", "class Node { Node next() { return this; } Node next(int n) { return this; } }");
        file("use.py", "def run(u):\n    a = b()\n    b = a.a().b()\n    c = c(c(c(u))).c()\n" + "    u.x().y().x(1).y(1)\n".repeat(100));

        assertThat(targets("Use.run", "next")).isEmpty();
        assertThat(new CallResolver(graph).callees(graph.all())).isNotEmpty();
    }
}
