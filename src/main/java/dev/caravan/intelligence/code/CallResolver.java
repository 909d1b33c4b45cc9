package dev.caravan.intelligence.code;

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
import java.util.function.ToIntFunction;
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
    private static final int MOST_CANDIDATES = 50;
    private static final int MOST_SHOWN = 3;
    private static final int MOST_ANCESTORS = 30;
    /** Names of methods that most code calls on things of libraries. A call on an unknown receiver says nothing then. */
    private static final Set<String> EVERYDAY = Set.of(Grammar.resource("everyday-names.txt").split("\\s+"));

    private final CodeGraph graph;
    private final Answers<List<Symbol>> names = new Answers<>();
    private final Answers<Symbol> symbols = new Answers<>();
    private final Answers<SourceFile> files = new Answers<>();
    private final Map<String, SourceFile> withAliases = new HashMap<>();
    /** Number of questions without an answer so far. Conclusions that were made while it grew are discarded. */
    private int misses;

    public CallResolver(CodeGraph graph) {
        this.graph = graph;
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

        boolean isKnown() {
            return certain || !symbols.isEmpty();
        }
    }

    /** Returns the meanings of each call, certain ones first, then the nearest; none for calls that leave the workspace. */
    public Map<CallSite, List<Edge>> targets(Collection<CallSite> calls) {
        Map<CallSite, List<Edge>> targets = new LinkedHashMap<>();
        calls.forEach(call -> targets.put(call, List.of()));
        Set<CallSite> pending = new LinkedHashSet<>(calls);
        for (int round = 0; round < MOST_ROUNDS && !pending.isEmpty(); round++) {
            pending.removeIf(call -> {
                int before = misses;
                List<Edge> found = meaning(call);
                targets.put(call, misses == before ? found : List.of());
                return misses == before;
            });
            names.fetch(keys -> graph.named(keys).stream().collect(Collectors.groupingBy(Symbol::name)), List.of());
            names.known.values().forEach(found -> found.forEach(symbol -> symbols.known.put(symbol.id(), symbol)));
            symbols.fetch(keys -> graph.symbols(keys).stream().collect(Collectors.toMap(Symbol::id, symbol -> symbol)), null);
            files.fetch(keys -> graph.files(keys).stream().collect(Collectors.toMap(SourceFile::path, file -> file)), null);
        }
        return targets;
    }

    /** Returns what each of these definitions calls, by line: {id: edges}. */
    Map<String, List<Edge>> callees(Collection<Symbol> symbols) {
        symbols.forEach(symbol -> this.symbols.known.put(symbol.id(), symbol));
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
        return joined(symbols, targets(asked).entrySet().stream().filter(found -> this.symbols.get(found.getKey().caller()) != null)
                .flatMap(found -> found.getValue().stream().map(edge -> Map.entry(edge.symbol().id(),
                        new Edge(this.symbols.get(found.getKey().caller()), edge.certain(), edge.candidates())))));
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
        named(call.name());
        Symbol caller = symbols.get(call.caller());
        return caller == null ? List.of() : new Question(call, caller, file(caller)).meaning();
    }

    /** What one call means. */
    private final class Question {

        private final CallSite call;
        private final Symbol caller;
        private final SourceFile file;
        private final List<Symbol> around;

        Question(CallSite call, Symbol caller, SourceFile file) {
            this.call = call;
            this.caller = caller;
            this.file = file;
            this.around = enclosing(caller);
        }

        List<Edge> meaning() {
            String on = call.receiver();
            Found own = new Found(around.stream().limit(1).toList(), true);
            if (call.constructs()) {
                return edges(constructors(on.equals("this") ? own : types(on.isEmpty() ? call.name() : on + "." + call.name(), caller)));
            }
            if (on.equals("super")) {
                return own.symbols().isEmpty() ? List.of() : edges(members(above(own.symbols().get(0)).symbols(), call.name()));
            }
            if (on.equals("this")) {
                return own.symbols().isEmpty() ? edges(ofObject(caller.owner())) : ofTypes(own);
            }
            return on.isEmpty() ? alone() : !call.receiverType().isEmpty() ? ofTypes(types(call.receiverType(), caller))
                    : on.equals("?") || on.endsWith("()") ? byName() : ofName(on, own);
        }

        private List<Symbol> implicit() {
            return file.language().hasImplicitThis() ? around : List.of();
        }

        private List<Edge> alone() {
            for (Symbol type : implicit()) {
                if (!members(List.of(type), call.name()).symbols().isEmpty()) {
                    return ofTypes(new Found(List.of(type), true));
                }
            }
            Found found = visible(call.name(), caller, symbol -> true);
            boolean elsewhere = file.language().importsAll() && !file.language().isScript() && !isRelative(call.name(), file)
                    || EVERYDAY.contains(call.name());
            return edges(constructors(found.isKnown() ? found : new Found(elsewhere ? List.of() : plain(call.name(), caller), false)));
        }

        /** Returns the functions in the file that a variable's object has. */
        private Found ofObject(String variable) {
            return new Found(variable.isEmpty() ? List.of() : candidates(call.name(), caller).stream()
                    .filter(symbol -> symbol.path().equals(caller.path()) && symbol.owner().equals(variable)).toList(), true);
        }

        /** Adds, as uncertain, methods of that name in types below; in Go and Rust, all of that name for a method of an interface. */
        private List<Edge> ofTypes(Found types) {
            if (types.symbols().isEmpty()) {
                return types.certain() && !call.receiverType().matches("[A-Z]\\d?") ? List.of() : byName();
            }
            Found methods = members(types.symbols(), call.name());
            List<Edge> edges = new ArrayList<>(edges(new Found(methods.symbols(), types.certain() && methods.certain())));
            Set<String> above = types.symbols().stream().map(Symbol::name).collect(Collectors.toSet());
            boolean contract = (file.language() == Language.GO || file.language() == Language.RUST)
                    && methods.symbols().stream().anyMatch(method -> types.symbols().stream().anyMatch(type -> isWithin(method, type)));
            List<Symbol> below = methods.symbols().isEmpty() ? List.of() : candidates(call.name(), caller).stream()
                    .filter(symbol -> symbol.kind() == SymbolKind.METHOD && !methods.symbols().contains(symbol)).filter(this::counts)
                    .limit(MOST_CANDIDATES)
                    .filter(symbol -> contract || isBelow(symbol.owner(), symbol, above, new HashSet<>())).toList();
            below.forEach(method -> edges.add(new Edge(method, false, methods.symbols().size() + below.size())));
            return edges;
        }

        private List<Edge> ofName(String on, Found own) {
            if (on.startsWith("this.")) {
                return ofTypes(field(own.symbols(), on.substring("this.".length())));
            }
            Found imported = imported(on + "." + call.name(), caller);
            if (!imported.symbols().isEmpty()) {
                return edges(constructors(imported));
            }
            Found types = types(on, caller);
            Found object = ofObject(on);
            if (!types.symbols().isEmpty() || !object.symbols().isEmpty()) {
                return types.symbols().isEmpty() ? edges(object) : ofTypes(types);
            }
            int dot = on.lastIndexOf('.');
            Found field = field(dot < 0 ? implicit() : types(on.substring(0, dot), caller).symbols(), on.substring(dot + 1));
            boolean outside = imported.certain() || !isRelative(on.replaceFirst("\\..*", ""), file)
                    && (Names.isTypeName(on) && !on.equals(on.toUpperCase()) || file.language() == Language.PYTHON
                            || file.language().isScript());
            return field.isKnown() ? ofTypes(field) : outside ? List.of() : byName();
        }

        private List<Edge> byName() {
            return EVERYDAY.contains(call.name()) ? List.of()
                    : edges(new Found(candidates(call.name(), caller).stream().filter(CallResolver::isMember).toList(), false));
        }

        /** Of overloads, keeps those with a fitting number of parameters; several are uncertain. An overload rarely calls itself. */
        private List<Edge> edges(Found found) {
            List<Symbol> fitting = found.symbols().stream().distinct().filter(this::counts).toList();
            List<Symbol> exact = fitting.stream().filter(symbol -> symbol.parameterTypes().size() == call.arguments()).toList();
            List<Symbol> likely = exact.isEmpty() || !found.certain() ? fitting : exact;
            return likely.stream().filter(symbol -> likely.size() == 1 || !symbol.equals(caller)).limit(MOST_CANDIDATES)
                    .map(symbol -> new Edge(symbol, found.certain() && likely.size() == 1, likely.size())).toList();
        }

        /** Whether the number of arguments fits, in languages whose parameters have no defaults. */
        private boolean counts(Symbol symbol) {
            int most = symbol.parameterTypes().size();
            return call.arguments() < 0 || isType(symbol) || call.arguments() == most || family(symbol) != Language.JAVA
                    && family(symbol) != Language.GO
                    || most > 0 && symbol.parameterTypes().get(most - 1).contains("...") && call.arguments() >= most - 1;
        }

        /** Returns the written constructors in place of types, or the types themselves. In Go, calls of types convert values. */
        private Found constructors(Found found) {
            List<Symbol> made = new ArrayList<>();
            for (Symbol type : found.symbols()) {
                List<Symbol> written = !isType(type) ? List.of(type) : named(type.name()).stream().filter(symbol ->
                        symbol.kind() == SymbolKind.CONSTRUCTOR && !symbol.equals(caller) && isOf(type, symbol)).toList();
                boolean canonical = isType(type) && type.path().endsWith(".java") && !type.parameterTypes().isEmpty()
                        && type.parameterTypes().size() == call.arguments();
                List<Symbol> fitting = written.stream().filter(this::counts).toList();
                made.addAll(file.language() == Language.GO && isType(type) ? List.of() : !fitting.isEmpty() ? fitting
                        : written.isEmpty() || canonical ? List.of(type) : written);
            }
            return new Found(made, found.certain());
        }
    }

    private static boolean isType(Symbol symbol) {
        return symbol.kind() == SymbolKind.TYPE;
    }

    private static boolean isMember(Symbol symbol) {
        return symbol.kind() == SymbolKind.METHOD || symbol.kind() == SymbolKind.FUNCTION && !symbol.owner().isEmpty();
    }

    private static boolean isWithin(Symbol method, Symbol type) {
        return type.path().equals(method.path()) && type.firstLine() <= method.firstLine() && method.lastLine() <= type.lastLine();
    }

    private static boolean isRelative(String name, SourceFile file) {
        return file.imports().stream().anyMatch(one -> (one.name().equals(name) || one.member().equals(name) || one.name().equals("*"))
                && one.isRelative());
    }

    private List<Symbol> candidates(String name, Symbol caller) {
        return named(name).stream().filter(symbol -> family(symbol) == family(caller))
                .sorted(Comparator.comparing((Symbol symbol) -> -Modules.nearness(symbol.path(), caller.path()))
                        .thenComparing(Symbol::path).thenComparing(Symbol::line)).toList();
    }

    private static Language family(Symbol symbol) {
        return Language.of(symbol.path()).orElseThrow().family();
    }

    /** Returns those with the largest number above 0. */
    private static List<Symbol> best(Collection<Symbol> all, ToIntFunction<Symbol> number) {
        int most = all.stream().mapToInt(number).max().orElse(0);
        return all.stream().filter(symbol -> most > 0 && number.applyAsInt(symbol) == most).toList();
    }

    /** Whether the type's body, or an implementation elsewhere, has this method. */
    private boolean isOf(Symbol type, Symbol method) {
        if (!method.owner().equals(type.name()) || family(type) != family(method)) {
            return false;
        }
        if (method.path().equals(type.path())) {
            String around = method.qualified().substring(0, Math.max(0, method.qualified().lastIndexOf('.')));
            return around.equals(type.qualified()) || ("." + around).endsWith("." + type.name()) && !isWithin(method, type);
        }
        boolean elsewhere = switch (Language.of(type.path()).orElseThrow()) {
            case GO -> Modules.directory(type.path()).equals(Modules.directory(method.path()));
            case RUST, C, CPP, CSHARP, RUBY -> true;
            default -> false;
        };
        return elsewhere && named(type.name()).stream().noneMatch(other -> isType(other) && other.path().equals(method.path()));
    }

    /** Returns the methods of the types with that name, or of the nearest types above them. */
    private Found members(List<Symbol> types, String name) {
        return inherited(types, level -> {
            List<Symbol> found = named(name).stream().filter(CallResolver::isMember)
                    .filter(symbol -> level.stream().anyMatch(type -> isOf(type, symbol))).toList();
            return new Found(found, !found.isEmpty());
        });
    }

    /** Returns the types of a field that one of the types has, or of the nearest types above them. */
    private Found field(List<Symbol> types, String name) {
        return inherited(types, level -> level.stream().flatMap(type -> type.members().stream()
                .filter(member -> member.startsWith(name + ":")).map(member -> types(member.substring(name.length() + 1), type)))
                .findFirst().orElse(Found.UNKNOWN));
    }

    /** Returns what the types have, or the types above them, level by level; unknown if none has it. */
    private Found inherited(List<Symbol> types, Function<List<Symbol>, Found> own) {
        Set<Symbol> seen = new LinkedHashSet<>(types);
        boolean certain = true;
        for (List<Symbol> level = types; !level.isEmpty() && seen.size() < MOST_ANCESTORS; ) {
            Found found = own.apply(level);
            if (found.isKnown()) {
                return new Found(found.symbols(), certain && found.certain());
            }
            List<Found> above = level.stream().map(this::above).toList();
            certain &= above.stream().allMatch(Found::certain);
            level = above.stream().flatMap(one -> one.symbols().stream()).filter(seen::add).toList();
        }
        return Found.UNKNOWN;
    }

    private Found above(Symbol type) {
        List<Found> found = type.supertypes().stream().map(supertype -> types(supertype, type)).toList();
        return new Found(found.stream().flatMap(one -> one.symbols().stream()).filter(one -> !one.equals(type)).toList(),
                found.stream().allMatch(Found::certain));
    }

    /** @param type simple name of a type; the method's own type, or one above it */
    private boolean isBelow(String type, Symbol method, Set<String> names, Set<String> seen) {
        return seen.add(type) && seen.size() < MOST_ANCESTORS && named(type).stream()
                .filter(one -> isType(one) && family(one) == family(method) && (seen.size() > 1 || isOf(one, method)))
                .flatMap(one -> one.supertypes().stream().map(Names::last))
                .anyMatch(above -> names.contains(above) || isBelow(above, method, names, seen));
    }

    /** Returns the types around a definition, innermost first. */
    private List<Symbol> enclosing(Symbol symbol) {
        List<Symbol> found = new ArrayList<>(isType(symbol) ? List.of(symbol) : List.of());
        for (String at = symbol.qualified(); at.contains("."); ) {
            at = at.substring(0, at.lastIndexOf('.'));
            String around = at;
            List<Symbol> here = named(Names.last(around)).stream().filter(type -> isType(type) && type.path().equals(symbol.path())
                    && type.qualified().equals(around)).toList();
            found.addAll(here.isEmpty() && around.endsWith(symbol.owner()) ? types(symbol.owner(), symbol).symbols() : here);
        }
        return found;
    }

    /** Returns the types and functions with that name that no type or object has. */
    private List<Symbol> plain(String name, Symbol where) {
        return candidates(name, where).stream().filter(symbol -> isType(symbol)
                || symbol.kind() == SymbolKind.FUNCTION && symbol.owner().isEmpty()).toList();
    }

    /** Returns what a written name means by what is in the file, imported, or in the same package; unknown if none of these says it. */
    private Found visible(String written, Symbol where, Predicate<Symbol> wanted) {
        SourceFile file = file(where);
        List<Symbol> all = plain(Names.last(written), where).stream().filter(wanted).toList();
        List<Symbol> here = best(all, one -> one.path().equals(where.path()) && ("." + one.qualified()).endsWith("." + written)
                && (isType(one) || isInside(one, where) || file.language().hasImplicitThis())
                ? 1 + Modules.nearness(one.qualified().replace('.', '/') + "/", where.qualified().replace('.', '/') + "/") : 0);
        if (!here.isEmpty()) {
            return new Found(here, true);
        }
        Found imported = imported(written, where);
        List<Symbol> found = imported.symbols().stream().filter(wanted).toList();
        List<Symbol> near = all.stream().filter(one -> Modules.isSamePackage(file, one) && one.qualified().equals(written)).toList();
        return !found.isEmpty() || imported.certain() ? new Found(found, imported.certain()) : new Found(near, !near.isEmpty());
    }

    /** Whether a definition is outside of all others, or directly inside one that contains the caller. */
    private static boolean isInside(Symbol symbol, Symbol caller) {
        return (caller.qualified() + ".").startsWith(symbol.qualified().substring(0, symbol.qualified().lastIndexOf('.') + 1));
    }

    /** Returns the types that a written name means at a definition. */
    private Found types(String written, Symbol where) {
        if (written.isEmpty() || written.endsWith(".") || written.endsWith("[]")) {
            return Found.OUTSIDE;
        }
        SourceFile file = file(where);
        Found visible = visible(written, where, CallResolver::isType);
        if (visible.isKnown() || written.contains(".")) {
            return visible.isKnown() ? visible : fitting(file, "", written, CallResolver::isType);
        }
        boolean relative = isRelative(written, file);
        if (relative || !file.language().importsAll()) {
            List<Symbol> all = plain(written, where).stream().filter(CallResolver::isType).toList();
            return new Found(all, all.size() == 1 && !relative);
        }
        return file.language() != Language.JAVA && file.imports().stream().anyMatch(one -> one.name().equals("*")) ? Found.UNKNOWN
                : Found.OUTSIDE;
    }

    /**
     * Returns what a name means that is imported, or a member of what is imported.
     *
     * @return certain if the import names exactly one place, or one outside of the workspace; unknown if nothing imports the name
     */
    private Found imported(String written, Symbol where) {
        SourceFile file = file(where);
        Found outside = Found.UNKNOWN;
        for (Import one : file.imports()) {
            boolean all = one.name().equals("*");
            String as = Stream.of(one.name(), one.member()).filter(name -> !name.isEmpty() && (written + ".").startsWith(name + "."))
                    .findFirst().orElse("");
            if (as.isEmpty() && !all) {
                continue;
            }
            String rest = all ? "." + written : written.substring(as.length());
            List<String> members = all || one.member().isEmpty() ? List.of(rest.isEmpty() ? "default" : rest.substring(1))
                    : one.member().equals("default") ? List.of(one.name() + rest, "default" + rest) : List.of(one.member() + rest);
            Found found = members.stream().map(name -> fitting(file, one.module(), name, symbol -> true))
                    .filter(fit -> !fit.symbols().isEmpty()).findFirst().orElse(Found.UNKNOWN);
            if (!found.symbols().isEmpty()) {
                return found;
            }
            boolean constant = file.language() == Language.JAVA && !Names.isTypeName(as);
            outside = !all && file.language().importsAll() && !one.isRelative() && !constant ? Found.OUTSIDE : outside;
        }
        boolean path = !file.language().importsAll() && written.contains(".");
        return path ? fitting(file, "", written, symbol -> true) : outside;
    }

    private Found fitting(SourceFile file, String module, String member, Predicate<Symbol> wanted) {
        ToIntFunction<Symbol> fit = symbol -> Modules.fit(file, module, member, symbol).ordinal();
        List<Symbol> fitting = best(named(Names.last(member)).stream().filter(wanted).filter(symbol ->
                family(symbol) == file.language().family() && symbol.kind() != SymbolKind.CONSTRUCTOR).toList(), fit);
        return new Found(fitting, fitting.size() == 1
                || !fitting.isEmpty() && fit.applyAsInt(fitting.get(0)) == Modules.Fit.EXACT.ordinal());
    }

    /** Returns the file of a definition, as far as it is known, with the modules of its imports as path aliases of TypeScript say. */
    private SourceFile file(Symbol symbol) {
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

    private List<Symbol> named(String name) {
        List<Symbol> found = names.get(name);
        return found == null ? List.of() : found;
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
