package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Modules.Fit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the definitions that calls mean, by name, nearness, and what the file itself says of the receiver. An edge is certain if the file
 * says which definition it is: same function, type or package, {@code this}, an import, or a receiver whose type is written. Other calls
 * go to all definitions with that name and a fitting number of arguments, as uncertain edges, the nearest first. It does not compare the
 * types of arguments. It keeps what it learns of the graph. Not thread-safe.
 */
public final class CallResolver {

    private static final int MOST_ROUNDS = 12;
    private static final int MOST_CANDIDATES = 50;
    private static final int MOST_SHOWN = 3;
    private static final int MOST_ANCESTORS = 30;
    /** Names of methods that most code calls on things of libraries. A call on an unknown receiver says nothing then. */
    private static final Set<String> EVERYDAY = Set.of(SyntaxReader.resource("everyday-names.txt").split("\\s+"));

    private final CodeGraph graph;
    private final Answers<List<Symbol>> names = new Answers<>();
    private final Answers<Symbol> symbols = new Answers<>();
    private final Answers<SourceFile> files = new Answers<>();
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

        static Found of(List<Symbol> symbols) {
            return new Found(symbols, !symbols.isEmpty());
        }

        boolean isKnown() {
            return certain || !symbols.isEmpty();
        }
    }

    /** Returns the meanings of each call, certain ones first, then the nearest; none for calls that leave the workspace. */
    public Map<CallSite, List<Edge>> targets(Collection<CallSite> calls) {
        Map<CallSite, List<Edge>> targets = new LinkedHashMap<>();
        Set<CallSite> pending = new LinkedHashSet<>(calls);
        pending.forEach(call -> targets.put(call, List.of()));
        for (int round = 0; round < MOST_ROUNDS && !pending.isEmpty(); round++) {
            pending.removeIf(call -> {
                int before = misses;
                List<Edge> found = meaning(call);
                if (misses == before) {
                    targets.put(call, found);
                }
                return misses == before;
            });
            fetch();
        }
        return targets;
    }

    /** Returns what each of these definitions calls, by line: {id: edges}. */
    Map<String, List<Edge>> callees(Collection<Symbol> symbols) {
        Map<String, Map<String, Edge>> callees = new LinkedHashMap<>();
        symbols.forEach(symbol -> callees.put(symbol.id(), new LinkedHashMap<>()));
        symbols.forEach(symbol -> this.symbols.known.put(symbol.id(), symbol));
        List<CallSite> calls = graph.callsFrom(callees.keySet()).stream().sorted(Comparator.comparing(CallSite::line)).toList();
        targets(calls).forEach((call, edges) -> edges.stream()
                .limit(Math.max(MOST_SHOWN, edges.stream().filter(Edge::certain).count()))
                .forEach(edge -> callees.get(call.caller()).merge(edge.symbol().id(), edge, CallResolver::better)));
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
        Map<String, List<Symbol>> names = symbols.stream().collect(Collectors.groupingBy(Symbol::name));
        Map<String, List<CallSite>> calls = graph.callsTo(names.keySet()).stream().collect(Collectors.groupingBy(CallSite::name));
        List<CallSite> asked = calls.values().stream().flatMap(of -> of.stream().sorted(Comparator.comparing(call ->
                -names.get(call.name()).stream().mapToInt(symbol -> Modules.nearness(call.caller(), symbol.path())).max().orElse(0)))
                .limit(most)).sorted(Comparator.comparing(CallResolver::path).thenComparing(CallSite::line).thenComparing(CallSite::caller))
                .toList();
        targets(asked).forEach((call, edges) -> {
            Symbol caller = this.symbols.get(call.caller());
            edges.stream().filter(edge -> caller != null && callers.containsKey(edge.symbol().id()))
                    .forEach(edge -> callers.get(edge.symbol().id())
                            .merge(caller.id(), new Edge(caller, edge.certain(), edge.candidates()), CallResolver::better));
        });
        return lists(callers);
    }

    static Edge better(Edge one, Edge other) {
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
        named(call.name());
        Symbol caller = symbols.get(call.caller());
        return caller == null ? List.of() : new Question(call, caller).meaning();
    }

    /** What one call means. */
    private final class Question {

        private final CallSite call;
        private final Symbol caller;
        private final SourceFile file;

        Question(CallSite call, Symbol caller) {
            this.call = call;
            this.caller = caller;
            this.file = file(caller);
        }

        List<Edge> meaning() {
            String on = call.receiver();
            if (call.constructs()) {
                return edges(constructors(on.equals("this") ? new Found(innermost(), true)
                        : types(on.isEmpty() ? call.name() : on + "." + call.name(), caller)));
            }
            if (on.isEmpty()) {
                return alone();
            }
            if (on.equals("this") || on.equals("super")) {
                return ofThis();
            }
            if (!call.receiverType().isEmpty()) {
                return ofTypes(types(call.receiverType(), caller));
            }
            return on.equals("?") || on.endsWith("()") ? byName() : ofName(on);
        }

        private List<Symbol> innermost() {
            return enclosing(caller).stream().limit(1).toList();
        }

        private List<Symbol> implicit() {
            return file.language().hasImplicitThis() ? enclosing(caller) : List.of();
        }

        private List<Edge> alone() {
            for (Symbol type : implicit()) {
                Found own = members(List.of(type), call.name());
                if (!own.symbols().isEmpty()) {
                    return withOverriding(own, List.of(type));
                }
            }
            Found found = visible(call.name(), caller, symbol -> true);
            boolean elsewhere = file.language().importsAll() && file.language().family() != Language.JAVASCRIPT
                    && !isRelative(call.name(), file) || EVERYDAY.contains(call.name());
            return edges(constructors(found.isKnown() ? found : new Found(elsewhere ? List.of() : plain(call.name(), caller), false)));
        }

        private List<Edge> ofThis() {
            List<Symbol> around = innermost();
            if (around.isEmpty()) {
                return caller.owner().isEmpty() ? List.of() : edges(new Found(ofObject(caller.owner()), true));
            }
            return call.receiver().equals("super") ? edges(members(above(around.get(0)).symbols(), call.name()))
                    : ofTypes(new Found(around, true));
        }

        /** Returns the functions in the file that the variable's object has. */
        private List<Symbol> ofObject(String variable) {
            return candidates(call.name(), caller).stream()
                    .filter(symbol -> symbol.path().equals(caller.path()) && symbol.owner().equals(variable)).toList();
        }

        private List<Edge> ofTypes(Found types) {
            if (types.symbols().isEmpty()) {
                return types.certain() && !call.receiverType().matches("[A-Z]\\d?") ? List.of() : byName();
            }
            Found methods = members(types.symbols(), call.name());
            return withOverriding(new Found(methods.symbols(), types.certain() && methods.certain()), types.symbols());
        }

        /**
         * Adds, as uncertain, methods of that name in types that name one of these types above them; in Go, methods like an interface's.
         */
        private List<Edge> withOverriding(Found methods, List<Symbol> types) {
            List<Edge> edges = new ArrayList<>(edges(methods));
            Set<String> names = types.stream().map(Symbol::name).collect(Collectors.toSet());
            boolean contract = file.language() == Language.GO && methods.symbols().stream().anyMatch(method -> types.stream()
                    .anyMatch(type -> type.path().equals(method.path()) && type.firstLine() <= method.firstLine()
                            && method.lastLine() <= type.lastLine()));
            List<Symbol> overriding = methods.symbols().isEmpty() ? List.of() : candidates(call.name(), caller).stream()
                    .filter(symbol -> symbol.kind() == SymbolKind.METHOD && !methods.symbols().contains(symbol)).limit(MOST_CANDIDATES)
                    .filter(symbol -> counts(symbol) || file.language().family() == Language.JAVASCRIPT)
                    .filter(symbol -> contract || isBelow(symbol.owner(), symbol, names, new HashSet<>())).toList();
            overriding.forEach(method -> edges.add(new Edge(method, false, methods.symbols().size() + overriding.size())));
            return edges;
        }

        private List<Edge> ofName(String on) {
            if (on.startsWith("this.")) {
                return ofTypes(field(innermost(), on.substring("this.".length())));
            }
            Found imported = imported(on + "." + call.name(), caller);
            if (!imported.symbols().isEmpty()) {
                return edges(constructors(imported));
            }
            Found types = types(on, caller);
            if (!types.symbols().isEmpty()) {
                return ofTypes(types);
            }
            if (!ofObject(on).isEmpty()) {
                return edges(new Found(ofObject(on), true));
            }
            int dot = on.lastIndexOf('.');
            Found field = field(dot < 0 ? implicit() : types(on.substring(0, dot), caller).symbols(), on.substring(dot + 1));
            boolean outside = imported.certain() || !isRelative(on.replaceFirst("\\..*", ""), file)
                    && (Names.isTypeName(on) && !on.equals(on.toUpperCase()) || file.language() == Language.PYTHON
                            || file.language().family() == Language.JAVASCRIPT);
            return field.isKnown() ? ofTypes(field) : outside ? List.of() : byName();
        }

        private List<Edge> byName() {
            return EVERYDAY.contains(call.name()) ? List.of()
                    : edges(new Found(candidates(call.name(), caller).stream().filter(CallResolver::isMember).filter(this::counts).toList(),
                            false));
        }

        /**
         * Of overloads, keeps those with a fitting number of arguments. An overload rarely calls itself, so it is left out if there are
         * others; what is left stays uncertain.
         */
        private List<Edge> edges(Found found) {
            List<Symbol> fitting = kept(found.symbols().stream().distinct().toList(), this::counts);
            boolean certain = found.certain() && fitting.size() == 1;
            List<Symbol> likely = fitting.size() < 2 || call.receiver().endsWith("()") ? fitting
                    : kept(fitting, symbol -> !symbol.equals(caller));
            return likely.stream().limit(MOST_CANDIDATES).map(symbol -> new Edge(symbol, certain, certain ? 1 : fitting.size())).toList();
        }

        private boolean counts(Symbol symbol) {
            return call.arguments() < 0 || symbol.least() <= call.arguments() && call.arguments() <= symbol.most();
        }

        /** Returns the written constructors in place of types, or the types themselves. In Go, calls of types convert values. */
        private Found constructors(Found found) {
            List<Symbol> made = new ArrayList<>(found.symbols().stream().filter(symbol -> !isType(symbol)).toList());
            for (Symbol type : file.language() == Language.GO ? List.<Symbol>of() : found.symbols().stream().filter(CallResolver::isType)
                    .toList()) {
                List<Symbol> written = named(type.name()).stream()
                        .filter(symbol -> symbol.kind() == SymbolKind.CONSTRUCTOR && isOf(type, symbol)).toList();
                List<Symbol> fitting = written.stream().filter(symbol -> !symbol.equals(caller) && counts(symbol)).toList();
                boolean implicit = type.path().endsWith(".java") && type.most() > 0 && type.most() == call.arguments();
                made.addAll(!fitting.isEmpty() ? fitting : written.isEmpty() || implicit ? List.of(type) : written);
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

    private static List<Symbol> kept(List<Symbol> all, Predicate<Symbol> test) {
        List<Symbol> kept = all.stream().filter(test).toList();
        return kept.isEmpty() ? all : kept;
    }

    /** Whether the type's body, or an implementation elsewhere, has this method. */
    private boolean isOf(Symbol type, Symbol method) {
        if (!method.owner().equals(type.name()) || family(type) != family(method)) {
            return false;
        }
        if (method.path().equals(type.path())) {
            int dot = method.qualified().lastIndexOf('.');
            String around = dot < 0 ? "" : method.qualified().substring(0, dot);
            return around.equals(type.qualified()) || ("." + around).endsWith("." + type.name());
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
        return inherited(types, level -> Found.of(named(name).stream().filter(CallResolver::isMember)
                .filter(symbol -> level.stream().anyMatch(type -> isOf(type, symbol))).toList()));
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
        NavigableMap<Integer, List<Symbol>> here = all.stream().filter(one -> one.path().equals(where.path())
                && ("." + one.qualified()).endsWith("." + written)
                && (isType(one) || isInside(one, where) || file.language().hasImplicitThis()))
                .collect(Collectors.groupingBy(one -> Modules.nearness(one.qualified().replace('.', '/') + "/",
                        where.qualified().replace('.', '/') + "/"), TreeMap::new, Collectors.toList()));
        if (!here.isEmpty()) {
            return new Found(here.lastEntry().getValue(), true);
        }
        Found imported = imported(written, where);
        List<Symbol> found = imported.symbols().stream().filter(wanted).toList();
        List<Symbol> near = all.stream().filter(one -> Modules.isSamePackage(file, one) && one.qualified().equals(written)).toList();
        return !found.isEmpty() || imported.certain() ? new Found(found, imported.certain()) : Found.of(near);
    }

    /** Whether a definition is outside of all others, or directly inside one that contains the caller. */
    private static boolean isInside(Symbol symbol, Symbol caller) {
        int dot = symbol.qualified().lastIndexOf('.');
        return dot < 0 || (caller.qualified() + ".").startsWith(symbol.qualified().substring(0, dot + 1));
    }

    /** Returns the types that a written name means at a definition. */
    private Found types(String written, Symbol where) {
        if (written.isEmpty() || written.endsWith(".") || written.endsWith("[]")) {
            return Found.OUTSIDE;
        }
        SourceFile file = file(where);
        Found visible = visible(written, where, CallResolver::isType);
        if (visible.isKnown()) {
            return visible;
        }
        if (written.contains(".")) {
            return fitting(file, "", written, CallResolver::isType);
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
        NavigableMap<Fit, List<Symbol>> fits = named(Names.last(member)).stream().filter(wanted)
                .filter(symbol -> family(symbol) == file.language().family() && symbol.kind() != SymbolKind.CONSTRUCTOR)
                .collect(Collectors.groupingBy(symbol -> Modules.fit(file, module, member, symbol), TreeMap::new, Collectors.toList()));
        fits.remove(Fit.NONE);
        return fits.isEmpty() ? Found.UNKNOWN : new Found(fits.lastEntry().getValue(), fits.lastKey() == Fit.EXACT
                || fits.lastEntry().getValue().size() == 1);
    }

    /** Returns the file of a definition, as far as it is known. */
    private SourceFile file(Symbol symbol) {
        SourceFile known = files.get(symbol.path());
        return known != null ? known : new SourceFile(symbol.path(), Language.of(symbol.path()).orElseThrow(), "", List.of());
    }

    private List<Symbol> named(String name) {
        List<Symbol> found = names.get(name);
        return found == null ? List.of() : found;
    }

    /** Asks the graph what could not be answered so far. */
    private void fetch() {
        names.fetch(keys -> graph.named(keys).stream().collect(Collectors.groupingBy(Symbol::name)), List.of());
        names.known.values().forEach(found -> found.forEach(symbol -> symbols.known.put(symbol.id(), symbol)));
        symbols.fetch(keys -> graph.symbols(keys).stream().collect(Collectors.toMap(Symbol::id, symbol -> symbol)), null);
        files.fetch(keys -> graph.files(keys).stream().collect(Collectors.toMap(SourceFile::path, file -> file)), null);
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
