package dev.caravan.intelligence.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Parsed files in memory; counts how often it is asked. */
final class MemoryCodeGraph implements CodeGraph {

    private final SourceParser parser = new SourceParser();
    private final Map<String, SourceFile> files = new HashMap<>();
    private final Map<String, Symbol> symbols = new HashMap<>();
    private final Map<String, List<Symbol>> byName = new HashMap<>();
    private final Map<String, List<CallSite>> byCaller = new HashMap<>();
    private final Map<String, List<CallSite>> byCalled = new HashMap<>();
    private int questions;

    /** Of all source files in a directory. */
    static MemoryCodeGraph of(Path directory) {
        return of(directory, ScipIndex.NONE);
    }

    static MemoryCodeGraph of(Path directory, ScipIndex index) {
        MemoryCodeGraph graph = new MemoryCodeGraph();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
                String relative = directory.relativize(path).toString().replace('\\', '/');
                if (Language.of(relative).isPresent()) {
                    graph.add(graph.parser.parse(relative, Language.of(relative).get(), Files.readAllBytes(path),
                            other -> bytes(directory.resolve(other)), index));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SourceParser.UnparsableException e) {
            throw new IllegalStateException(e);
        }
        return graph;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(String path, String text) {
        try {
            add(parser.parse(path, Language.of(path).orElseThrow(), text.getBytes(StandardCharsets.UTF_8)));
        } catch (SourceParser.UnparsableException e) {
            throw new IllegalStateException(e);
        }
    }

    void add(SourceParser.ParsedFile parsed) {
        files.put(parsed.file().path(), parsed.file());
        for (Symbol symbol : parsed.symbols()) {
            if (symbols.put(symbol.id(), symbol) != null) {
                throw new IllegalStateException("twice: " + symbol.id());
            }
            byName.computeIfAbsent(symbol.name(), none -> new ArrayList<>()).add(symbol);
        }
        for (CallSite call : parsed.calls()) {
            byCaller.computeIfAbsent(call.caller(), none -> new ArrayList<>()).add(call);
            byCalled.computeIfAbsent(call.name(), none -> new ArrayList<>()).add(call);
        }
    }

    Collection<Symbol> all() {
        return symbols.values();
    }

    int questions() {
        return questions;
    }

    @Override
    public List<Symbol> symbols(Collection<String> ids) {
        return find(ids, id -> symbols.containsKey(id) ? List.of(symbols.get(id)) : List.of());
    }

    @Override
    public List<Symbol> named(Collection<String> names) {
        return find(names, name -> byName.getOrDefault(name, List.of()));
    }

    @Override
    public List<CallSite> callsFrom(Collection<String> symbolIds) {
        return find(symbolIds, id -> byCaller.getOrDefault(id, List.of()));
    }

    @Override
    public List<CallSite> callsTo(Collection<String> names) {
        return find(names, name -> byCalled.getOrDefault(name, List.of()));
    }

    @Override
    public List<SourceFile> files(Collection<String> paths) {
        return find(paths, path -> files.containsKey(path) ? List.of(files.get(path)) : List.of());
    }

    private <T> List<T> find(Collection<String> keys, Function<String, List<T>> found) {
        questions++;
        return keys.stream().distinct().flatMap(key -> found.apply(key).stream()).toList();
    }
}
