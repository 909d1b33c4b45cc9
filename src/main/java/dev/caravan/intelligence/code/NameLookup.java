package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Finds what a name means at a place: in its file, by its imports, in its package, and in types. */
record NameLookup(KnownGraph known) {

    private static final int MOST_ANCESTORS = 30;

    /** Definitions for a name, and whether the file says which; certain without symbols means that it is outside the workspace. */
    record Found(List<Symbol> symbols, boolean certain) {

        static final Found OUTSIDE = new Found(List.of(), true);
        static final Found UNKNOWN = new Found(List.of(), false);

        boolean isKnown() {
            return certain || !symbols.isEmpty();
        }
    }

    static boolean isType(Symbol symbol) {
        return symbol.kind() == SymbolKind.TYPE;
    }

    static boolean isMember(Symbol symbol) {
        return symbol.kind() == SymbolKind.METHOD || symbol.kind() == SymbolKind.FUNCTION && !symbol.owner().isEmpty();
    }

    static boolean isWithin(Symbol method, Symbol type) {
        return type.path().equals(method.path()) && type.firstLine() <= method.firstLine() && method.lastLine() <= type.lastLine();
    }

    static boolean isRelative(String name, SourceFile file) {
        return file.imports().stream().anyMatch(one -> (one.name().equals(name) || one.member().equals(name) || one.name().equals("*"))
                && one.isRelative());
    }

    List<Symbol> candidates(String name, Symbol caller) {
        return known.named(name).stream().filter(symbol -> family(symbol) == family(caller))
                .sorted(Comparator.comparing((Symbol symbol) -> -Modules.nearness(symbol.path(), caller.path()))
                        .thenComparing(Symbol::path).thenComparing(Symbol::line)).toList();
    }

    static Language family(Symbol symbol) {
        return Language.of(symbol.path()).orElseThrow().family();
    }

    /** Returns those with the largest number above 0. */
    static List<Symbol> best(Collection<Symbol> all, ToIntFunction<Symbol> number) {
        int most = all.stream().mapToInt(number).max().orElse(0);
        return all.stream().filter(symbol -> most > 0 && number.applyAsInt(symbol) == most).toList();
    }

    /** Whether the type's body, or an implementation elsewhere, has this method. */
    boolean isOf(Symbol type, Symbol method) {
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
        return elsewhere && known.named(type.name()).stream().noneMatch(other -> isType(other) && other.path().equals(method.path()));
    }

    /** Returns the methods of the types with that name, or of the nearest types above them. */
    Found members(List<Symbol> types, String name) {
        return inherited(types, level -> {
            List<Symbol> found = known.named(name).stream().filter(NameLookup::isMember)
                    .filter(symbol -> level.stream().anyMatch(type -> isOf(type, symbol))).toList();
            return new Found(found, !found.isEmpty());
        });
    }

    /** Returns the types of a field that one of the types has, or of the nearest types above them. */
    Found field(List<Symbol> types, String name) {
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

    Found above(Symbol type) {
        List<Found> found = type.supertypes().stream().map(supertype -> types(supertype, type)).toList();
        return new Found(found.stream().flatMap(one -> one.symbols().stream()).filter(one -> !one.equals(type)).toList(),
                found.stream().allMatch(Found::certain));
    }

    /** @param type simple name of a type; the method's own type, or one above it */
    boolean isBelow(String type, Symbol method, Set<String> names, Set<String> seen) {
        return seen.add(type) && seen.size() < MOST_ANCESTORS && known.named(type).stream()
                .filter(one -> isType(one) && family(one) == family(method) && (seen.size() > 1 || isOf(one, method)))
                .flatMap(one -> one.supertypes().stream().map(Names::last))
                .anyMatch(above -> names.contains(above) || isBelow(above, method, names, seen));
    }

    /** Returns the types around a definition, innermost first. */
    List<Symbol> enclosing(Symbol symbol) {
        List<Symbol> found = new ArrayList<>(isType(symbol) ? List.of(symbol) : List.of());
        for (String at = symbol.qualified(); at.contains("."); ) {
            at = at.substring(0, at.lastIndexOf('.'));
            String around = at;
            List<Symbol> here = known.named(Names.last(around)).stream().filter(type -> isType(type) && type.path().equals(symbol.path())
                    && type.qualified().equals(around)).toList();
            found.addAll(here.isEmpty() && around.endsWith(symbol.owner()) ? types(symbol.owner(), symbol).symbols() : here);
        }
        return found;
    }

    /** Returns the types and functions with that name that no type or object has. */
    List<Symbol> plain(String name, Symbol where) {
        return candidates(name, where).stream().filter(symbol -> isType(symbol)
                || symbol.kind() == SymbolKind.FUNCTION && symbol.owner().isEmpty()).toList();
    }

    /** Returns what a written name means by what is in the file, imported, or in the same package; unknown if none of these says it. */
    Found visible(String written, Symbol where, Predicate<Symbol> wanted) {
        SourceFile file = known.file(where);
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
    Found types(String written, Symbol where) {
        if (written.isEmpty() || written.endsWith(".") || written.endsWith("[]")) {
            return Found.OUTSIDE;
        }
        SourceFile file = known.file(where);
        Found visible = visible(written, where, NameLookup::isType);
        if (visible.isKnown() || written.contains(".")) {
            return visible.isKnown() ? visible : fitting(file, "", written, NameLookup::isType);
        }
        boolean relative = isRelative(written, file);
        if (relative || !file.language().importsAll()) {
            List<Symbol> all = plain(written, where).stream().filter(NameLookup::isType).toList();
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
    Found imported(String written, Symbol where) {
        SourceFile file = known.file(where);
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
        List<Symbol> fitting = best(known.named(Names.last(member)).stream().filter(wanted).filter(symbol ->
                family(symbol) == file.language().family() && symbol.kind() != SymbolKind.CONSTRUCTOR).toList(), fit);
        return new Found(fitting, fitting.size() == 1
                || !fitting.isEmpty() && fit.applyAsInt(fitting.get(0)) == Modules.Fit.EXACT.ordinal());
    }
}
