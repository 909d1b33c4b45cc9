package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Modules.Fit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the definitions that calls mean, by name, nearness, and what the file itself says of the receiver. An edge is certain if the file
 * says which definition it is: same function, type or package, {@code this}, an import, or a receiver whose type is written. Other calls
 * go to all definitions with that name and a fitting number of arguments, as uncertain edges, the nearest first. It keeps what it learns
 * of the graph. Not thread-safe.
 */
public final class CallResolver {

    private static final int MOST_ROUNDS = 12;
    private static final int MOST_CANDIDATES = 50;
    private static final int MOST_SHOWN = 3;
    private static final int MOST_ANCESTORS = 30;
    /** Names of methods that most code calls on things of libraries. A call on an unknown receiver says nothing then. */
    private static final Set<String> EVERYDAY = everydayNames();

    private final CodeGraph graph;
    private final Lookup lookup;

    public CallResolver(CodeGraph graph) {
        this.graph = graph;
        this.lookup = new Lookup(graph);
    }

    /**
     * A definition that a call may mean, or that calls another.
     *
     * @param certain    whether the file itself says that the call means it
     * @param candidates number of definitions that the call may mean
     */
    public record Edge(Symbol symbol, boolean certain, int candidates) {
    }

    /** Definitions for a name, and whether the file says which; certain without symbols means that it is outside the workspace. */
    private record Found(List<Symbol> symbols, boolean certain) {

        static final Found OUTSIDE = new Found(List.of(), true);
        static final Found UNKNOWN = new Found(List.of(), false);
    }

    private static Set<String> everydayNames() {
        try (InputStream file = CallResolver.class.getResourceAsStream("everyday-names.txt")) {
            return Set.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the meanings of each call, certain ones first, then the nearest; none for calls that leave the workspace. */
    public Map<CallSite, List<Edge>> targets(Collection<CallSite> calls) {
        Map<CallSite, List<Edge>> targets = new LinkedHashMap<>();
        Set<CallSite> pending = new LinkedHashSet<>(calls);
        pending.forEach(call -> targets.put(call, List.of()));
        for (int round = 0; round < MOST_ROUNDS && !pending.isEmpty(); round++) {
            pending.removeIf(call -> {
                int before = lookup.misses;
                List<Edge> found = meaning(call);
                if (lookup.misses == before) {
                    targets.put(call, found);
                }
                return lookup.misses == before;
            });
            lookup.fetch();
        }
        return targets;
    }

    /** Returns what each of these definitions calls, by line: {id: edges}. */
    Map<String, List<Edge>> callees(Collection<Symbol> symbols) {
        Map<String, Map<String, Edge>> callees = new LinkedHashMap<>();
        symbols.forEach(symbol -> callees.put(symbol.id(), new LinkedHashMap<>()));
        symbols.forEach(lookup::know);
        List<CallSite> calls = callees.isEmpty() ? List.of() : graph.callsFrom(List.copyOf(callees.keySet()));
        targets(calls).entrySet().stream().sorted(Comparator.comparing(entry -> entry.getKey().line())).forEach(entry -> {
            Map<String, Edge> edges = callees.get(entry.getKey().caller());
            entry.getValue().stream().limit(Math.max(MOST_SHOWN, entry.getValue().stream().filter(Edge::certain).count()))
                    .forEach(edge -> edges.merge(edge.symbol().id(), edge, CallResolver::better));
        });
        return lists(callees);
    }

    /**
     * Returns what calls each of these definitions, by path and line: {id: edges}.
     *
     * @param most maximum number of calls of a name to consider, the nearest by folders
     */
    Map<String, List<Edge>> callers(Collection<Symbol> symbols, int most) {
        Map<String, Map<String, Edge>> callers = new LinkedHashMap<>();
        symbols.forEach(symbol -> callers.put(symbol.id(), new LinkedHashMap<>()));
        if (callers.isEmpty()) {
            return Map.of();
        }
        Map<String, List<Symbol>> names = symbols.stream().collect(Collectors.groupingBy(Symbol::name, LinkedHashMap::new,
                Collectors.toList()));
        Map<String, List<CallSite>> calls = graph.callsTo(names.keySet()).stream()
                .collect(Collectors.groupingBy(CallSite::name, LinkedHashMap::new, Collectors.toList()));
        List<CallSite> asked = new ArrayList<>();
        calls.forEach((name, all) -> asked.addAll(all.size() <= most ? all : all.stream()
                .sorted(Comparator.comparing((CallSite call) -> names.get(name).stream().mapToInt(symbol -> Modules.nearness(call.caller(),
                        symbol.path())).max().orElse(0)).reversed())
                .limit(most).toList()));
        Map<CallSite, List<Edge>> targets = targets(asked);
        targets.entrySet().stream().sorted(Comparator.comparing((Map.Entry<CallSite, List<Edge>> entry) -> path(entry.getKey()))
                .thenComparing(entry -> entry.getKey().line())
                .thenComparing(entry -> entry.getKey().caller())).forEach(entry -> {
                    Symbol caller = lookup.symbol(entry.getKey().caller());
                    entry.getValue().stream().filter(edge -> caller != null && callers.containsKey(edge.symbol().id())).forEach(edge ->
                            callers.get(edge.symbol().id()).merge(caller.id(), new Edge(caller, edge.certain(), edge.candidates()),
                                    CallResolver::better));
                });
        return lists(callers);
    }

    private static Edge better(Edge one, Edge other) {
        return one.certain() || !other.certain() && one.candidates() <= other.candidates() ? one : other;
    }

    private static Map<String, List<Edge>> lists(Map<String, Map<String, Edge>> edges) {
        Map<String, List<Edge>> lists = new LinkedHashMap<>();
        edges.forEach((id, found) -> lists.put(id, List.copyOf(found.values())));
        return lists;
    }

    private static String path(CallSite call) {
        return call.caller().substring(0, call.caller().indexOf('#'));
    }

    private List<Edge> meaning(CallSite call) {
        lookup.named(call.name());
        Symbol caller = lookup.symbol(call.caller());
        SourceFile file = lookup.file(path(call));
        if (caller == null || file == null) {
            return List.of();
        }
        String on = call.receiver();
        if (call.constructs()) {
            Found made = on.equals("this") ? new Found(enclosing(caller, file).stream().limit(1).toList(), true)
                    : types(on.isEmpty() ? call.name() : on + "." + call.name(), caller, file);
            return edges(constructors(made, call, caller), call, caller);
        }
        if (on.isEmpty()) {
            return alone(call, caller, file);
        }
        if (on.equals("this") || on.equals("super")) {
            return ofThis(call, caller, file);
        }
        if (!call.receiverType().isEmpty()) {
            return ofTypes(types(call.receiverType(), caller, file), call, caller, true);
        }
        return on.equals("?") || on.endsWith("()") ? byName(call, caller) : ofName(call, caller, file);
    }

    private List<Edge> alone(CallSite call, Symbol caller, SourceFile file) {
        List<Symbol> inFile = lookup.named(call.name()).stream().filter(symbol -> symbol.path().equals(caller.path())).toList();
        int longest = inFile.stream().filter(symbol -> symbol.kind() != SymbolKind.CONSTRUCTOR
                && isInside(symbol, caller)).mapToInt(symbol -> symbol.qualified().length()).max().orElse(0);
        List<Symbol> nested = inFile.stream().filter(symbol -> symbol.qualified().length() == longest && isInside(symbol, caller)
                && symbol.qualified().contains(".")
                && symbol.kind() == SymbolKind.FUNCTION && symbol.owner().isEmpty()).toList();
        if (!nested.isEmpty()) {
            return edges(new Found(nested, true), call, caller);
        }
        if (file.language().hasImplicitThis()) {
            for (Symbol type : enclosing(caller, file)) {
                Found own = members(List.of(type), call.name());
                if (!own.symbols().isEmpty()) {
                    return withOverriding(own, List.of(type), call, caller);
                }
            }
        }
        List<Symbol> local = inFile.stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE || symbol.kind() == SymbolKind.FUNCTION
                && symbol.owner().isEmpty()
                && (!symbol.qualified().contains(".") || file.language().hasImplicitThis())).toList();
        Found found = local.isEmpty() ? imported(call.name(), "", file) : new Found(local, true);
        if (found.symbols().isEmpty() && !found.certain()) {
            Predicate<Symbol> plain = symbol -> symbol.owner().isEmpty() && symbol.kind() != SymbolKind.METHOD
                    && symbol.kind() != SymbolKind.CONSTRUCTOR;
            List<Symbol> all = candidates(call.name(), caller).stream().filter(plain).toList();
            List<Symbol> near = all.stream().filter(symbol -> Modules.isSamePackage(file, symbol)).toList();
            boolean open = !file.language().importsAll() || file.language() == Language.JAVASCRIPT || file.language() == Language.TYPESCRIPT
                    || isRelative(call.name(), file);
            found = !near.isEmpty() ? new Found(near, true) : open && !EVERYDAY.contains(call.name()) ? new Found(all, false)
                    : Found.OUTSIDE;
        }
        List<Symbol> functions = found.symbols().stream().filter(symbol -> symbol.kind() != SymbolKind.TYPE
                && symbol.kind() != SymbolKind.CONSTRUCTOR).toList();
        List<Symbol> types = found.symbols().stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).toList();
        Found made = file.language() == Language.GO || types.isEmpty() ? Found.OUTSIDE
                : constructors(new Found(types, found.certain()), call, caller);
        return edges(new Found(Stream.concat(functions.stream(), made.symbols().stream()).toList(), found.certain()), call, caller);
    }

    /** Whether a definition is directly inside a function that contains the caller, or inside the caller. */
    private static boolean isInside(Symbol symbol, Symbol caller) {
        int dot = symbol.qualified().lastIndexOf('.');
        return dot < 0 || (caller.qualified() + ".").startsWith(symbol.qualified().substring(0, dot + 1));
    }

    private static boolean isRelative(String name, SourceFile file) {
        return file.imports().stream().anyMatch(one -> (one.name().equals(name) || one.member().equals(name) || one.name().equals("*"))
                && one.module().matches("[.@~#]/?.*"));
    }

    private List<Edge> ofThis(CallSite call, Symbol caller, SourceFile file) {
        List<Symbol> around = enclosing(caller, file);
        if (around.isEmpty()) {
            return caller.owner().isEmpty() ? List.of() : edges(new Found(candidates(call.name(), caller).stream()
                    .filter(symbol -> symbol.path().equals(caller.path()) && symbol.owner().equals(caller.owner())).toList(), true), call,
                            caller);
        }
        Symbol type = around.get(0);
        if (call.receiver().equals("super")) {
            Found above = above(type);
            return edges(members(above.symbols(), call.name()), call, caller);
        }
        return ofTypes(new Found(List.of(type), true), call, caller, false);
    }

    /** @param byName whether a method that the types don't have may be any of that name */
    private List<Edge> ofTypes(Found types, CallSite call, Symbol caller, boolean byName) {
        if (types.symbols().isEmpty()) {
            return types.certain() && !call.receiverType().matches("[A-Z]\\d?") ? List.of() : byName(call, caller);
        }
        Found methods = members(types.symbols(), call.name());
        boolean certain = types.certain() && methods.certain();
        return withOverriding(new Found(methods.symbols(), certain), types.symbols(), call, caller);
    }

    private List<Edge> withOverriding(Found methods, List<Symbol> types, CallSite call, Symbol caller) {
        List<Edge> edges = new ArrayList<>(edges(methods, call, caller));
        List<Symbol> overriding = methods.symbols().isEmpty() ? List.of() : overriding(methods.symbols(), types, call, caller).stream()
                .collect(Collectors.groupingBy(method -> method.path() + method.owner(), LinkedHashMap::new, Collectors.toList()))
                .values().stream().flatMap(of -> fitting(of, call, caller).stream()).toList();
        overriding.forEach(method -> edges.add(new Edge(method, false, methods.symbols().size() + overriding.size())));
        return edges;
    }

    private List<Edge> ofName(CallSite call, Symbol caller, SourceFile file) {
        String on = call.receiver();
        if (on.startsWith("this.")) {
            return ofTypes(field(enclosing(caller, file).stream().limit(1).toList(), on.substring("this.".length())), call, caller, true);
        }
        Found imported = imported(on, call.name(), file);
        if (!imported.symbols().isEmpty()) {
            List<Symbol> types = imported.symbols().stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).toList();
            Found made = types.isEmpty() ? imported : constructors(new Found(types, imported.certain()), call, caller);
            return edges(types.size() == imported.symbols().size() ? made : imported, call, caller);
        }
        Found types = types(on, caller, file);
        if (!types.symbols().isEmpty()) {
            return ofTypes(types, call, caller, true);
        }
        List<Symbol> ofObject = candidates(call.name(), caller).stream().filter(symbol -> symbol.path().equals(caller.path())
                && symbol.owner().equals(on)).toList();
        if (!ofObject.isEmpty()) {
            return edges(new Found(ofObject, true), call, caller);
        }
        int dot = on.lastIndexOf('.');
        Found holders = dot < 0 ? new Found(file.language().hasImplicitThis() ? enclosing(caller, file) : List.of(), true)
                : types(on.substring(0, dot), caller, file);
        Found field = field(holders.symbols(), on.substring(dot + 1));
        if (!field.symbols().isEmpty() || field.certain()) {
            return ofTypes(field, call, caller, true);
        }
        boolean outside = imported.certain() || !isRelative(on.replaceFirst("\\..*", ""), file)
                && (Names.isTypeName(on) && !on.equals(on.toUpperCase()) || file.language() == Language.PYTHON
                        || file.language().family() == Language.JAVASCRIPT);
        return outside ? List.of() : byName(call, caller);
    }

    private List<Edge> byName(CallSite call, Symbol caller) {
        if (EVERYDAY.contains(call.name())) {
            return List.of();
        }
        List<Symbol> all = candidates(call.name(), caller).stream().filter(symbol -> symbol.kind() == SymbolKind.METHOD
                || symbol.kind() == SymbolKind.FUNCTION && !symbol.owner().isEmpty())
                .filter(symbol -> call.arguments() < 0 || symbol.least() <= call.arguments() && call.arguments() <= symbol.most()).toList();
        return edges(new Found(all, false), call, caller);
    }

    /** Returns the definitions with that name in the caller's language, the nearest first. */
    private List<Symbol> candidates(String name, Symbol caller) {
        Language family = family(caller);
        return lookup.named(name).stream().filter(symbol -> family(symbol) == family)
                .sorted(Comparator.comparing((Symbol symbol) -> -Modules.nearness(symbol.path(), caller.path()))
                        .thenComparing(Symbol::path).thenComparing(Symbol::line)).toList();
    }

    private static Language family(Symbol symbol) {
        return Language.of(symbol.path()).orElseThrow().family();
    }

    /** An overload rarely calls itself, so it is left out if there are others; what is left stays uncertain. */
    private List<Edge> edges(Found found, CallSite call, Symbol caller) {
        List<Symbol> fitting = fitting(found.symbols(), call, caller);
        boolean certain = found.certain() && fitting.size() == 1;
        List<Symbol> likely = fitting.size() < 2 || call.receiver().endsWith("()") ? fitting
                : kept(fitting, symbol -> !symbol.equals(caller));
        return likely.stream().limit(MOST_CANDIDATES).map(symbol -> new Edge(symbol, certain, certain ? 1 : fitting.size())).toList();
    }

    /** Of overloads, returns those with a fitting number of arguments, then those whose types the file's types name. */
    private List<Symbol> fitting(List<Symbol> found, CallSite call, Symbol caller) {
        List<Symbol> all = found.stream().distinct().toList();
        if (call.arguments() < 0 || all.size() < 2) {
            return all;
        }
        List<Symbol> counted = kept(all, symbol -> symbol.least() <= call.arguments() && call.arguments() <= symbol.most());
        List<Symbol> exact = counted.stream().filter(symbol -> takes(symbol, call, caller, false)).toList();
        return exact.isEmpty() ? kept(counted, symbol -> takes(symbol, call, caller, true)) : exact;
    }

    private boolean takes(Symbol symbol, CallSite call, Symbol caller, boolean anything) {
        for (int i = 0; i < Math.min(call.argumentTypes().size(), symbol.parameterTypes().size()); i++) {
            String given = argument(call.argumentTypes().get(i), caller);
            String wanted = symbol.parameterTypes().get(i);
            if (!given.isEmpty() && !wanted.isEmpty() && !isNamed(given, wanted, anything)) {
                return false;
            }
        }
        return true;
    }

    private static List<Symbol> kept(List<Symbol> all, Predicate<Symbol> test) {
        List<Symbol> kept = all.stream().filter(test).toList();
        return kept.isEmpty() ? all : kept;
    }

    private static boolean isNamed(String given, String wanted, boolean anything) {
        String last = given.substring(given.lastIndexOf('.') + 1);
        String bare = last.replace("[]", "");
        boolean array = last.endsWith("[]");
        return List.of(wanted.split("[^\\p{L}\\p{N}_\\[\\]]+")).stream().anyMatch(word -> word.equalsIgnoreCase(last) || array
                && word.equalsIgnoreCase(bare)
                || anything && word.matches("Object|any|unknown|[A-Z]"));
    }

    /** Returns an argument's type: of {@code Type.field} the field's type. */
    private String argument(String written, Symbol caller) {
        int dot = written.lastIndexOf('.');
        SourceFile file = lookup.file(caller.path());
        if (dot < 0 || file == null) {
            return written;
        }
        return types(written.substring(0, dot), caller, file).symbols().stream().map(type -> member(type, written.substring(dot + 1)))
                .findFirst().orElse("");
    }

    /** Returns the written constructors of these types, or the types themselves. */
    private Found constructors(Found types, CallSite call, Symbol caller) {
        List<Symbol> found = new ArrayList<>();
        for (Symbol type : types.symbols()) {
            List<Symbol> written = lookup.named(type.name()).stream().filter(symbol -> symbol.kind() == SymbolKind.CONSTRUCTOR
                    && isOf(type, symbol)).toList();
            List<Symbol> fitting = written.stream().filter(symbol -> !symbol.equals(caller)
                    && (call.arguments() < 0 || symbol.least() <= call.arguments() && call.arguments() <= symbol.most())).toList();
            boolean implicit = type.path().endsWith(".java") && type.most() > 0 && type.most() == call.arguments();
            found.addAll(!fitting.isEmpty() ? fitting : written.isEmpty() || implicit ? List.of(type) : written);
        }
        return new Found(found, types.certain());
    }

    /** Whether the type's body, or an implementation elsewhere, has this method. */
    private boolean isOf(Symbol type, Symbol method) {
        if (!method.owner().equals(type.name()) || family(type) != family(method)) {
            return false;
        }
        if (method.path().equals(type.path())) {
            int dot = method.qualified().lastIndexOf('.');
            String around = dot < 0 ? "" : method.qualified().substring(0, dot);
            return around.equals(type.qualified()) || around.endsWith("." + type.name()) || around.equals(type.name());
        }
        boolean elsewhere = switch (Language.of(type.path()).orElseThrow()) {
            case GO -> Modules.directory(type.path()).equals(Modules.directory(method.path()));
            case RUST, C, CPP, CSHARP, RUBY -> true;
            default -> false;
        };
        return elsewhere && lookup.named(type.name()).stream().noneMatch(other -> other.kind() == SymbolKind.TYPE
                && other.path().equals(method.path()));
    }

    /** Returns the methods of the types with that name; of their supertypes, nearest first, if they have none. */
    private Found members(List<Symbol> types, String name) {
        Set<Symbol> seen = new LinkedHashSet<>(types);
        List<Symbol> level = types;
        boolean certain = true;
        while (!level.isEmpty() && seen.size() < MOST_ANCESTORS) {
            List<Symbol> at = level;
            List<Symbol> methods = lookup.named(name).stream().filter(symbol -> symbol.kind() == SymbolKind.METHOD
                    || symbol.kind() == SymbolKind.FUNCTION && !symbol.owner().isEmpty())
                    .filter(symbol -> at.stream().anyMatch(type -> isOf(type, symbol))).toList();
            if (!methods.isEmpty()) {
                return new Found(methods, certain);
            }
            List<Symbol> next = new ArrayList<>();
            for (Symbol type : level) {
                Found above = above(type);
                certain &= above.certain();
                above.symbols().stream().filter(seen::add).forEach(next::add);
            }
            level = next;
        }
        return new Found(List.of(), certain);
    }

    private Found above(Symbol type) {
        SourceFile file = lookup.file(type.path());
        List<Symbol> all = new ArrayList<>();
        boolean certain = true;
        for (String supertype : file == null ? List.<String>of() : type.supertypes()) {
            Found found = types(supertype, type, file);
            found.symbols().stream().filter(one -> !one.equals(type)).forEach(all::add);
            certain &= found.certain();
        }
        return new Found(all, certain);
    }

    /** Returns methods of that name in types that name one of these types above them; in Go, methods like an interface's. */
    private List<Symbol> overriding(List<Symbol> methods, List<Symbol> types, CallSite call, Symbol caller) {
        Set<String> names = types.stream().map(Symbol::name).collect(Collectors.toSet());
        boolean contract = methods.stream().anyMatch(method -> method.path().endsWith(".go") && types.stream().anyMatch(type ->
                type.path().equals(method.path())
                && type.firstLine() <= method.firstLine() && method.lastLine() <= type.lastLine()));
        return candidates(call.name(), caller).stream().filter(symbol -> symbol.kind() == SymbolKind.METHOD && !methods.contains(symbol))
                .limit(MOST_CANDIDATES)
                .filter(symbol -> contract && symbol.parameterTypes().size() == methods.get(0).parameterTypes().size()
                        || isBelow(symbol, names)).toList();
    }

    private boolean isBelow(Symbol method, Set<String> names) {
        Set<String> seen = new HashSet<>();
        List<Symbol> level = lookup.named(method.owner()).stream().filter(type -> type.kind() == SymbolKind.TYPE && isOf(type, method))
                .toList();
        while (!level.isEmpty() && seen.size() < MOST_ANCESTORS) {
            List<Symbol> next = new ArrayList<>();
            for (Symbol type : level) {
                for (String supertype : type.supertypes()) {
                    String simple = Names.last(supertype);
                    if (names.contains(simple)) {
                        return true;
                    }
                    if (seen.add(simple)) {
                        lookup.named(simple).stream().filter(above -> above.kind() == SymbolKind.TYPE && family(above) == family(type))
                                .forEach(next::add);
                    }
                }
            }
            level = next;
        }
        return false;
    }

    /** Returns the types around a definition, innermost first. */
    private List<Symbol> enclosing(Symbol symbol, SourceFile file) {
        List<Symbol> found = new ArrayList<>();
        if (symbol.kind() == SymbolKind.TYPE) {
            found.add(symbol);
        }
        String qualified = symbol.qualified();
        while (qualified.contains(".")) {
            qualified = qualified.substring(0, qualified.lastIndexOf('.'));
            String around = qualified;
            List<Symbol> types = lookup.named(around.substring(around.lastIndexOf('.') + 1)).stream()
                    .filter(type -> type.kind() == SymbolKind.TYPE && family(type) == family(symbol)).toList();
            List<Symbol> here = types.stream().filter(type -> type.path().equals(symbol.path()) && type.qualified().equals(around))
                    .toList();
            if (here.isEmpty() && around.endsWith(symbol.owner()) && !symbol.owner().isEmpty()) {
                here = types(symbol.owner(), symbol, file).symbols();
            }
            found.addAll(here);
        }
        return found;
    }

    private Found field(List<Symbol> types, String name) {
        Set<Symbol> seen = new LinkedHashSet<>(types);
        List<Symbol> level = types;
        while (!level.isEmpty() && seen.size() < MOST_ANCESTORS) {
            for (Symbol type : level) {
                SourceFile file = lookup.file(type.path());
                if (!member(type, name).isEmpty() && file != null) {
                    return types(member(type, name), type, file);
                }
            }
            level = level.stream().flatMap(type -> above(type).symbols().stream()).filter(seen::add).toList();
        }
        return Found.UNKNOWN;
    }

    private static String member(Symbol type, String name) {
        return type.members().stream().filter(member -> member.startsWith(name + ":")).map(member -> member.substring(name.length() + 1))
                .findFirst().orElse("");
    }

    /** Returns the types that a written name means in a file. */
    private Found types(String written, Symbol where, SourceFile file) {
        String last = written.substring(written.lastIndexOf('.') + 1);
        if (last.endsWith("[]") || last.isEmpty()) {
            return Found.OUTSIDE;
        }
        List<Symbol> all = candidates(last, where).stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).toList();
        List<Symbol> here = all.stream().filter(type -> type.path().equals(where.path()) && (type.qualified().equals(written)
                || ("." + type.qualified()).endsWith("." + written))).toList();
        if (!here.isEmpty()) {
            int nearest = here.stream().mapToInt(type -> Modules.nearness(type.qualified().replace('.', '/') + "/",
                    where.qualified().replace('.', '/') + "/")).max().orElse(0);
            return new Found(here.stream().filter(type -> Modules.nearness(type.qualified().replace('.', '/') + "/",
                    where.qualified().replace('.', '/') + "/") == nearest).toList(), true);
        }
        Found imported = imported(written, "", file);
        List<Symbol> types = imported.symbols().stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).toList();
        if (!types.isEmpty() || imported.certain()) {
            return new Found(types, imported.certain());
        }
        List<Symbol> near = all.stream().filter(type -> Modules.isSamePackage(file, type) && type.qualified().equals(written)).toList();
        if (!near.isEmpty()) {
            return new Found(near, true);
        }
        if (written.contains(".")) {
            List<Symbol> full = all.stream().filter(type -> Modules.fit(file, "", written, type) != Fit.NONE
                    && (file.language() != Language.JAVA || type.qualified().length() < written.length()
                    || Modules.isSamePackage(file, type))).toList();
            return full.isEmpty() && file.language().importsAll() ? Found.UNKNOWN : new Found(full, full.size() == 1);
        }
        boolean stars = file.imports().stream().anyMatch(one -> one.name().equals("*"));
        return isRelative(written, file) ? new Found(all, false) : file.language().importsAll() ? stars && file.language() != Language.JAVA
                ? Found.UNKNOWN : Found.OUTSIDE
                : new Found(all, all.size() == 1);
    }

    /**
     * Returns what an imported name means.
     *
     * @param written the name as the file uses it, with members of the imported
     * @param member  a further member; empty for the name itself
     * @return certain if the import names exactly one place; unknown if nothing imports the name
     */
    private Found imported(String written, String member, SourceFile file) {
        Found outside = Found.UNKNOWN;
        for (Import one : file.imports()) {
            boolean named = !one.name().isEmpty() && (written.equals(one.name()) || written.startsWith(one.name() + ".")
                    || written.equals(one.member()) && !one.member().equals("*"));
            if (!named && !one.name().equals("*")) {
                continue;
            }
            String rest = one.name().equals("*") ? "." + written : written.equals(one.member()) ? ""
                    : written.substring(one.name().length());
            String path = rest + (member.isEmpty() ? "" : "." + member);
            boolean whole = one.member().isEmpty() || one.name().equals("*");
            Found found = whole ? fitting(file, one.module(), path.isEmpty() ? "default" : path.substring(1))
                    : fitting(file, one.module(), (one.member().equals("default") ? one.name() : one.member()) + path);
            if (found.symbols().isEmpty() && one.member().equals("default")) {
                found = fitting(file, one.module(), "default" + path);
            }
            if (found.symbols().isEmpty() && !whole && !path.isEmpty() && file.language() != Language.JAVA) {
                found = fitting(file, one.module() + (one.module().endsWith(".") || one.module().isEmpty() ? "" : ".") + one.member(),
                        path.substring(1));
            }
            if (!found.symbols().isEmpty()) {
                return found;
            }
            if (named && file.language().importsAll() && !one.module().matches("[.@~#]/?.*")
                    && !(file.language() == Language.JAVA && !member.isEmpty())) {
                outside = Found.OUTSIDE;
            }
        }
        return outside;
    }

    private Found fitting(SourceFile file, String module, String member) {
        String last = member.substring(member.lastIndexOf('.') + 1);
        List<Symbol> all = lookup.named(last).stream().filter(symbol ->
                Language.of(symbol.path()).orElseThrow().family() == file.language().family() && symbol.kind() != SymbolKind.CONSTRUCTOR)
                .toList();
        Map<Fit, List<Symbol>> fits = all.stream().collect(Collectors.groupingBy(symbol -> Modules.fit(file, module, member, symbol)));
        List<Symbol> exact = fits.getOrDefault(Fit.EXACT, List.of());
        List<Symbol> found = exact.isEmpty() ? fits.getOrDefault(Fit.BELOW, List.of()) : exact;
        return new Found(found, !found.isEmpty() && (!exact.isEmpty() || found.size() == 1));
    }

    /** Caches the graph's answers. It notes questions that it cannot answer; {@link #fetch} then asks them together. */
    private static final class Lookup {

        private final CodeGraph graph;
        private final Map<String, List<Symbol>> byName = new HashMap<>();
        private final Map<String, Symbol> byId = new HashMap<>();
        private final Map<String, SourceFile> byPath = new HashMap<>();
        private final Set<String> names = new HashSet<>();
        private final Set<String> ids = new HashSet<>();
        private final Set<String> paths = new HashSet<>();
        /** Number of questions without an answer so far. Conclusions that were made while it grew are discarded. */
        private int misses;

        Lookup(CodeGraph graph) {
            this.graph = graph;
        }

        List<Symbol> named(String name) {
            List<Symbol> found = known(byName, names, name);
            return found == null ? List.of() : found;
        }

        Symbol symbol(String id) {
            return known(byId, ids, id);
        }

        SourceFile file(String path) {
            return known(byPath, paths, path);
        }

        private <T> T known(Map<String, T> known, Set<String> missing, String key) {
            if (!known.containsKey(key)) {
                missing.add(key);
                misses++;
            }
            return known.get(key);
        }

        void know(Symbol symbol) {
            byId.put(symbol.id(), symbol);
        }

        void fetch() {
            ask(names, graph::named, found -> found.collect(Collectors.groupingBy(Symbol::name)), byName);
            names.forEach(name -> byName.putIfAbsent(name, List.of()));
            byName.values().forEach(found -> found.forEach(this::know));
            ask(ids, graph::symbols, found -> found.collect(Collectors.toMap(Symbol::id, symbol -> symbol)), byId);
            ask(paths, graph::files, found -> found.collect(Collectors.toMap(SourceFile::path, file -> file)), byPath);
            ids.forEach(id -> byId.putIfAbsent(id, null));
            paths.forEach(path -> byPath.putIfAbsent(path, null));
            names.clear();
            ids.clear();
            paths.clear();
        }

        private static <T, V> void ask(Set<String> keys, Function<Collection<String>, List<T>> ask, Function<Stream<T>, Map<String,
                V>> read, Map<String, V> known) {
            if (!keys.isEmpty()) {
                known.putAll(read.apply(ask.apply(List.copyOf(keys)).stream()));
            }
        }
    }
}
