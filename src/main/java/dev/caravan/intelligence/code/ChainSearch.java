package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.CallResolver.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Finds call chains from a definition, level by level, so that each level needs only a few queries of the graph. */
@Component
public class ChainSearch {

    private static final int DEEPEST = 5;

    /**
     * Finds the chain of the definition with that id; else with that qualified name or an end of it ({@code Type.method}); else with that
     * simple name. Of several definitions it takes functions before types, then the most called one, then the first by id. Each overload
     * is a definition. Parameter types after the name, such as {@code Type.method(int)}, choose an overload; they are ignored if no
     * overload has them. A file, or the end of its path, narrows it: {@code shop/pricing.py#total}.
     *
     * @param depth number of levels, 1 to 5
     * @param most  maximum number of nodes, the start included
     * @return empty if there is no such definition
     */
    public Optional<Chain> chain(CodeGraph graph, String symbol, Direction direction, int depth, int most) {
        if (depth < 1 || depth > DEEPEST) {
            throw new IllegalArgumentException("depth must be 1 to " + DEEPEST + ", got " + depth);
        }
        CallResolver resolver = new CallResolver(graph);
        List<Symbol> matches = matches(graph, resolver, symbol);
        if (matches.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(grown(found -> resolver.callers(found, Integer.MAX_VALUE), resolver::callees, matches, direction, depth, most));
    }

    /**
     * Grows a chain from the first of these definitions.
     *
     * @param callers returns what calls definitions: {id: edges}
     * @param callees returns what definitions call: {id: edges}
     */
    public static Chain grown(Function<Collection<Symbol>, Map<String, List<Edge>>> callers,
            Function<Collection<Symbol>, Map<String, List<Edge>>> callees, List<Symbol> matches, Direction direction, int depth, int most) {
        Growth growth = new Growth(Math.max(1, most));
        ChainNode root = new ChainNode(null, 0, false, new Edge(matches.get(0), true, 1));
        List<ChainNode> up = direction == Direction.CALLEES ? List.of() : List.of(root);
        List<ChainNode> down = direction == Direction.CALLERS ? List.of() : List.of(root);
        for (int level = 0; level < depth; level++) {
            up = growth.grow(up, callers, ChainNode::callers);
            down = growth.grow(down, callees, ChainNode::callees);
        }
        return new Chain(root, matches.stream().map(Symbol::id).toList(), growth.truncated);
    }

    private static List<Symbol> matches(CodeGraph graph, CallResolver resolver, String symbol) {
        List<Symbol> exact = graph.symbols(List.of(symbol));
        if (!exact.isEmpty()) {
            return exact;
        }
        String written = symbol.substring(symbol.indexOf('#') + 1);
        String file = symbol.substring(0, Math.max(0, symbol.indexOf('#')));
        String name = written.replaceFirst("(?s)\\(.*", "");
        List<Symbol> found = named(graph, name).stream().filter(one -> file.isEmpty() || ("/" + one.path()).endsWith("/" + file)).toList();
        if (!name.equals(written)) {
            List<Symbol> overloads = found.stream().filter(one -> one.id().endsWith("#" + written)).toList();
            found = overloads.isEmpty() ? found : overloads;
        }
        return found.size() < 2 ? found : ranked(found, resolver, name);
    }

    private static List<Symbol> named(CodeGraph graph, String symbol) {
        String[] parts = symbol.split("\\.");
        List<String> names = List.of(parts).subList(Math.max(0, parts.length - 2), parts.length);
        List<Symbol> named = names.isEmpty() ? List.of() : graph.named(names);
        List<Symbol> found = named.stream().filter(one -> one.qualified().equals(symbol)).toList();
        found = found.isEmpty() && parts.length > 1 ? named.stream().filter(one -> one.qualified().endsWith("." + symbol)).toList() : found;
        return parts.length == 1 ? named : found;
    }

    private static List<Symbol> ranked(List<Symbol> found, CallResolver resolver, String symbol) {
        Map<String, List<Edge>> callers = resolver.callers(found, Integer.MAX_VALUE);
        return found.stream().sorted(Comparator.comparing((Symbol one) -> !one.qualified().equals(symbol))
                .thenComparing(one -> one.kind() == SymbolKind.TYPE)
                .thenComparing(one -> -callers.get(one.id()).size()).thenComparing(Symbol::id)).toList();
    }

    /** The growing chain. */
    private static final class Growth {

        private final int most;
        private int nodes = 1;
        private boolean truncated;

        Growth(int most) {
            this.most = most;
        }

        /** Returns the next level below these nodes, without nodes that are not followed. */
        List<ChainNode> grow(List<ChainNode> level, Function<Collection<Symbol>, Map<String, List<Edge>>> graph,
                Function<ChainNode, List<ChainNode>> grownOf) {
            List<ChainNode> next = new ArrayList<>();
            Map<String, List<Edge>> neighbours = graph.apply(level.stream().map(ChainNode::symbol).distinct().toList());
            for (ChainNode branch : level) {
                for (Edge neighbour : neighbours.getOrDefault(branch.symbol().id(), List.of())) {
                    if (nodes == most) {
                        truncated = true;
                        return next;
                    }
                    nodes++;
                    ChainNode grown = new ChainNode(branch, branch.depth + 1, branch.isOnWay(neighbour.symbol()), neighbour);
                    grownOf.apply(branch).add(grown);
                    if (!grown.cycle) {
                        next.add(grown);
                    }
                }
            }
            return next;
        }
    }

    /**
     * A definition in a call chain.
     *
     * @param from    the node before it; null for the start
     * @param depth   number of calls from the start
     * @param cycle   whether the path from the start already contains it; then the chain does not follow it again
     * @param edge    the definition, and whether the calling file itself says that the call means it
     * @param callers definitions that call it, by path and line of the call; empty if the chain does not follow callers
     * @param callees definitions that it calls, by line of the call; empty if the chain does not follow callees
     */
    public record ChainNode(ChainNode from, int depth, boolean cycle, Edge edge, List<ChainNode> callers, List<ChainNode> callees) {

        ChainNode(ChainNode from, int depth, boolean cycle, Edge edge) {
            this(from, depth, cycle, edge, new ArrayList<>(), new ArrayList<>());
        }

        public Symbol symbol() {
            return edge.symbol();
        }

        boolean isOnWay(Symbol other) {
            return symbol().id().equals(other.id()) || from != null && from.isOnWay(other);
        }
    }

    /**
     * The callers and callees of a definition, over several calls.
     *
     * @param matches   ids of all definitions that the name could mean, the chosen one first
     * @param truncated whether the chain reached its maximum number of nodes
     */
    public record Chain(ChainSearch.ChainNode start, List<String> matches, boolean truncated) {
    }

    /** The direction in which calls are followed. */
    public enum Direction {
        CALLERS, CALLEES, BOTH
    }
}
