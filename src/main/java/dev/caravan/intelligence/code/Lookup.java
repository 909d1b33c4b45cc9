package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Caches the answers of a {@link CodeGraph}. It notes questions that it cannot answer; {@link #fetch} then asks them together. Not thread-safe.
 */
final class Lookup {

    private final CodeGraph graph;
    private final Map<String, List<Symbol>> byName = new HashMap<>();
    private final Map<String, Optional<Symbol>> byId = new HashMap<>();
    private final Map<String, Optional<SourceFile>> byPath = new HashMap<>();
    private final Map<String, List<CallSite>> byCaller = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> paths = new HashSet<>();
    private final Set<String> callers = new HashSet<>();
    private int misses;

    Lookup(CodeGraph graph) {
        this.graph = graph;
    }

    List<Symbol> named(String name) {
        return known(byName.get(name), names, name, List.of());
    }

    Optional<Symbol> symbol(String id) {
        return known(byId.get(id), ids, id, Optional.empty());
    }

    Optional<SourceFile> file(String path) {
        return known(byPath.get(path), paths, path, Optional.empty());
    }

    List<CallSite> callsFrom(String id) {
        return known(byCaller.get(id), callers, id, List.of());
    }

    private <T> T known(T found, Set<String> missing, String key, T otherwise) {
        if (found != null) {
            return found;
        }
        missing.add(key);
        misses++;
        return otherwise;
    }

    /** Returns the number of questions without an answer so far. Discard conclusions that were made while this number grew. */
    int misses() {
        return misses;
    }

    /** Asks the graph all noted questions. Returns false if there were none. */
    boolean fetch() {
        boolean any = !(names.isEmpty() && ids.isEmpty() && paths.isEmpty() && callers.isEmpty());
        if (!callers.isEmpty()) {
            group(callers, graph.callsFrom(List.copyOf(callers)), CallSite::caller, byCaller);
            callers.clear();
        }
        if (!names.isEmpty()) {
            List<Symbol> found = graph.named(List.copyOf(names));
            group(names, found, Symbol::name, byName);
            found.forEach(this::know);
            names.clear();
        }
        if (!ids.isEmpty()) {
            graph.symbols(List.copyOf(ids)).forEach(this::know);
            ids.forEach(id -> byId.putIfAbsent(id, Optional.empty()));
            ids.clear();
        }
        if (!paths.isEmpty()) {
            graph.files(List.copyOf(paths)).forEach(file -> byPath.put(file.path(), Optional.of(file)));
            paths.forEach(path -> byPath.putIfAbsent(path, Optional.empty()));
            paths.clear();
        }
        return any;
    }

    void know(Symbol symbol) {
        byId.put(symbol.id(), Optional.of(symbol));
    }

    void know(Collection<String> ids, List<CallSite> calls) {
        group(ids, calls, CallSite::caller, byCaller);
    }

    private static <T> void group(Collection<String> keys, List<T> found, Function<T, String> key, Map<String, List<T>> groups) {
        keys.forEach(one -> groups.put(one, new ArrayList<>()));
        found.forEach(one -> groups.computeIfAbsent(key.apply(one), none -> new ArrayList<>()).add(one));
    }
}
