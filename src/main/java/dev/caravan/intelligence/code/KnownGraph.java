package dev.caravan.intelligence.code;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is known of a graph so far. It answers at once, with nothing for what it does not know yet, and asks the graph for all of that
 * together.
 */
final class KnownGraph {

    private final CodeGraph graph;
    private final Answers<List<Symbol>> names = new Answers<>();
    private final Answers<Symbol> symbols = new Answers<>();
    private final Answers<SourceFile> files = new Answers<>();
    private final Map<String, SourceFile> withAliases = new HashMap<>();
    private int misses;

    KnownGraph(CodeGraph graph) {
        this.graph = graph;
    }

    /** Returns the number of questions without an answer so far. Conclusions that were made while it grew are to be discarded. */
    int misses() {
        return misses;
    }

    void learn(Collection<Symbol> found) {
        found.forEach(symbol -> symbols.known.put(symbol.id(), symbol));
    }

    /** Asks the graph for what was missing. */
    void fetch() {
        names.fetch(keys -> graph.named(keys).stream().collect(Collectors.groupingBy(Symbol::name)), List.of());
        names.known.values().forEach(this::learn);
        symbols.fetch(keys -> graph.symbols(keys).stream().collect(Collectors.toMap(Symbol::id, symbol -> symbol)), null);
        files.fetch(keys -> graph.files(keys).stream().collect(Collectors.toMap(SourceFile::path, file -> file)), null);
    }

    /** Returns null if there is none, or it is not known yet. */
    Symbol symbol(String id) {
        return symbols.get(id);
    }

    List<Symbol> named(String name) {
        List<Symbol> found = names.get(name);
        return found == null ? List.of() : found;
    }

    /** Returns the file of a definition, as far as it is known, with the modules of its imports as path aliases of TypeScript say. */
    SourceFile file(Symbol symbol) {
        String path = symbol.path();
        Language language = Language.of(path).orElseThrow();
        SourceFile known = withAliases.get(path);
        if (known == null) {
            int before = misses;
            SourceFile found = files.get(path);
            known = found == null ? new SourceFile(path, language, "", List.of()) : found;
            known = language.isScript() ? PathAliases.resolved(known, files::get) : known;
            if (misses == before) {
                withAliases.put(path, known);
            }
        }
        return known;
    }

    /** The graph's answers to one kind of questions. It notes questions that it cannot answer, to ask them together. */
    private final class Answers<V> {

        private final Map<String, V> known = new HashMap<>();
        private final Set<String> missing = new HashSet<>();

        V get(String key) {
            if (!known.containsKey(key)) {
                missing.add(key);
                misses++;
            }
            return known.get(key);
        }

        void fetch(Function<Collection<String>, Map<String, V>> ask, V none) {
            Map<String, V> found = missing.isEmpty() ? Map.of() : ask.apply(List.copyOf(missing));
            missing.forEach(key -> known.putIfAbsent(key, found.getOrDefault(key, none)));
            missing.clear();
        }
    }
}
