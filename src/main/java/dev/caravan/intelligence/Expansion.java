package dev.caravan.intelligence;

import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.code.Reach;
import dev.caravan.intelligence.code.Reach.Reached;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.CodeIndex.Place;
import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.intelligence.index.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Expands the text search's results to their callers and callees, by the index's own graph or CKB's. */
@Component
record Expansion(CodeIndex index, Reach reach, Contents contents) {

    /** Returns the definitions of the candidates. */
    List<Anchor> anchors(Workspace workspace, List<Candidate> candidates) {
        Map<String, Double> weights = new LinkedHashMap<>();
        candidates.stream().filter(candidate -> !candidate.chunk().symbol().isEmpty())
                .forEach(candidate -> weights.merge(candidate.chunk().symbol(), candidate.relevance(), Math::max));
        return index.graph(workspace).symbols(weights.keySet()).stream().map(symbol -> new Anchor(symbol, weights.get(symbol.id())))
                .sorted(Comparator.comparingDouble(Anchor::weight).reversed()).toList();
    }

    /**
     * Follows calls by the index's own graph.
     *
     * @param most maximum number of chunks
     * @throws CodeIndex.LateException if following the calls takes longer than {@code time}
     */
    GraphRag.FollowedCalls local(Workspace workspace, List<Anchor> anchors, int depth, LesserFiles tests, int most, Duration time) {
        Map<Symbol, Double> starts = new LinkedHashMap<>();
        anchors.forEach(anchor -> starts.put(anchor.symbol(), anchor.weight()));
        Map<Place, Integer> hits = new LinkedHashMap<>();
        List<Reached> all = reach.from(index.graph(workspace, time), starts, depth);
        all.stream()
                .sorted(Comparator.comparingDouble((Reached reached) ->
                        reached.weight() * tests.weight(reached.symbol().path(), tests.byCalls())).reversed()).limit(most)
                .forEach(reached -> hits.putIfAbsent(new Place(reached.symbol().path(), reached.symbol().line()), reached.distance()));
        String graph = Metadata.graph(Stream.concat(starts.keySet().stream(), all.stream().map(Reached::symbol)));
        return new GraphRag.FollowedCalls(chunks(workspace, hits), graph, depth, false);
    }

    /** Returns {chunk: distance in calls}, best first, by CKB's call graph and references. */
    Map<StoredChunk, Integer> byCkb(Workspace workspace, CkbAnswer ckb, List<Anchor> anchors, LesserFiles tests, int most) {
        Map<String, Double> starts = new HashMap<>();
        anchors.forEach(anchor -> starts.put(anchor.symbol().qualified(), anchor.weight()));
        Map<Place, Double> scores = new HashMap<>();
        Map<Place, Integer> distances = new HashMap<>();
        for (CkbAnswer.CkbNode node : ckb.nodes()) {
            if (node.path() != null && node.line() > 0) {
                Place place = new Place(node.path(), node.line());
                scores.merge(place, starts.getOrDefault(node.start(), 1.0) * Math.pow(0.5, node.distance())
                        * tests.weight(node.path(), tests.byCalls()), Double::sum);
                distances.merge(place, node.distance(), Math::min);
            }
        }
        Map<Place, Integer> hits = new LinkedHashMap<>();
        scores.entrySet().stream().sorted(Map.Entry.<Place, Double>comparingByValue().reversed()
                .thenComparing(place -> place.getKey().path()).thenComparing(place -> place.getKey().line())).limit(most)
                .forEach(place -> hits.put(place.getKey(), distances.get(place.getKey())));
        return chunks(workspace, hits);
    }

    /** @param hits {place: number of calls that lead to it}, best first */
    private Map<StoredChunk, Integer> chunks(Workspace workspace, Map<Place, Integer> hits) {
        List<Place> places = List.copyOf(hits.keySet());
        Map<Integer, StoredChunk> indexed = index.at(workspace, places);
        Map<StoredChunk, Integer> chunks = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            Optional<StoredChunk> chunk = indexed.containsKey(i) ? Optional.of(indexed.get(i)) : contents.at(workspace, place);
            chunk.ifPresent(found -> chunks.merge(found, hits.get(place), Math::min));
        }
        return chunks;
    }

    /**
     * A definition that text search found, from which calls are followed.
     *
     * @param weight its relevance
     */
    record Anchor(Symbol symbol, double weight) {

        private static final int MOST_NAMES = 5;
        private static final Pattern WORD = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$.]{2,}");
        /** Upper and lower case together, or an underscore, digit or dot between letters. */
        private static final Pattern IDENTIFIER = Pattern.compile(
                ".*([a-z][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z]\\.[A-Za-z]|[A-Za-z][0-9]).*");

        /**
         * Returns the names for CKB's question: words of the query that look like identifiers, then the anchors; without both, any words
         * of the query.
         */
        static List<String> names(List<Anchor> anchors, String query) {
            Set<String> names = new LinkedHashSet<>();
            List<String> words = new ArrayList<>();
            for (Matcher word = WORD.matcher(query); word.find(); ) {
                String name = word.group().replaceAll("\\.+$", "");
                words.add(name);
                if (IDENTIFIER.matcher(name).matches()) {
                    names.add(name);
                }
            }
            anchors.forEach(anchor -> names.add(anchor.symbol().qualified()));
            if (anchors.isEmpty()) {
                names.addAll(words);
            }
            return names.stream().limit(MOST_NAMES).toList();
        }
    }
}
