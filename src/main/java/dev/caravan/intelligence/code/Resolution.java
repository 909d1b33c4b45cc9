package dev.caravan.intelligence.code;

import java.util.List;

/**
 * The meaning of a name in a file.
 *
 * @param symbols definitions of the workspace
 * @param sure    false if the name could also mean other definitions; a sure meaning without symbols is outside the workspace
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
