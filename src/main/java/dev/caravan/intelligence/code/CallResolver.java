package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the definitions that calls mean in a workspace. If the receiver's type is known, these are the methods of the type or its supertypes, then
 * overriding methods in its subtypes. If nothing is known of the receiver, these are the definitions with that name, if there are at most three. It
 * prefers no answer to a wrong one. It keeps what it learns of the graph. Not thread-safe.
 */
public final class CallResolver {

    private static final int MOST_ROUNDS = 25;
    private static final int MOST_ANYWHERE = 3;
    private static final int DEEPEST = 20;
    private static final Pattern TYPE_NAME = Pattern.compile("\\p{Lu}\\w*");

    private final CodeGraph graph;
    private final Lookup lookup;
    private final Hierarchy hierarchy;
    private final Overloads overloads;
    private final Map<CallSite, Resolution> known = new HashMap<>();
    private final Map<CallSite, Given> given = new HashMap<>();
    /** Calls whose meaning is being determined, each for the one before. */
    private final Set<CallSite> open = new HashSet<>();
    /** Results of calls, as far as the open calls allow a conclusion. */
    private final Map<CallSite, Given> tentative = new HashMap<>();

    public CallResolver(CodeGraph graph) {
        this.graph = graph;
        this.lookup = new Lookup(graph);
        Visibility script = new ScriptVisibility(lookup);
        Map<Language, Visibility> visibilities = new EnumMap<>(Map.of(Language.JAVA, new JavaVisibility(lookup), Language.PYTHON, new PythonVisibility(lookup),
                Language.JAVASCRIPT, script, Language.TYPESCRIPT, script, Language.GO, new GoVisibility(lookup)));
        Visibility near = new NearVisibility(lookup);
        Arrays.stream(Language.values()).forEach(language -> visibilities.putIfAbsent(language, near));
        this.hierarchy = new Hierarchy(lookup, visibilities);
        this.overloads = new Overloads(hierarchy, this::argument);
    }

    /** Returns the meanings of each call, the nearest first; none for calls that leave the workspace or are unclear. */
    public Map<CallSite, List<Symbol>> targets(Collection<CallSite> calls) {
        Map<CallSite, List<Symbol>> targets = new LinkedHashMap<>();
        Set<CallSite> pending = new LinkedHashSet<>(calls);
        pending.forEach(call -> targets.put(call, List.of()));
        pending.forEach(this::foresee);
        lookup.fetch();
        for (int round = 0; round < MOST_ROUNDS && !pending.isEmpty(); round++) {
            pending.removeIf(call -> {
                int before = lookup.misses();
                List<Symbol> found = meaning(call).symbols().stream().distinct().toList();
                targets.put(call, lookup.misses() == before ? found : List.of());
                return lookup.misses() == before;
            });
            lookup.fetch();
        }
        return targets;
    }

    /** Requests what the meaning will need, as far as the call alone shows it, so that one query fetches it for all calls. */
    private void foresee(CallSite call) {
        lookup.named(call.name());
        lookup.symbol(call.caller());
        lookup.file(call.caller().substring(0, call.caller().indexOf('#')));
        if (dependsOnCalls(call)) {
            lookup.callsFrom(call.caller());
        }
        String type = call.receiverType().isEmpty() ? call.receiver() : call.receiverType();
        String last = type.substring(type.lastIndexOf('.') + 1);
        if (TYPE_NAME.matcher(last).matches()) {
            lookup.named(last);
        }
    }

    private static boolean dependsOnCalls(CallSite call) {
        return call.receiver().endsWith("()") || call.argumentTypes().stream().anyMatch(type -> type.endsWith("()"));
    }

    /** Returns all calls in these definitions with their meanings. */
    public Map<CallSite, List<Symbol>> callees(Collection<Symbol> symbols) {
        List<String> ids = symbols.stream().map(Symbol::id).distinct().toList();
        List<CallSite> calls = ids.isEmpty() ? List.of() : graph.callsFrom(ids);
        symbols.forEach(lookup::know);
        lookup.know(ids, calls);
        return targets(calls);
    }

    /** Returns the calls of these definitions: {id: calls}. */
    public Map<String, List<CallSite>> callers(Collection<Symbol> symbols) {
        return callers(symbols, Integer.MAX_VALUE);
    }

    /**
     * Works like {@link #callers(Collection)}, but considers only the calls of a name that are nearest to a definition, by folders.
     *
     * @param most maximum number of calls of a name to consider
     */
    Map<String, List<CallSite>> callers(Collection<Symbol> symbols, int most) {
        Map<String, List<CallSite>> callers = new LinkedHashMap<>();
        symbols.forEach(symbol -> callers.put(symbol.id(), new ArrayList<>()));
        if (callers.isEmpty()) {
            return callers;
        }
        Map<String, List<Symbol>> names = symbols.stream().collect(Collectors.groupingBy(Symbol::name, LinkedHashMap::new, Collectors.toList()));
        Map<String, List<CallSite>> calls = graph.callsTo(names.keySet()).stream().collect(Collectors.groupingBy(CallSite::name, LinkedHashMap::new, Collectors.toList()));
        List<CallSite> asked = new ArrayList<>();
        calls.forEach((name, all) -> asked.addAll(all.size() <= most ? all : all.stream()
                .sorted(Comparator.comparing((CallSite call) -> names.get(name).stream().mapToInt(symbol -> Nearness.of(call.caller(), symbol.path())).max().orElse(0)).reversed())
                .limit(most).toList()));
        targets(asked).forEach((call, targets) -> targets.stream().filter(target -> callers.containsKey(target.id()))
                .forEach(target -> callers.get(target.id()).add(call)));
        return callers;
    }

    /** Returns the definitions that contain these calls, by id. */
    Map<String, Symbol> callersOf(Collection<CallSite> calls) {
        calls.forEach(call -> lookup.symbol(call.caller()));
        lookup.fetch();
        Map<String, Symbol> found = new HashMap<>();
        calls.forEach(call -> lookup.symbol(call.caller()).ifPresent(symbol -> found.put(symbol.id(), symbol)));
        return found;
    }

    private Resolution meaning(CallSite call) {
        Resolution found = known.get(call);
        if (found != null) {
            return found;
        }
        int before = lookup.misses();
        open.add(call);
        found = find(call);
        open.remove(call);
        tentative.clear();
        if (lookup.misses() == before) {
            known.put(call, found);
        }
        return found;
    }

    private Resolution find(CallSite call) {
        lookup.named(call.name());
        if (dependsOnCalls(call)) {
            lookup.callsFrom(call.caller());
        }
        Symbol caller = lookup.symbol(call.caller()).orElse(null);
        if (caller == null) {
            return Resolution.UNKNOWN;
        }
        Place place = hierarchy.place(caller).orElse(null);
        if (place == null) {
            return Resolution.UNKNOWN;
        }
        if (call.constructs()) {
            boolean qualified = !call.receiver().isEmpty() && !call.receiver().equals("this");
            return constructors(hierarchy.types(qualified ? call.receiver() + "." + call.name() : call.name(), caller), call, caller);
        }
        if (call.receiver().isEmpty()) {
            return alone(call, caller, place);
        }
        boolean named = call.receiverType().isEmpty() && isName(call.receiver());
        Resolution imported = named ? hierarchy.visibility(caller).imported(call.receiver(), call.name(), place) : null;
        if (imported != null) {
            return imported.isEmpty() && !imported.sure() ? anywhere(call, caller) : called(imported, call, caller);
        }
        if (call.receiver().equals("this") && hierarchy.around(caller).isEmpty()) {
            return sameObject(call, caller);
        }
        Receiver receiver = receiver(call, caller, place);
        if (receiver.types().isEmpty()) {
            return receiver.types().sure() ? Resolution.OUTSIDE : anywhere(call, caller);
        }
        return Resolution.of(methods(receiver.types().symbols(), call, caller, receiver.exact()));
    }

    private static boolean isName(String receiver) {
        return !receiver.equals("this") && !receiver.equals("super") && !receiver.equals("?") && !receiver.endsWith("()") && !receiver.startsWith("this.");
    }

    /** Resolves a function of an object that names another function of the same object. */
    private Resolution sameObject(CallSite call, Symbol caller) {
        return Resolution.of(caller.owner().isEmpty() ? List.of() : lookup.named(call.name()).stream()
                .filter(symbol -> symbol.path().equals(caller.path()) && symbol.owner().equals(caller.owner())).toList());
    }

    private Resolution alone(CallSite call, Symbol caller, Place place) {
        if (hierarchy.language(caller) == Language.JAVA) {
            for (Symbol type : hierarchy.around(caller)) {
                boolean has = lookup.named(call.name()).stream()
                        .anyMatch(method -> method.kind() == SymbolKind.METHOD && hierarchy.withAncestors(type).stream()
                        .anyMatch(one -> hierarchy.visibility(one).defines(one, method)));
                if (has) {
                    return Resolution.of(methods(List.of(type), call, caller, false));
                }
            }
        }
        return called(hierarchy.visibility(caller).functions(call.name(), place), call, caller);
    }

    /** Of the functions and types that a name means, returns those that the call means. */
    private Resolution called(Resolution meaning, CallSite call, Symbol caller) {
        List<Symbol> functions = meaning.symbols().stream().filter(symbol -> symbol.kind() != SymbolKind.TYPE).toList();
        List<Symbol> found = new ArrayList<>(chosen(functions, call, caller));
        if (!caller.path().endsWith(".go")) {
            found.addAll(constructors(meaning.only(SymbolKind.TYPE), call, caller).symbols());
        }
        return new Resolution(found, meaning.sure());
    }

    private List<Symbol> chosen(List<Symbol> candidates, CallSite call, Symbol caller) {
        List<Symbol> chosen = overloads.choose(candidates, call, caller);
        boolean lenient = chosen.isEmpty() && candidates.size() == 1 && !hierarchy.visibility(caller).countsArguments();
        return lenient ? candidates : chosen;
    }

    private Resolution constructors(Resolution types, CallSite call, Symbol caller) {
        List<Symbol> found = new ArrayList<>();
        for (Symbol type : types.symbols()) {
            List<Symbol> written = lookup.named(type.name()).stream()
                    .filter(symbol -> symbol.kind() == SymbolKind.CONSTRUCTOR && symbol.path().equals(type.path())
                            && !(call.receiver().equals("this") && symbol.equals(caller)) && symbol.qualified().startsWith(type.qualified() + ".")
                            && symbol.qualified().lastIndexOf('.') == type.qualified().length()).toList();
            List<Symbol> chosen = chosen(written, call, caller);
            found.addAll(chosen.isEmpty() ? List.of(type) : chosen);
        }
        return new Resolution(found, types.sure());
    }

    /** Returns the nearest fitting definitions of each type, then those in its subtypes unless the type is exact. */
    private List<Symbol> methods(List<Symbol> types, CallSite call, Symbol caller, boolean exact) {
        List<Symbol> all = lookup.named(call.name()).stream().filter(symbol -> symbol.kind() == SymbolKind.METHOD || symbol.kind() == SymbolKind.FUNCTION
                && !symbol.owner().isEmpty())
                .filter(symbol -> family(symbol).equals(family(caller))).toList();
        Set<Symbol> found = new LinkedHashSet<>();
        for (Symbol type : types) {
            for (Symbol holder : hierarchy.withAncestors(type)) {
                List<Symbol> chosen = chosen(all.stream().filter(method -> hierarchy.visibility(holder).defines(holder, method)).toList(), call, caller);
                if (!chosen.isEmpty()) {
                    found.addAll(chosen);
                    break;
                }
            }
        }
        if (!exact) {
            Map<Symbol, List<Symbol>> below = new LinkedHashMap<>();
            all.stream().filter(method -> !found.contains(method)).sorted(Comparator.comparing(Symbol::path).thenComparing(Symbol::line))
                    .forEach(method -> hierarchy.ownerOf(method).filter(owner -> hierarchy.isBelow(owner, types))
                            .ifPresent(owner -> below.computeIfAbsent(owner, none -> new ArrayList<>()).add(method)));
            List<Symbol> declared = List.copyOf(found);
            below.values().forEach(methods -> found.addAll(replacing(declared, methods, call, caller)));
        }
        return List.copyOf(found);
    }

    /** Returns the methods that override the given ones: those with equal parameters if any, else those that fit the call. */
    private List<Symbol> replacing(List<Symbol> above, List<Symbol> methods, CallSite call, Symbol caller) {
        List<Symbol> same = methods.stream().filter(method -> above.stream().anyMatch(one -> one.parameterTypes().equals(method.parameterTypes()))).toList();
        return same.isEmpty() ? chosen(methods, call, caller) : same;
    }

    private Receiver receiver(CallSite call, Symbol caller, Place place) {
        String receiver = call.receiver();
        List<Symbol> around = hierarchy.around(caller);
        if (receiver.equals("this")) {
            boolean own = call.receiverType().isEmpty() || around.isEmpty() || around.get(0).name().equals(call.receiverType());
            return new Receiver(own ? Resolution.of(around.stream().limit(1).toList()) : hierarchy.types(call.receiverType(), caller), false);
        }
        if (receiver.equals("super")) {
            Stream<String> above = call.receiverType().isEmpty() ? around.stream().limit(1).flatMap(type -> type.supertypes().stream())
                    : Stream.of(call.receiverType());
            Symbol where = around.isEmpty() ? caller : around.get(0);
            return new Receiver(Resolution.of(above.flatMap(type -> hierarchy.types(type, where).symbols().stream()).toList()), true);
        }
        if (!call.receiverType().isEmpty()) {
            return Overloads.isVariable(call.receiverType()) ? Receiver.UNKNOWN : new Receiver(hierarchy.types(call.receiverType(), caller), false);
        }
        if (receiver.equals("?")) {
            return Receiver.UNKNOWN;
        }
        if (receiver.endsWith("()")) {
            return new Receiver(result(receiver.substring(0, receiver.length() - 2), call, caller), false);
        }
        return dotted(List.of(receiver.split("\\.")), caller, place, around);
    }

    private Receiver dotted(List<String> names, Symbol caller, Place place, List<Symbol> around) {
        String first = names.get(0);
        boolean isJava = caller.path().endsWith(".java");
        Resolution types;
        int next = 1;
        boolean exact = false;
        if (first.equals("this")) {
            types = Resolution.of(around.stream().limit(1).toList());
        } else {
            types = isJava ? field(first, place, around) : Resolution.UNKNOWN;
            if (types.isEmpty() && !types.sure()) {
                for (int length = names.size(); length > 0 && types.isEmpty(); length--) {
                    types = hierarchy.types(String.join(".", names.subList(0, length)), caller);
                    next = length;
                }
                exact = next == names.size();
            }
        }
        if (types.isEmpty()) {
            return new Receiver(unresolved(first, types, caller, place), false);
        }
        for (String name : names.subList(next, names.size())) {
            types = hierarchy.fieldTypes(types.symbols(), name);
            if (types.isEmpty()) {
                return new Receiver(types, false);
            }
        }
        return new Receiver(types, exact);
    }

    /** Returns the type of a field of the surrounding types, or of an imported field. */
    private Resolution field(String name, Place place, List<Symbol> around) {
        for (Symbol type : around) {
            Resolution found = hierarchy.fieldTypes(List.of(type), name);
            if (!found.isEmpty() || found.sure()) {
                return found;
            }
        }
        for (Import one : place.file().imports()) {
            if (one.name().equals(name) && one.module().matches(".*\\.[A-Z]\\w*")) {
                return hierarchy.fieldTypes(hierarchy.types(one.module(), place.within()).symbols(), name);
            }
        }
        return Resolution.UNKNOWN;
    }

    /**
     * Resolves a name that is neither a variable of the file nor a type. In Java it is a field from outside the workspace, in Go a variable of the
     * package, in other languages something built in.
     */
    private Resolution unresolved(String name, Resolution types, Symbol caller, Place place) {
        boolean constant = name.equals(name.toUpperCase(Locale.ROOT));
        return switch (hierarchy.language(caller)) {
            case JAVA -> Character.isUpperCase(name.charAt(0)) && !constant ? Resolution.OUTSIDE : Resolution.UNKNOWN;
            case GO -> Resolution.UNKNOWN;
            default -> name.equals("this") || place.file().imports().stream().anyMatch(one -> one.name().equals("*")) ? Resolution.UNKNOWN : types.sure()
                    ? Resolution.OUTSIDE : Resolution.UNKNOWN;
        };
    }

    /** Returns the types that a call in the same definition gives: a call on the same line, else anywhere before. */
    private Resolution result(String name, CallSite call, Symbol caller) {
        List<CallSite> before = lookup.callsFrom(call.caller()).stream().filter(one -> one.name().equals(name) && one.line() <= call.line()
                && !one.equals(call)).toList();
        List<CallSite> here = before.stream().filter(one -> one.line() == call.line()).toList();
        List<CallSite> asked = !here.isEmpty() ? here : !before.isEmpty() ? before : List.of(new CallSite(call.caller(), name, false, -1, List.of(), "", "",
                call.line()));
        return types(common(asked, caller));
    }

    /** Returns the type of an argument that is a call: of the next call with that name. */
    private Optional<Hierarchy.Typed> argument(String name, CallSite call, Symbol caller) {
        List<CallSite> after = lookup.callsFrom(call.caller()).stream().filter(one -> one.name().equals(name) && one.line() >= call.line()
                && !one.equals(call)).toList();
        int next = after.stream().mapToInt(CallSite::line).min().orElse(0);
        return common(after.stream().filter(one -> one.line() == next).toList(), caller).typed();
    }

    private Resolution types(Given given) {
        return given.typed().map(typed -> hierarchy.types(typed.type(), typed.where())).orElse(given.outside() ? Resolution.OUTSIDE : Resolution.UNKNOWN);
    }

    /** Returns what all these calls give, except those that depend on an open call. */
    private Given common(List<CallSite> calls, Symbol caller) {
        Given common = null;
        for (CallSite one : calls) {
            if (open.contains(one) || open.size() >= DEEPEST) {
                continue;
            }
            Given next = given(one, caller);
            boolean same = common == null || common.equals(next) || next.typed().isPresent() && !types(next).isEmpty()
                    && types(next).symbols().equals(types(common).symbols());
            if (!same || next.equals(Given.UNKNOWN)) {
                return Given.UNKNOWN;
            }
            common = next;
        }
        return common == null ? Given.UNKNOWN : common;
    }

    private Given given(CallSite call, Symbol caller) {
        Given found = given.getOrDefault(call, tentative.get(call));
        if (found != null) {
            return found;
        }
        int before = lookup.misses();
        open.add(call);
        Resolution meaning = known.containsKey(call) ? known.get(call) : find(call);
        found = meaning.isEmpty() ? accessed(call, caller) : of(meaning.symbols().get(0));
        open.remove(call);
        tentative.put(call, found);
        if (lookup.misses() == before && found.typed().isPresent()) {
            given.put(call, found);
        }
        return found;
    }

    private Given of(Symbol target) {
        if (target.kind() == SymbolKind.TYPE) {
            return Given.of(target.name(), target);
        }
        if (target.kind() == SymbolKind.CONSTRUCTOR) {
            return hierarchy.around(target).stream().findFirst().map(type -> Given.of(type.name(), type)).orElse(Given.UNKNOWN);
        }
        return target.returns().isEmpty() || Overloads.isVariable(target.returns()) ? Given.UNKNOWN : Given.of(target.returns(), target);
    }

    /**
     * Resolves something that is not a call of a definition but gives a type: a record's component, or a conversion. A static method from outside
     * gives something from outside.
     */
    private Given accessed(CallSite call, Symbol caller) {
        Place place = hierarchy.place(caller).orElse(null);
        if (place == null || call.constructs()) {
            return Given.UNKNOWN;
        }
        if (caller.path().endsWith(".go") && !call.receiver().endsWith("()")) {
            String written = call.receiver().isEmpty() ? call.name() : call.receiver() + "." + call.name();
            return hierarchy.types(written, caller).isEmpty() ? Given.UNKNOWN : Given.of(written, caller);
        }
        if (caller.path().endsWith(".java")) {
            Resolution holders = call.receiver().isEmpty() ? Resolution.of(hierarchy.around(caller).stream().limit(1).toList())
                    : receiver(call, caller, place).types();
            if (holders.isEmpty() && holders.sure() && call.receiverType().isEmpty() && isName(call.receiver())) {
                return Given.OUTSIDE;
            }
            return call.arguments() == 0 ? hierarchy.field(holders.symbols(), call.name())
                    .map(field -> Given.of(field.type(), field.where())).orElse(Given.UNKNOWN) : Given.UNKNOWN;
        }
        return Given.UNKNOWN;
    }

    /** Without a known receiver, returns the fitting definitions with that name if they are few. A single word without arguments could be a component of any record. */
    private Resolution anywhere(CallSite call, Symbol caller) {
        Language language = hierarchy.language(caller);
        boolean likeComponent = language == Language.JAVA && call.arguments() == 0 && call.name().chars().noneMatch(Character::isUpperCase);
        if (call.arguments() < 0 || likeComponent || EverydayNames.contains(language, call.name())) {
            return Resolution.UNKNOWN;
        }
        List<Symbol> all = lookup.named(call.name()).stream()
                .filter(symbol -> symbol.kind() == SymbolKind.METHOD || symbol.kind() == SymbolKind.FUNCTION && !symbol.owner().isEmpty())
                .filter(symbol -> family(symbol).equals(family(caller)) && overloads.isPossible(symbol, call, caller) && isInReach(symbol, caller))
                .sorted(Comparator.comparing(Symbol::path).thenComparing(Symbol::line)).toList();
        return all.size() > MOST_ANYWHERE ? Resolution.UNKNOWN : new Resolution(all, false);
    }

    /** In Java and Go, whether the file can name the type. Other languages need not name it. */
    private boolean isInReach(Symbol method, Symbol caller) {
        if (hierarchy.language(caller) == Language.JAVA) {
            return hierarchy.ownerOf(method).filter(owner -> hierarchy.types(owner.name(), caller).symbols().contains(owner)).isPresent();
        }
        if (hierarchy.language(caller) == Language.GO) {
            String directory = Place.directory(method.path());
            return directory.equals(Place.directory(caller.path())) || hierarchy.place(caller).stream().flatMap(place -> place.file().imports().stream())
                    .anyMatch(one -> ("/" + directory).endsWith("/" + one.module().substring(one.module().lastIndexOf('/') + 1) + "/"));
        }
        return true;
    }

    private Language family(Symbol symbol) {
        return hierarchy.language(symbol).family();
    }

    /**
     * The result of a call.
     *
     * @param typed   its type, if known
     * @param outside whether it certainly comes from outside the workspace
     */
    private record Given(Optional<Hierarchy.Typed> typed, boolean outside) {

        private static final Given UNKNOWN = new Given(Optional.empty(), false);
        private static final Given OUTSIDE = new Given(Optional.empty(), true);

        static Given of(String type, Symbol where) {
            return new Given(Optional.of(new Hierarchy.Typed(type, where)), false);
        }
    }

    /** @param exact whether it is that type itself, not a subtype */
    private record Receiver(Resolution types, boolean exact) {

        private static final Receiver UNKNOWN = new Receiver(Resolution.UNKNOWN, false);
    }
}
