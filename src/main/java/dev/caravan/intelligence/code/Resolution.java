package dev.caravan.intelligence.code;

import java.util.List;

/**
 * What a name in a file means.
 *
 * @param symbols definitions of the workspace
 * @param sure    false if there is nothing to tell by, so that it could mean others; a sure meaning without definitions is something outside the workspace
 */
record Resolution(List<Symbol> symbols, boolean sure) {

    static final Resolution OUTSIDE = new Resolution(List.of(), true);
    static final Resolution UNKNOWN = new Resolution(List.of(), false);

    static Resolution of(List<Symbol> symbols) {
        return new Resolution(symbols, true);
    }

    boolean isEmpty() {
        return symbols.isEmpty();
    }

    Resolution only(SymbolKind... kinds) {
        return new Resolution(symbols.stream().filter(symbol -> List.of(kinds).contains(symbol.kind())).toList(), sure);
    }
}
