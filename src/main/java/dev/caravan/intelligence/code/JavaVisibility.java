package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Visibility in Java: the file, single imports, the package, on-demand imports, and types nested in a visible type. */
final class JavaVisibility implements Visibility {

    private final Lookup lookup;

    JavaVisibility(Lookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public Resolution types(String written, Place place) {
        String name = written.substring(written.lastIndexOf('.') + 1);
        List<Symbol> all = lookup.named(name).stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE && symbol.path().endsWith(".java")).toList();
        if (all.isEmpty()) {
            return Resolution.OUTSIDE;
        }
        String nested = written.contains(".") ? written : null;
        Predicate<Symbol> named = nested == null ? type -> true : type -> type.qualified().equals(nested) || type.qualified().endsWith("." + nested)
                || full(type).equals(nested);
        List<Symbol> candidates = all.stream().filter(named).toList();
        int innermost = candidates.stream().filter(type -> type.path().equals(place.path())
                && isAround(type, place)).mapToInt(type -> type.qualified().length()).max().orElse(0);
        return first(candidates, type -> type.path().equals(place.path()) && isAround(type, place) && type.qualified().length() == innermost,
                type -> type.path().equals(place.path()),
                type -> isImported(type, name, place),
                type -> !isShadowed(name, place) && inPackage(type, place.file().module()),
                type -> !isShadowed(name, place) && place.file().imports().stream().anyMatch(one -> one.name().equals("*") && inPackage(type, one.module())),
                type -> !isShadowed(name, place) && isNestedInVisible(type, place),
                type -> full(type).equals(written));
    }

    /** Whether an import of one class has this name. */
    private static boolean isShadowed(String name, Place place) {
        return place.file().imports().stream().anyMatch(one -> one.name().equals(name));
    }

    private static boolean isAround(Symbol type, Place place) {
        return place.within() != null && (place.within().qualified() + ".").startsWith(type.qualified().substring(0,
                type.qualified().length() - type.name().length()));
    }

    private boolean isImported(Symbol type, String name, Place place) {
        return place.file().imports().stream().anyMatch(one -> one.name().equals(name) && full(type).equals(one.module() + "." + one.member()));
    }

    private boolean inPackage(Symbol type, String name) {
        return full(type).equals(name.isEmpty() ? type.name() : name + "." + type.name());
    }

    private boolean isNestedInVisible(Symbol type, Place place) {
        int dot = type.qualified().indexOf('.');
        if (dot < 0) {
            return false;
        }
        String outer = type.qualified().substring(0, dot);
        String outerFull = full(type).substring(0, full(type).length() - type.qualified().length()) + outer;
        return place.file().imports().stream().anyMatch(one -> (one.module() + "." + one.member()).equals(outerFull))
                || outerFull.equals(place.file().module().isEmpty() ? outer : place.file().module() + "." + outer);
    }

    /** Returns the name with its package. */
    private String full(Symbol type) {
        String name = lookup.file(type.path()).map(SourceFile::module).orElse("");
        return name.isEmpty() ? type.qualified() : name + "." + type.qualified();
    }

    @SafeVarargs
    private static Resolution first(List<Symbol> candidates, Predicate<Symbol>... rules) {
        for (Predicate<Symbol> rule : rules) {
            List<Symbol> found = candidates.stream().filter(rule).toList();
            if (!found.isEmpty()) {
                return Resolution.of(found);
            }
        }
        return Resolution.OUTSIDE;
    }

    /** Finds static imports. */
    @Override
    public Resolution functions(String name, Place place) {
        List<Symbol> found = new ArrayList<>();
        for (Import one : place.file().imports()) {
            boolean single = one.name().equals(name) && one.member().equals(name);
            if (single || one.name().equals("*")) {
                lookup.named(name).stream().filter(method -> method.kind() == SymbolKind.METHOD)
                        .filter(method -> isMemberOf(method, one.module())).forEach(found::add);
            }
        }
        return Resolution.of(found);
    }

    private boolean isMemberOf(Symbol method, String type) {
        int dot = method.qualified().lastIndexOf('.');
        Optional<SourceFile> file = lookup.file(method.path());
        return dot > 0 && file.isPresent() && type.equals((file.get().module().isEmpty() ? ""
                : file.get().module() + ".") + method.qualified().substring(0, dot));
    }

    @Override
    public Resolution imported(String module, String name, Place place) {
        return null;
    }

    @Override
    public boolean defines(Symbol type, Symbol method) {
        return method.path().equals(type.path()) && method.qualified().equals(type.qualified() + "." + method.name());
    }

    @Override
    public boolean countsArguments() {
        return true;
    }
}
