package dev.caravan.intelligence.code;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Visibility in Go: a directory is a package. An import path means the directory whose path it ends with. The rest of that directory's path, if any,
 * must be above the importing file too. Paths of the standard library are outside the workspace.
 */
final class GoVisibility implements Visibility {

    private static final Set<String> STANDARD = Set.of("archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database",
            "debug", "embed", "encoding",
            "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path",
            "plugin", "reflect",
            "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique",
            "unsafe", "weak");

    private final Lookup lookup;

    GoVisibility(Lookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public Resolution types(String written, Place place) {
        int dot = written.lastIndexOf('.');
        if (dot < 0) {
            return meaning(written, place).only(SymbolKind.TYPE);
        }
        Resolution imported = imported(written.substring(0, dot), written.substring(dot + 1), place);
        return imported == null ? Resolution.OUTSIDE : imported.only(SymbolKind.TYPE);
    }

    /** Excludes conversions: a conversion to a type does not call it. */
    @Override
    public Resolution functions(String name, Place place) {
        return meaning(name, place).only(SymbolKind.FUNCTION);
    }

    private Resolution meaning(String name, Place place) {
        List<Symbol> all = packageLevel(name);
        List<Symbol> own = all.stream().filter(symbol -> Place.directory(symbol.path()).equals(place.directory())
                && isOfPackage(symbol, place.file().module())).toList();
        if (!own.isEmpty()) {
            return Resolution.of(own);
        }
        return place.file().imports().stream().filter(one -> one.name().equals("*")).map(one -> in(one.module(), all, place)).filter(found -> !found.isEmpty())
                .findFirst().map(Resolution::of).orElse(Resolution.OUTSIDE);
    }

    private List<Symbol> packageLevel(String name) {
        return lookup.named(name).stream().filter(symbol -> symbol.path().endsWith(".go") && symbol.owner().isEmpty()
                && symbol.qualified().equals(name)).toList();
    }

    private boolean isOfPackage(Symbol symbol, String name) {
        return lookup.file(symbol.path()).filter(file -> file.module().equals(name)).isPresent();
    }

    @Override
    public Resolution imported(String module, String name, Place place) {
        List<Import> imports = place.file().imports().stream().filter(one -> one.name().equals(module)).toList();
        if (imports.isEmpty()) {
            return null;
        }
        return Resolution.of(imports.stream().flatMap(one -> in(one.module(), packageLevel(name), place).stream()).toList());
    }

    /** Returns the definitions that are in an imported package; tests are never imported. */
    private static List<Symbol> in(String module, Collection<Symbol> all, Place place) {
        if (STANDARD.contains(module.split("/")[0])) {
            return List.of();
        }
        List<Symbol> symbols = all.stream().filter(symbol -> !symbol.path().endsWith("_test.go")).toList();
        int best = symbols.stream().mapToInt(symbol -> common(symbol, module, place)).max().orElse(0);
        return best == 0 ? List.of() : symbols.stream().filter(symbol -> common(symbol, module, place) == best).toList();
    }

    /** Returns how many directories both paths have in common at their ends; 0 if it can't be that package. */
    private static int common(Symbol symbol, String module, Place place) {
        List<String> directory = Arrays.stream(Place.directory(symbol.path()).split("/")).filter(part -> !part.isEmpty()).toList();
        List<String> imported = List.of(module.split("/"));
        int common = 0;
        while (common < Math.min(directory.size(), imported.size())
                && directory.get(directory.size() - 1 - common).equals(imported.get(imported.size() - 1 - common))) {
            common++;
        }
        String above = directory.size() == common ? "" : String.join("/", directory.subList(0, directory.size() - common)) + "/";
        return place.path().startsWith(above) ? common : 0;
    }

    @Override
    public boolean defines(Symbol type, Symbol method) {
        return method.owner().equals(type.name()) && Place.directory(method.path()).equals(Place.directory(type.path()));
    }

    @Override
    public boolean countsArguments() {
        return false;
    }
}
