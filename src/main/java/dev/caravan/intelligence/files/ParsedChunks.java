package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Makes the chunks of a file from its definitions. A function that fits is one chunk, with everything that is defined in it. A type's
 * chunk has what is outside of its members, and their signatures; members of at most three lines stay in it. A function that is too long
 * is handled like a type if it contains definitions, otherwise it is cut.
 */
record ParsedChunks(SourceParser.ParsedFile file, SourceLines lines, CodeChunker chunker, ChunkTitle title) {

    private static final int TINY_LINES = 3;
    private static final int TINY_CHARACTERS = 400;

    void add() {
        List<SymbolTree> outermost = SymbolTree.of(file.symbols(), lines.count());
        outside(outermost);
        outermost.forEach(this::add);
    }

    private void outside(List<SymbolTree> outermost) {
        BitSet outside = new BitSet();
        outside.set(1, lines.count() + 1);
        outside.andNot(file.header());
        outermost.forEach(tree -> outside.clear(tree.first(), tree.last() + 1));
        LineCutter paragraphs = new LineCutter(lines, Outline.paragraphs(lines)::begins);
        paragraphs.cut(numbers(outside)).forEach(piece -> chunker.add(piece, "", title.of("")));
    }

    private void add(SymbolTree tree) {
        boolean whole = tree.inner().isEmpty() || tree.symbol().kind() != SymbolKind.TYPE && lines.size(tree.lines()) <= LineCutter.MOST;
        add(tree.symbol(), whole ? tree.lines() : own(tree));
        if (!whole) {
            tree.inner().stream().filter(inner -> !isTiny(inner)).forEach(this::add);
        }
    }

    private void add(Symbol symbol, List<Integer> numbers) {
        List<List<Integer>> cut = new LineCutter(lines, number -> false).cut(numbers);
        String name = cut.size() > 1 ? title.of(symbol, Signature.of(symbol, lines)) : title.of(symbol);
        cut.forEach(piece -> chunker.add(piece, symbol.id(), name));
    }

    private List<Integer> own(SymbolTree tree) {
        BitSet own = new BitSet();
        own.set(tree.first(), tree.last() + 1);
        tree.inner().stream().filter(inner -> !isTiny(inner)).forEach(inner -> own.clear(inner.first(), inner.last() + 1));
        tree.inner().stream().filter(inner -> !isTiny(inner)).forEach(inner -> Signature.lines(inner.symbol(), lines).forEach(own::set));
        return numbers(own);
    }

    private boolean isTiny(SymbolTree tree) {
        return tree.last() - tree.first() < TINY_LINES && lines.size(tree.lines()) <= TINY_CHARACTERS;
    }

    private static List<Integer> numbers(BitSet set) {
        return set.stream().boxed().toList();
    }

    /** Finds the lines of a definition from its name until all round brackets are closed. */
    static final class Signature {

        private static final int MOST_LINES = 8;
        private static final int MOST_CHARACTERS = 200;

        private Signature() {
        }

        static List<Integer> lines(Symbol symbol, SourceLines lines) {
            int first = Math.max(1, Math.min(symbol.line(), lines.count()));
            int last = Math.min(Math.min(symbol.lastLine(), lines.count()), first + MOST_LINES - 1);
            int number = first;
            for (int open = parentheses(lines.get(first)); open > 0 && number < last; open += parentheses(lines.get(number))) {
                number++;
            }
            return SourceLines.range(first, number);
        }

        /** Returns the signature in one line, without the opening of the body. */
        static String of(Symbol symbol, SourceLines lines) {
            String text = lines.text(lines(symbol, lines)).replaceAll("\\s+", " ").replaceAll("\\s*[{:=]?\\s*$", "").strip();
            return text.length() <= MOST_CHARACTERS ? text : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0,
                    MOST_CHARACTERS)));
        }

        private static int parentheses(String line) {
            return (int) (line.chars().filter(c -> c == '(').count() - line.chars().filter(c -> c == ')').count());
        }
    }

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
}
