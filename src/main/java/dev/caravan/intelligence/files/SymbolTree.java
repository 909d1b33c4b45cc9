package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.Symbol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A definition and the definitions inside it, by their lines. */
record SymbolTree(Symbol symbol, int first, int last, List<SymbolTree> inner) {

    /** Returns the outermost definitions, in the order of the text. */
    static List<SymbolTree> of(List<Symbol> symbols, int lines) {
        List<SymbolTree> outermost = new ArrayList<>();
        Deque<SymbolTree> around = new ArrayDeque<>();
        symbols.stream()
                .filter(symbol -> symbol.firstLine() >= 1 && symbol.firstLine() <= Math.min(symbol.lastLine(), lines))
                .map(symbol -> new SymbolTree(symbol, symbol.firstLine(), Math.min(symbol.lastLine(), lines), new ArrayList<>()))
                .sorted(Comparator.comparingInt(SymbolTree::first).thenComparing(SymbolTree::last, Comparator.reverseOrder()))
                .forEach(tree -> {
                    while (!around.isEmpty() && around.peek().last < tree.last) {
                        around.pop();
                    }
                    (around.isEmpty() ? outermost : around.peek().inner).add(tree);
                    around.push(tree);
                });
        return outermost;
    }

    List<Integer> lines() {
        return SourceLines.range(first, last);
    }
}
