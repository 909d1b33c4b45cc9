package dev.caravan.intelligence.code;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Visibility by names and folders, for languages whose imports are not read: a name means definitions of its own file, else of its folder, else those of
 * the whole workspace if they are few. C and C++ are one language here.
 */
final class NearVisibility implements Visibility {

    private static final int MOST_ANYWHERE = 3;
    private static final Set<Language> MEMBERS_NEED_RECEIVERS = Set.of(Language.PHP, Language.RUST);

    private final Lookup lookup;

    NearVisibility(Lookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public Resolution types(String written, Place place) {
        List<Symbol> named = lookup.named(written.substring(written.lastIndexOf('.') + 1));
        return nearest(named.stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).toList(), place);
    }

    /** Finds methods of the surrounding type first, since most languages call these without a receiver. */
    @Override
    public Resolution functions(String name, Place place) {
        List<Symbol> named = lookup.named(name);
        String owner = place.within().kind() == SymbolKind.TYPE ? place.within().name() : place.within().owner();
        if (!owner.isEmpty() && !MEMBERS_NEED_RECEIVERS.contains(place.file().language())) {
            Resolution own = nearest(named.stream().filter(symbol -> symbol.kind() == SymbolKind.METHOD && symbol.owner().equals(owner)).toList(), place);
            if (!own.isEmpty()) {
                return own;
            }
        }
        return nearest(named.stream().filter(symbol -> symbol.kind() == SymbolKind.FUNCTION && symbol.owner().isEmpty() || symbol.kind() == SymbolKind.TYPE).toList(), place);
    }

    private static Resolution nearest(List<Symbol> named, Place place) {
        List<Symbol> all = named.stream().filter(symbol -> isSame(symbol, place)).sorted(Comparator.comparing(Symbol::path).thenComparing(Symbol::line)).toList();
        List<Symbol> own = all.stream().filter(symbol -> symbol.path().equals(place.path())).toList();
        if (!own.isEmpty()) {
            return Resolution.of(own);
        }
        List<Symbol> beside = all.stream().filter(symbol -> Place.directory(symbol.path()).equals(place.directory())).toList();
        if (!beside.isEmpty()) {
            return Resolution.of(beside);
        }
        return all.size() > MOST_ANYWHERE ? Resolution.UNKNOWN : new Resolution(all, false);
    }

    private static boolean isSame(Symbol symbol, Place place) {
        return Language.of(symbol.path()).filter(language -> language.family() == place.file().language().family()).isPresent();
    }

    @Override
    public Resolution imported(String module, String name, Place place) {
        return null;
    }

    @Override
    public boolean defines(Symbol type, Symbol method) {
        if (!method.owner().equals(type.name())) {
            return false;
        }
        boolean beside = Place.directory(method.path()).equals(Place.directory(type.path()));
        return beside || lookup.named(type.name()).stream().filter(symbol -> symbol.kind() == SymbolKind.TYPE).count() == 1;
    }

    @Override
    public boolean countsArguments() {
        return false;
    }
}
