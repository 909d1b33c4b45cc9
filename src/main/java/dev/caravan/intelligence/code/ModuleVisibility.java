package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Visibility in languages whose files are modules: the definitions of surrounding functions, then of the file, then imports, also through modules
 * that re-export them.
 */
abstract class ModuleVisibility implements Visibility {

    private static final int MOST_HOPS = 4;

    private final Lookup lookup;
    private final Set<Language> languages;
    private final Map<Export, Resolution> exports = new HashMap<>();
    private final Map<String, List<SourceFile>> modules = new HashMap<>();

    ModuleVisibility(Lookup lookup, Set<Language> languages) {
        this.lookup = lookup;
        this.languages = languages;
    }

    /** Returns the paths where a module can be, as a file at {@code from} names it. */
    abstract List<String> files(String module, String from);

    /** Whether a file is that module, if {@link #files} cannot tell. */
    abstract boolean isModule(String path, String module, String from);

    @Override
    public Resolution types(String written, Place place) {
        int dot = written.lastIndexOf('.');
        if (dot < 0) {
            return meaning(written, place).only(SymbolKind.TYPE);
        }
        List<Symbol> nested = lookup.named(written.substring(dot + 1)).stream().filter(this::isOfLanguage)
                .filter(type -> type.path().equals(place.path()) && type.qualified().equals(written)).toList();
        Resolution imported = nested.isEmpty() ? imported(written.substring(0, dot), written.substring(dot + 1), place) : Resolution.of(nested);
        return imported == null ? Resolution.OUTSIDE : imported.only(SymbolKind.TYPE);
    }

    @Override
    public Resolution functions(String name, Place place) {
        return meaning(name, place).only(SymbolKind.FUNCTION, SymbolKind.TYPE);
    }

    private Resolution meaning(String name, Place place) {
        List<Symbol> all = lookup.named(name).stream().filter(this::isOfLanguage).filter(symbol -> symbol.kind() == SymbolKind.TYPE
                || symbol.kind() == SymbolKind.FUNCTION).toList();
        List<Symbol> own = all.stream().filter(symbol -> symbol.path().equals(place.path())).toList();
        for (String around = place.within() == null ? "" : place.within().qualified(); ; around = around.contains(".")
                ? around.substring(0, around.lastIndexOf('.')) : "") {
            String qualified = around.isEmpty() ? name : around + "." + name;
            List<Symbol> found = own.stream().filter(symbol -> symbol.qualified().equals(qualified)).toList();
            if (!found.isEmpty()) {
                return Resolution.of(found);
            }
            if (around.isEmpty()) {
                break;
            }
        }
        List<Import> imports = place.file().imports().stream().filter(one -> !one.name().isEmpty() && !one.name().equals("*")).toList();
        Optional<Import> meant = imports.stream().filter(one -> one.name().equals(name)).findFirst()
                .or(() -> imports.stream().filter(one -> one.member().equals(name)).findFirst());
        if (meant.isPresent()) {
            Import one = meant.get();
            return exported(one.module(), isNameless(one) ? name : one.member(), place.path(), isNameless(one), MOST_HOPS);
        }
        boolean unsure = false;
        for (Import one : place.file().imports()) {
            if (one.name().equals("*")) {
                Resolution found = exported(one.module(), name, place.path(), false, MOST_HOPS);
                if (!found.isEmpty()) {
                    return found;
                }
                unsure = true;
            }
        }
        return unsure ? Resolution.UNKNOWN : Resolution.OUTSIDE;
    }

    private static boolean isNameless(Import one) {
        return one.member().isEmpty() || one.member().equals("default");
    }

    /**
     * Resolves a name of a module: its own definition, or one that it imports.
     *
     * @param nameless whether the name can also mean the module's default export
     */
    private Resolution exported(String module, String name, String from, boolean nameless, int hops) {
        Export export = new Export(module, name, from, nameless, hops);
        Resolution known = exports.get(export);
        if (known == null) {
            int before = lookup.misses();
            known = findExport(module, name, from, nameless, hops);
            if (lookup.misses() == before) {
                exports.put(export, known);
            }
        }
        return known;
    }

    private Resolution findExport(String module, String name, String from, boolean nameless, int hops) {
        List<Symbol> found = at(module, from, lookup.named(name).stream().filter(symbol -> symbol.qualified().equals(name)).toList());
        if (!found.isEmpty()) {
            return Resolution.of(found);
        }
        List<Symbol> whole = nameless ? at(module, from, lookup.named("default")) : List.of();
        if (!whole.isEmpty()) {
            return Resolution.of(whole);
        }
        List<SourceFile> files = there(module, from);
        if (hops > 0) {
            for (SourceFile file : files) {
                for (Import one : file.imports()) {
                    if (one.name().equals(name) || one.name().equals("*") && !lookup.named(name).isEmpty()) {
                        boolean same = one.name().equals("*") || isNameless(one);
                        Resolution passed = exported(one.module(), same ? name : one.member(), file.path(), isNameless(one), hops - 1);
                        if (!passed.isEmpty()) {
                            return passed;
                        }
                    }
                }
            }
        }
        return files.isEmpty() ? Resolution.OUTSIDE : Resolution.UNKNOWN;
    }

    /** Returns the files that can be the module. */
    private List<SourceFile> there(String module, String from) {
        String key = module + " " + Place.directory(from);
        List<SourceFile> known = modules.get(key);
        if (known == null) {
            int before = lookup.misses();
            known = files(module, from).stream().distinct().flatMap(path -> lookup.file(path).stream()).toList();
            if (lookup.misses() == before) {
                modules.put(key, known);
            }
        }
        return known;
    }

    private List<Symbol> at(String module, String from, Collection<Symbol> symbols) {
        List<Symbol> inLanguage = symbols.stream().filter(this::isOfLanguage).filter(symbol -> symbol.kind() == SymbolKind.TYPE
                || symbol.kind() == SymbolKind.FUNCTION).toList();
        if (inLanguage.isEmpty()) {
            return List.of();
        }
        List<SourceFile> files = there(module, from);
        List<Symbol> exact = inLanguage.stream().filter(symbol -> files.stream().anyMatch(file -> file.path().equals(symbol.path()))).toList();
        return exact.isEmpty() ? nearest(inLanguage.stream().filter(symbol -> isModule(symbol.path(), module, from)).toList(), from) : exact;
    }

    /** If the module exists at several places, returns the symbols of the place whose path has most in common with {@code from}. */
    private static List<Symbol> nearest(List<Symbol> symbols, String from) {
        int best = symbols.stream().mapToInt(symbol -> common(symbol.path(), from)).max().orElse(0);
        return symbols.stream().filter(symbol -> common(symbol.path(), from) == best).toList();
    }

    private static int common(String path, String other) {
        int length = 0;
        while (length < Math.min(path.length(), other.length()) && path.charAt(length) == other.charAt(length)) {
            length++;
        }
        return path.substring(0, length).lastIndexOf('/');
    }

    @Override
    public Resolution imported(String module, String name, Place place) {
        List<Symbol> ofObject = lookup.named(name).stream().filter(this::isOfLanguage).filter(symbol -> symbol.owner().equals(module)
                && symbol.kind() == SymbolKind.FUNCTION)
                .filter(symbol -> symbol.path().equals(place.path())).toList();
        if (!ofObject.isEmpty()) {
            return Resolution.of(ofObject);
        }
        List<Import> imports = place.file().imports().stream().filter(one -> one.name().equals(module) || one.member().equals(module)
                && !module.isEmpty()).toList();
        if (imports.isEmpty()) {
            return null;
        }
        boolean sure = true;
        for (Import one : imports) {
            for (String path : modules(one)) {
                Resolution found = exported(path, name, place.path(), false, MOST_HOPS);
                if (!found.isEmpty()) {
                    return found;
                }
                sure &= found.sure();
            }
            List<Symbol> inObject = at(one.module(), place.path(), lookup.named(name).stream()
                    .filter(symbol -> !symbol.owner().isEmpty() && (symbol.owner().equals(one.member()) || symbol.owner().equals(one.name()))).toList());
            if (!inObject.isEmpty()) {
                return Resolution.of(inObject);
            }
            if (!one.member().isEmpty()) {
                Resolution member = meaning(one.name(), place);
                if (!member.isEmpty()) {
                    return null;
                }
                sure &= member.sure();
            }
        }
        return sure ? Resolution.OUTSIDE : Resolution.UNKNOWN;
    }

    /** Returns the modules that an import can load, as the file would name them. */
    abstract List<String> modules(Import one);

    private boolean isOfLanguage(Symbol symbol) {
        return Language.of(symbol.path()).filter(languages::contains).isPresent();
    }

    @Override
    public boolean defines(Symbol type, Symbol method) {
        return method.path().equals(type.path()) && method.owner().equals(type.name()) && method.qualified().startsWith(type.qualified() + ".")
                && method.qualified().lastIndexOf('.') == type.qualified().length();
    }

    @Override
    public boolean countsArguments() {
        return false;
    }

    /** Resolves a path with {@code .} and {@code ..} from a directory; returns null if it leaves the workspace. */
    static String resolve(String directory, String relative) {
        List<String> parts = new ArrayList<>(Stream.of(directory.split("/")).filter(part -> !part.isEmpty()).toList());
        for (String part : relative.split("/")) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return null;
                }
                parts.remove(parts.size() - 1);
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    private record Export(String module, String name, String from, boolean nameless, int hops) {
    }
}
