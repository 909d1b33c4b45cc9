package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types and their supertypes. */
final class Hierarchy {

    private static final int MOST_ANCESTORS = 100;

    private final Lookup lookup;
    private final Map<Language, Visibility> visibilities;
    private final Map<String, List<Symbol>> ancestors = new HashMap<>();
    private final Map<String, Map<String, Resolution>> types = new HashMap<>();
    private final Map<String, Language> languages = new HashMap<>();

    Hierarchy(Lookup lookup, Map<Language, Visibility> visibilities) {
        this.lookup = lookup;
        this.visibilities = visibilities;
    }

    Language language(Symbol symbol) {
        return languages.computeIfAbsent(symbol.path(), path -> Language.of(path).orElseThrow());
    }

    Visibility visibility(Symbol symbol) {
        return visibilities.get(language(symbol));
    }

    /** Returns the definition's file; empty while it is not known. */
    Optional<Place> place(Symbol symbol) {
        return lookup.file(symbol.path()).map(file -> new Place(file, symbol));
    }

    Resolution types(String written, Symbol where) {
        Map<String, Resolution> known = types.computeIfAbsent(where.id(), none -> new HashMap<>());
        Resolution found = known.get(written);
        if (found == null) {
            int before = lookup.misses();
            found = place(where).map(place -> visibility(where).types(written, place)).orElse(Resolution.UNKNOWN);
            if (lookup.misses() == before) {
                known.put(written, found);
            }
        }
        return found;
    }

    /** Returns the type itself, then its supertypes, nearest first. */
    List<Symbol> withAncestors(Symbol type) {
        List<Symbol> known = ancestors.get(type.id());
        if (known != null) {
            return known;
        }
        int before = lookup.misses();
        Map<String, Symbol> found = new LinkedHashMap<>();
        found.put(type.id(), type);
        List<Symbol> level = List.of(type);
        while (!level.isEmpty() && found.size() < MOST_ANCESTORS) {
            List<Symbol> next = new ArrayList<>();
            for (Symbol one : level) {
                for (String supertype : one.supertypes()) {
                    types(supertype, one).symbols().stream().filter(above -> found.putIfAbsent(above.id(), above) == null).forEach(next::add);
                }
            }
            level = next;
        }
        List<Symbol> all = List.copyOf(found.values());
        if (lookup.misses() == before) {
            ancestors.put(type.id(), all);
        }
        return all;
    }

    /** Whether it is a subtype of one of these types, or in Go has all methods of such an interface. */
    boolean isBelow(Symbol type, List<Symbol> above) {
        if (above.stream().anyMatch(one -> one.id().equals(type.id()))) {
            return false;
        }
        List<Symbol> own = withAncestors(type);
        return above.stream().anyMatch(one -> own.stream().anyMatch(ancestor -> ancestor.id().equals(one.id())) || satisfies(type, own, one));
    }

    private boolean satisfies(Symbol type, List<Symbol> own, Symbol above) {
        if (!above.path().endsWith(".go") || isInterface(type)) {
            return false;
        }
        List<Symbol> contract = withAncestors(above).stream().filter(Hierarchy::isInterface).toList();
        return !contract.isEmpty() && contract.stream().allMatch(one -> methodNames(one).stream().allMatch(name -> hasLike(own, one, name)));
    }

    private boolean hasLike(List<Symbol> own, Symbol contract, String name) {
        List<Symbol> all = lookup.named(name).stream().filter(method -> method.kind() == SymbolKind.METHOD).toList();
        Optional<Symbol> wanted = all.stream().filter(method -> visibility(contract).defines(contract, method)).findFirst();
        return wanted.isPresent() && all.stream().filter(method -> own.stream().anyMatch(type -> visibility(type).defines(type, method)))
                .anyMatch(method -> sameTypes(method, wanted.get()));
    }

    /** Compares parameter types without packages, since the same type is written with and without its package. */
    private static boolean sameTypes(Symbol method, Symbol other) {
        return bare(method.parameterTypes()).equals(bare(other.parameterTypes()));
    }

    private static List<String> bare(List<String> types) {
        return types.stream().map(type -> type.replaceAll("\\w+\\.", "")).toList();
    }

    private static boolean isInterface(Symbol type) {
        return type.path().endsWith(".go") && type.members().stream().anyMatch(member -> member.contains("():"));
    }

    private static List<String> methodNames(Symbol type) {
        return type.members().stream().filter(member -> member.contains("():")).map(member -> member.substring(0, member.indexOf("():"))).toList();
    }

    /** Returns the type that has the method as a member; empty if no known type has it. */
    Optional<Symbol> ownerOf(Symbol method) {
        return method.owner().isEmpty() ? Optional.empty() : lookup.named(method.owner()).stream()
                .filter(type -> type.kind() == SymbolKind.TYPE && visibility(method).defines(type, method)).findFirst();
    }

    /** Returns the types that contain a definition, innermost first. */
    List<Symbol> around(Symbol symbol) {
        if (symbol.path().endsWith(".go")) {
            return ownerOf(symbol).stream().toList();
        }
        List<Symbol> found = new ArrayList<>();
        String qualified = symbol.qualified();
        if (symbol.kind() == SymbolKind.TYPE) {
            found.add(symbol);
        }
        while (qualified.contains(".")) {
            qualified = qualified.substring(0, qualified.lastIndexOf('.'));
            String around = qualified;
            lookup.named(qualified.substring(qualified.lastIndexOf('.') + 1)).stream()
                    .filter(type -> type.kind() == SymbolKind.TYPE && type.path().equals(symbol.path()) && type.qualified().equals(around))
                    .findFirst().ifPresent(found::add);
        }
        return found;
    }

    /** Returns the types of a field that these types or their supertypes have. */
    Resolution fieldTypes(List<Symbol> types, String name) {
        return field(types, name).map(field -> types(field.type(), field.where())).orElse(Resolution.UNKNOWN);
    }

    Optional<Typed> field(List<Symbol> types, String name) {
        for (Symbol type : types) {
            for (Symbol holder : withAncestors(type)) {
                for (String member : holder.members()) {
                    int colon = member.indexOf(':');
                    if (member.substring(0, colon).equals(name)) {
                        return Optional.of(new Typed(member.substring(colon + 1), holder));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the last field of a path {@code Type.field.field}; empty if there is none. */
    Optional<Typed> field(String path, Symbol where) {
        String[] names = path.split("\\.");
        Resolution holders = types(names[0], where);
        for (int i = 1; i < names.length - 1; i++) {
            holders = fieldTypes(holders.symbols(), names[i]);
        }
        return field(holders.symbols(), names[names.length - 1]);
    }

    /**
     * A type's name.
     *
     * @param where the definition that contains the name
     */
    record Typed(String type, Symbol where) {
    }
}
