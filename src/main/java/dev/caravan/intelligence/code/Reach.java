package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.CallResolver.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Finds definitions near some start definitions, over calls in both directions. Each call that leads from a start to a definition at
 * distance n adds the start's weight times 0.5 to the power of n, divided by the number of definitions that the last call may mean. A
 * start is a result too if another start leads to it. Of names that are called everywhere, only the 200 calls nearest by folders count.
 */
@Component
public class Reach {

    private static final int DEEPEST = 5;
    private static final int MOST = 200;
    private static final int MOST_NEIGHBOURS = 50;
    private static final int MOST_CALLS = 200;
    private static final double FADING = 0.5;
    private static final Comparator<Reached> BEST_FIRST = Comparator.comparing(Reached::weight).reversed().thenComparing(Reached::distance)
            .thenComparing(found -> found.symbol().id());

    /**
     * A definition that calls lead to.
     *
     * @param distance number of calls from the nearest start, at least 1
     * @param weight   greater is better
     */
    public record Reached(Symbol symbol, int distance, double weight) {
    }

    /**
     * Returns at most 200 definitions, best first.
     *
     * @param starts with their weights
     * @param depth  number of calls to follow, 1 to 5
     */
    public List<Reached> from(CodeGraph graph, Map<Symbol, Double> starts, int depth) {
        if (depth < 1 || depth > DEEPEST) {
            throw new IllegalArgumentException("depth must be 1 to " + DEEPEST + ", got " + depth);
        }
        CallResolver resolver = new CallResolver(graph);
        Map<String, List<Edge>> neighbours = new HashMap<>();
        Map<String, Reached> reached = new LinkedHashMap<>();
        List<Wave> waves = new ArrayList<>();
        starts.forEach((symbol, weight) -> waves.add(Wave.of(symbol, weight)));
        for (int distance = 1; distance <= depth; distance++) {
            Set<Symbol> unknown = new LinkedHashSet<>();
            waves.forEach(wave -> wave.front.stream().filter(symbol -> !neighbours.containsKey(symbol.id())).forEach(unknown::add));
            learn(unknown, resolver, neighbours);
            for (Wave wave : waves) {
                wave.advance(distance, neighbours, reached);
            }
            keepBest(waves, reached);
        }
        return reached.values().stream().sorted(BEST_FIRST).limit(MOST).toList();
    }

    private static void learn(Collection<Symbol> symbols, CallResolver resolver, Map<String, List<Edge>> neighbours) {
        Map<String, List<Edge>> callees = resolver.callees(symbols);
        Map<String, List<Edge>> callers = resolver.callers(symbols, MOST_CALLS);
        for (Symbol symbol : symbols) {
            Map<String, Edge> near = new LinkedHashMap<>();
            Stream.concat(callees.get(symbol.id()).stream(), callers.get(symbol.id()).stream())
                    .filter(edge -> !edge.symbol().id().equals(symbol.id()))
                    .forEach(edge -> near.merge(edge.symbol().id(), edge, CallResolver::better));
            neighbours.put(symbol.id(), near.values().stream().limit(MOST_NEIGHBOURS).toList());
        }
    }

    /** Keeps only the best, so that only these are followed further. */
    private static void keepBest(List<Wave> waves, Map<String, Reached> reached) {
        if (reached.size() <= MOST) {
            return;
        }
        Set<String> best = new LinkedHashSet<>();
        reached.values().stream().sorted(BEST_FIRST).limit(MOST).forEach(found -> best.add(found.symbol().id()));
        waves.forEach(wave -> wave.front.removeIf(symbol -> !best.contains(symbol.id())));
    }

    /**
     * The definitions that one start has reached.
     *
     * @param distances {id: number of calls from the start}
     * @param front     definitions at the largest distance
     */
    private record Wave(double weight, Map<String, Integer> distances, Set<Symbol> front) {

        static Wave of(Symbol start, double weight) {
            return new Wave(weight, new HashMap<>(Map.of(start.id(), 0)), new LinkedHashSet<>(List.of(start)));
        }

        void advance(int distance, Map<String, List<Edge>> neighbours, Map<String, Reached> reached) {
            Set<Symbol> next = new LinkedHashSet<>();
            double whole = weight * Math.pow(FADING, distance);
            for (Symbol symbol : front) {
                for (Edge edge : neighbours.get(symbol.id())) {
                    Symbol neighbour = edge.symbol();
                    double added = whole / edge.candidates();
                    if (distances.computeIfAbsent(neighbour.id(), none -> distance) == distance) {
                        next.add(neighbour);
                        reached.merge(neighbour.id(), new Reached(neighbour, distance, added),
                                (before, more) -> new Reached(neighbour, Math.min(before.distance(), distance), before.weight() + added));
                    }
                }
            }
            front.clear();
            front.addAll(next);
        }
    }
}
