package dev.caravan.intelligence.code;

import java.util.List;

/**
 * What a name in a file means.
 *
 * @param symbols definitions of the workspace
 * @param sure    false if there is nothing to tell by, so that it could mean others; a sure meaning without definitions is something outside the workspace
 */
record Meaning(List<Symbol> symbols, boolean sure) {

    static final Meaning OUTSIDE = new Meaning(List.of(), true);
    static final Meaning UNKNOWN = new Meaning(List.of(), false);

    static Meaning of(List<Symbol> symbols) {
        return new Meaning(symbols, true);
    }

    boolean isEmpty() {
        return symbols.isEmpty();
    }

    Meaning only(SymbolKind... kinds) {
        return new Meaning(symbols.stream().filter(symbol -> List.of(kinds).contains(symbol.kind())).toList(), sure);
    }
}
