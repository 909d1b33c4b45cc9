package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Chooses the definition that a call means among those with the same name: by the number of arguments, then by their evident types. */
final class Overloads {

    private static final int IMPOSSIBLE = -1;
    private static final int OPEN = 1;
    private static final int FITTING = 3;
    private static final int SAME = 5;

    private static final List<String> WIDENING = List.of("byte", "short", "int", "long", "float", "double");
    private static final Map<String, String> BOXES = Map.of("int", "Integer", "long", "Long", "char", "Character", "boolean", "Boolean", "double", "Double",
            "float", "Float",
            "byte", "Byte", "short", "Short");
    private static final Set<String> ANYTHING = Set.of("", "Object", "any", "unknown", "object", "interface{}", "Serializable", "Comparable");
    private static final Set<String> SIMPLE = Set.of("String", "int", "long", "char", "boolean", "double", "float", "byte", "short", "Integer", "Long",
            "Character", "Boolean",
            "Double", "Float", "Byte", "Short", "string", "number", "bigint", "symbol", "Class", "RegExp");

    private final Hierarchy hierarchy;
    private final Results results;

    Overloads(Hierarchy hierarchy, Results results) {
        this.hierarchy = hierarchy;
        this.results = results;
    }

    /** Finds the type of an argument that is itself a call, if it is known. */
    interface Results {

        Optional<Hierarchy.Typed> of(String name, CallSite within, Symbol caller);
    }

    /** Whether the number of arguments and their evident types allow this definition. */
    boolean isPossible(Symbol symbol, CallSite call, Symbol caller) {
        return fits(symbol, call) && score(symbol, call, caller) != IMPOSSIBLE;
    }

    static boolean fits(Symbol symbol, CallSite call) {
        return call.arguments() < 0 || symbol.least() <= call.arguments() && call.arguments() <= symbol.most();
    }

    /** Returns the definitions that the call can mean; several if the evident types do not decide. */
    List<Symbol> choose(List<Symbol> candidates, CallSite call, Symbol caller) {
        List<Symbol> all = withoutImplementations(candidates);
        List<Symbol> fitting = all.stream().filter(symbol -> fits(symbol, call)).toList();
        if (fitting.size() < 2) {
            return withImplementations(fitting, candidates);
        }
        if (call.arguments() >= 0 && fitting.stream().anyMatch(symbol -> symbol.most() < Integer.MAX_VALUE)) {
            List<Symbol> exact = best(fitting.stream().filter(symbol -> symbol.most() < Integer.MAX_VALUE).toList(), call, caller);
            if (!exact.isEmpty()) {
                return withImplementations(exact, candidates);
            }
        }
        return withImplementations(best(fitting, call, caller), candidates);
    }

    private List<Symbol> best(List<Symbol> candidates, CallSite call, Symbol caller) {
        Map<Symbol, Integer> scores = new HashMap<>();
        candidates.forEach(symbol -> scores.put(symbol, score(symbol, call, caller)));
        int best = scores.values().stream().mapToInt(Integer::intValue).max().orElse(IMPOSSIBLE);
        return best == IMPOSSIBLE ? List.of() : candidates.stream().filter(symbol -> scores.get(symbol) == best).toList();
    }

    /** Removes an implementation that has overload signatures, since calls go through the signatures. */
    private static List<Symbol> withoutImplementations(List<Symbol> candidates) {
        List<Symbol> signatures = candidates.stream().filter(symbol -> candidates.stream().noneMatch(other -> covers(symbol, other))).toList();
        return signatures.isEmpty() ? candidates : signatures;
    }

    private static List<Symbol> withImplementations(List<Symbol> chosen, List<Symbol> candidates) {
        List<Symbol> all = new ArrayList<>(chosen);
        candidates.stream().filter(symbol -> !chosen.contains(symbol) && chosen.stream().anyMatch(signature -> covers(symbol, signature))).forEach(all::add);
        return all;
    }

    private static boolean covers(Symbol implementation, Symbol signature) {
        return !implementation.id().equals(signature.id()) && implementation.path().equals(signature.path())
                && implementation.qualified().equals(signature.qualified())
                && implementation.firstLine() <= signature.line() && signature.line() < implementation.line();
    }

    private int score(Symbol symbol, CallSite call, Symbol caller) {
        int sum = 0;
        for (int i = 0; i < call.argumentTypes().size() && !symbol.parameterTypes().isEmpty(); i++) {
            String argument = call.argumentTypes().get(i);
            String parameter = symbol.parameterTypes().get(Math.min(i, symbol.parameterTypes().size() - 1));
            if (parameter.contains("...") && argument.endsWith("[]")) {
                continue;
            }
            int relation = Arrays.stream(parameter.split("\\|")).mapToInt(one -> relation(argument, simple(one), call, caller, symbol)).max().orElse(OPEN);
            if (relation == IMPOSSIBLE) {
                return IMPOSSIBLE;
            }
            sum += relation;
        }
        return sum;
    }

    /** Removes type arguments; keeps {@code []} and {@code ...}. */
    private static String simple(String parameter) {
        String text = parameter.strip();
        if (text.contains("=>") || text.startsWith("(")) {
            return "Function";
        }
        if (text.startsWith("'") || text.startsWith("\"")) {
            return "string";
        }
        return text.replaceAll("<.*>|^(final|readonly) |@\\w+ |\\.\\.\\.$", "").strip();
    }

    private int relation(String argument, String parameter, CallSite call, Symbol caller, Symbol callee) {
        if (!argument.isEmpty() && argument.equals(parameter)) {
            return SAME;
        }
        if (argument.isEmpty() || ANYTHING.contains(parameter) || isVariable(parameter) || isVariable(argument)) {
            return OPEN;
        }
        if (argument.endsWith("()")) {
            return results.of(argument.substring(0, argument.length() - 2), call, caller)
                    .map(typed -> relation(typed.type(), parameter, call, typed.where(), callee)).orElse(OPEN);
        }
        Optional<Hierarchy.Typed> field = argument.contains(".") ? hierarchy.field(argument, caller) : Optional.empty();
        if (field.isPresent()) {
            return relation(field.get().type(), parameter, call, field.get().where(), callee);
        }
        if (WIDENING.contains(parameter) && (WIDENING.contains(argument) || argument.equals("char"))) {
            return WIDENING.indexOf(parameter) > WIDENING.indexOf(argument) ? FITTING : IMPOSSIBLE;
        }
        if (parameter.equals(BOXES.get(argument)) || argument.equals(BOXES.get(parameter))) {
            return FITTING;
        }
        if (argument.equals("Array") || argument.endsWith("[]")) {
            return !SIMPLE.contains(parameter) ? OPEN : IMPOSSIBLE;
        }
        if (argument.equals("Object") || argument.equals("any")) {
            return argument.equals("Object") && hierarchy.language(caller) == Language.JAVA ? IMPOSSIBLE : OPEN;
        }
        return named(argument, parameter, caller, callee);
    }

    private int named(String argument, String parameter, Symbol caller, Symbol callee) {
        if (SIMPLE.contains(argument)) {
            boolean wider = argument.equals("String") && parameter.equals("CharSequence") || parameter.equals("Number")
                    && !Set.of("String", "boolean", "char").contains(argument);
            return wider ? FITTING : IMPOSSIBLE;
        }
        if (SIMPLE.contains(parameter)) {
            return IMPOSSIBLE;
        }
        Resolution given = hierarchy.types(argument, caller);
        if (given.isEmpty() && !given.sure()) {
            return OPEN;
        }
        Resolution taken = hierarchy.types(parameter, callee);
        if (given.isEmpty() || taken.isEmpty()) {
            return taken.isEmpty() ? OPEN : IMPOSSIBLE;
        }
        boolean same = given.symbols().stream().anyMatch(taken.symbols()::contains);
        return same ? SAME : given.symbols().stream().anyMatch(type -> hierarchy.isBelow(type, taken.symbols())) ? FITTING : IMPOSSIBLE;
    }

    /** Whether the name is a type variable by convention. */
    static boolean isVariable(String type) {
        return !type.isEmpty() && type.length() <= 2 && Character.isUpperCase(type.charAt(0)) && (type.length() == 1 || Character.isDigit(type.charAt(1)));
    }
}
