package dev.caravan.intelligence.code;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the definitions that calls mean, by name, nearness, and what the file itself says of the receiver. An edge is certain if the file
 * says which definition it is: same function, type or package, {@code this}, an import, or a receiver whose type is written. Other calls
 * go to all definitions with that name, as uncertain edges, the nearest first. It does not compare the types of arguments. It keeps what
 * it learns of the graph. Not thread-safe.
 */
public final class CallResolver {

    private static final int MOST_ROUNDS = 12;
    private static final int MOST_SHOWN = 3;

    private final CodeGraph graph;
    private final KnownGraph known;

    public CallResolver(CodeGraph graph) {
        this.graph = graph;
        this.known = new KnownGraph(graph);
    }

    /**
     * A definition that a call may mean, or that calls another.
     *
     * @param certain    whether the file itself says that the call means it
     * @param candidates number of definitions that the call may mean
     */
    public record Edge(Symbol symbol, boolean certain, int candidates) {
    }

    /** Returns the meanings of each call, certain ones first, then the nearest; none for calls that leave the workspace. */
    public Map<CallSite, List<Edge>> targets(Collection<CallSite> calls) {
        Map<CallSite, List<Edge>> targets = new LinkedHashMap<>();
        calls.forEach(call -> targets.put(call, List.of()));
        Set<CallSite> pending = new LinkedHashSet<>(calls);
        for (int round = 0; round < MOST_ROUNDS && !pending.isEmpty(); round++) {
            pending.removeIf(call -> {
                int before = known.misses();
                List<Edge> found = meaning(call);
                targets.put(call, known.misses() == before ? found : List.of());
                return known.misses() == before;
            });
            known.fetch();
        }
        return targets;
    }

    /** Returns what each of these definitions calls, by line: {id: edges}. */
    Map<String, List<Edge>> callees(Collection<Symbol> symbols) {
        known.learn(symbols);
        List<CallSite> calls = graph.callsFrom(symbols.stream().map(Symbol::id).toList()).stream()
                .sorted(Comparator.comparing(CallSite::line)).toList();
        return joined(symbols, targets(calls).entrySet().stream().flatMap(found -> found.getValue().stream()
                .limit(Math.max(MOST_SHOWN, found.getValue().stream().filter(Edge::certain).count()))
                .map(edge -> Map.entry(found.getKey().caller(), edge))));
    }

    /**
     * Returns what calls each of these definitions, by path and line: {id: edges}.
     *
     * @param most maximum number of calls of a name to consider, the nearest by folders
     */
    Map<String, List<Edge>> callers(Collection<Symbol> symbols, int most) {
        Map<String, List<Symbol>> names = symbols.stream().collect(Collectors.groupingBy(Symbol::name));
        Map<String, List<CallSite>> calls = graph.callsTo(names.keySet()).stream().collect(Collectors.groupingBy(CallSite::name));
        List<CallSite> asked = calls.values().stream().flatMap(of -> of.stream().sorted(Comparator.comparing(call ->
                -names.get(call.name()).stream().mapToInt(symbol -> Modules.nearness(call.caller(), symbol.path())).max().orElse(0)))
                .limit(most)).sorted(Comparator.comparing(CallResolver::path).thenComparing(CallSite::line).thenComparing(CallSite::caller))
                .toList();
        return joined(symbols, targets(asked).entrySet().stream().filter(found -> known.symbol(found.getKey().caller()) != null)
                .flatMap(found -> found.getValue().stream().map(edge -> Map.entry(edge.symbol().id(),
                        new Edge(known.symbol(found.getKey().caller()), edge.certain(), edge.candidates())))));
    }

    /** Joins {@code {id: edge}} to {id: edges}, with the better of two edges to the same definition. */
    private static Map<String, List<Edge>> joined(Collection<Symbol> symbols, Stream<Map.Entry<String, Edge>> edges) {
        Map<String, Map<String, Edge>> joined = new LinkedHashMap<>();
        symbols.forEach(symbol -> joined.put(symbol.id(), new LinkedHashMap<>()));
        edges.filter(edge -> joined.containsKey(edge.getKey())).forEach(edge ->
                joined.get(edge.getKey()).merge(edge.getValue().symbol().id(), edge.getValue(), CallResolver::better));
        return joined.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, found -> List.copyOf(found.getValue().values())));
    }

    static Edge better(Edge one, Edge other) {
        return one.certain() || !other.certain() && one.candidates() <= other.candidates() ? one : other;
    }

    private static String path(CallSite call) {
        return call.caller().substring(0, call.caller().indexOf('#'));
    }

    private List<Edge> meaning(CallSite call) {
        known.named(call.name()); // asks for it together with the caller
        Symbol caller = known.symbol(call.caller());
        return caller == null ? List.of() : new CallMeaning(call, caller, known).edges();
    }
}
