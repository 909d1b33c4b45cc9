package dev.caravan.intelligence;

import dev.caravan.intelligence.code.CallSite;
import dev.caravan.intelligence.code.CodeGraph;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.Symbol;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** A graph that answers only for a limited time: names that are called everywhere lead to more calls than a search can wait for. */
final class BoundedGraph implements CodeGraph {

    private final CodeGraph graph;
    private final long end;

    BoundedGraph(CodeGraph graph, Duration limit) {
        this.graph = graph;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** The time is over. */
    static final class LateException extends RuntimeException {

        LateException() {
            super("Following calls took too long", null, false, false);
        }
    }

    @Override
    public List<Symbol> symbols(Collection<String> ids) {
        return inTime().symbols(ids);
    }

    @Override
    public List<Symbol> named(Collection<String> names) {
        return inTime().named(names);
    }

    @Override
    public List<CallSite> callsFrom(Collection<String> symbolIds) {
        return inTime().callsFrom(symbolIds);
    }

    @Override
    public List<CallSite> callsTo(Collection<String> names) {
        return inTime().callsTo(names);
    }

    @Override
    public List<SourceFile> files(Collection<String> paths) {
        return inTime().files(paths);
    }

    private CodeGraph inTime() {
        if (System.nanoTime() > end) {
            throw new LateException();
        }
        return graph;
    }
}
