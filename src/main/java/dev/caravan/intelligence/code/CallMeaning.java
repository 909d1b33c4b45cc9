package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.CallResolver.Edge;
import dev.caravan.intelligence.code.NameLookup.Found;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What one call means: by the SCIP index, by what the file itself says of the receiver, or by name and nearness. */
final class CallMeaning {

    private static final int MOST_CANDIDATES = 50;
    /** Names of methods that most code calls on things of libraries. A call on an unknown receiver says nothing then. */
    private static final Set<String> EVERYDAY = Set.of(Grammar.resource("everyday-names.txt").split("\\s+"));

    private final CallSite call;
    private final Symbol caller;
    private final SourceFile file;
    private final KnownGraph known;
    private final NameLookup names;
    private final List<Symbol> around;

    CallMeaning(CallSite call, Symbol caller, KnownGraph known) {
        this.call = call;
        this.caller = caller;
        this.file = known.file(caller);
        this.known = known;
        this.names = new NameLookup(known);
        this.around = names.enclosing(caller);
    }

    /**
     * Returns what the SCIP index says, and as uncertain what overrides it. If the index says something that no file defines, the call
     * may mean definitions that the index does not cover; others are uncertain.
     */
    List<Edge> edges() {
        if (call.exact().isEmpty()) {
            return guessed();
        }
        List<Symbol> below = exactly(Symbol.OVERRIDES + call.exact());
        List<Edge> edges = new ArrayList<>(edges(constructors(new Found(exactly(call.exact()), true))));
        int all = edges.size() + below.size();
        below.forEach(symbol -> edges.add(new Edge(symbol, false, all)));
        return all > 0 ? edges : guessed().stream().filter(edge -> edge.certain() || !edge.symbol().inScip())
                .map(edge -> new Edge(edge.symbol(), edge.certain() && !edge.symbol().inScip(), edge.candidates())).toList();
    }

    private List<Symbol> exactly(String exact) {
        return known.named(call.name()).stream().filter(symbol -> symbol.exact().contains(exact)).limit(MOST_CANDIDATES).toList();
    }

    private List<Edge> guessed() {
        String on = call.receiver();
        Found own = new Found(around.stream().limit(1).toList(), true);
        if (call.constructs()) {
            return edges(constructors(on.equals("this") ? own : names.types(on.isEmpty() ? call.name() : on + "." + call.name(), caller)));
        }
        if (on.equals("super")) {
            return own.symbols().isEmpty() ? List.of() : edges(names.members(names.above(own.symbols().get(0)).symbols(), call.name()));
        }
        if (on.equals("this")) {
            return own.symbols().isEmpty() ? edges(ofObject(caller.owner())) : ofTypes(own);
        }
        return on.isEmpty() ? alone() : !call.receiverType().isEmpty() ? ofTypes(names.types(call.receiverType(), caller))
                : on.equals("?") || on.endsWith("()") ? byName() : ofName(on, own);
    }

    private List<Symbol> implicit() {
        return file.language().hasImplicitThis() ? around : List.of();
    }

    private List<Edge> alone() {
        for (Symbol type : implicit()) {
            if (!names.members(List.of(type), call.name()).symbols().isEmpty()) {
                return ofTypes(new Found(List.of(type), true));
            }
        }
        Found found = names.visible(call.name(), caller, symbol -> true);
        boolean elsewhere = file.language().importsAll() && !file.language().isScript() && !NameLookup.isRelative(call.name(), file)
                || EVERYDAY.contains(call.name());
        return edges(constructors(found.isKnown() ? found : new Found(elsewhere ? List.of() : names.plain(call.name(), caller), false)));
    }

    /** Returns the functions in the file that a variable's object has. */
    private Found ofObject(String variable) {
        return new Found(variable.isEmpty() ? List.of() : names.candidates(call.name(), caller).stream()
                .filter(symbol -> symbol.path().equals(caller.path()) && symbol.owner().equals(variable)).toList(), true);
    }

    /** Adds, as uncertain, methods of that name in types below; in Go and Rust, all of that name for a method of an interface. */
    private List<Edge> ofTypes(Found types) {
        if (types.symbols().isEmpty()) {
            return types.certain() && !call.receiverType().matches("[A-Z]\\d?") ? List.of() : byName();
        }
        Found methods = names.members(types.symbols(), call.name());
        List<Edge> edges = new ArrayList<>(edges(new Found(methods.symbols(), types.certain() && methods.certain())));
        Set<String> above = types.symbols().stream().map(Symbol::name).collect(Collectors.toSet());
        boolean contract = (file.language() == Language.GO || file.language() == Language.RUST) && methods.symbols().stream()
                .anyMatch(method -> types.symbols().stream().anyMatch(type -> NameLookup.isWithin(method, type)));
        List<Symbol> below = methods.symbols().isEmpty() ? List.of() : names.candidates(call.name(), caller).stream()
                .filter(symbol -> symbol.kind() == SymbolKind.METHOD && !methods.symbols().contains(symbol)).filter(this::counts)
                .limit(MOST_CANDIDATES)
                .filter(symbol -> contract || names.isBelow(symbol.owner(), symbol, above, new HashSet<>())).toList();
        below.forEach(method -> edges.add(new Edge(method, false, methods.symbols().size() + below.size())));
        return edges;
    }

    private List<Edge> ofName(String on, Found own) {
        if (on.startsWith("this.")) {
            return ofTypes(names.field(own.symbols(), on.substring("this.".length())));
        }
        Found imported = names.imported(on + "." + call.name(), caller);
        if (!imported.symbols().isEmpty()) {
            return edges(constructors(imported));
        }
        Found types = names.types(on, caller);
        Found object = ofObject(on);
        if (!types.symbols().isEmpty() || !object.symbols().isEmpty()) {
            return types.symbols().isEmpty() ? edges(object) : ofTypes(types);
        }
        int dot = on.lastIndexOf('.');
        Found field = names.field(dot < 0 ? implicit() : names.types(on.substring(0, dot), caller).symbols(), on.substring(dot + 1));
        boolean outside = imported.certain() || !NameLookup.isRelative(on.replaceFirst("\\..*", ""), file)
                && (Names.isTypeName(on) && !on.equals(on.toUpperCase()) || file.language() == Language.PYTHON
                        || file.language().isScript());
        return field.isKnown() ? ofTypes(field) : outside ? List.of() : byName();
    }

    private List<Edge> byName() {
        return EVERYDAY.contains(call.name()) ? List.of()
                : edges(new Found(names.candidates(call.name(), caller).stream().filter(NameLookup::isMember).toList(), false));
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
        return call.arguments() < 0 || NameLookup.isType(symbol) || call.arguments() == most || NameLookup.family(symbol) != Language.JAVA
                && NameLookup.family(symbol) != Language.GO
                || most > 0 && symbol.parameterTypes().get(most - 1).contains("...") && call.arguments() >= most - 1;
    }

    /** Returns the written constructors in place of types, or the types themselves. In Go, calls of types convert values. */
    private Found constructors(Found found) {
        List<Symbol> made = new ArrayList<>();
        for (Symbol type : found.symbols()) {
            List<Symbol> written = !NameLookup.isType(type) ? List.of(type) : known.named(type.name()).stream().filter(symbol ->
                    symbol.kind() == SymbolKind.CONSTRUCTOR && !symbol.equals(caller) && names.isOf(type, symbol)).toList();
            boolean canonical = NameLookup.isType(type) && type.path().endsWith(".java") && !type.parameterTypes().isEmpty()
                    && type.parameterTypes().size() == call.arguments();
            List<Symbol> fitting = written.stream().filter(this::counts).toList();
            made.addAll(file.language() == Language.GO && NameLookup.isType(type) ? List.of() : !fitting.isEmpty() ? fitting
                    : written.isEmpty() || canonical ? List.of(type) : written);
        }
        return new Found(made, found.certain());
    }
}
