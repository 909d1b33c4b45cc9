package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.ParsedFile;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.util.BitSet;
import java.util.List;

/**
 * Makes the chunks of a file from its definitions. A function that fits is one chunk, with everything that is defined in it. A type's chunk has what
 * is outside of its members, and their signatures; members of at most three lines stay in it. A function that is too long is handled like a type if
 * it contains definitions, otherwise it is cut.
 */
final class ParsedChunks {

    private static final int TINY_LINES = 3;
    private static final int TINY_CHARACTERS = 400;

    private final ParsedFile file;
    private final SourceLines lines;
    private final Pieces pieces;
    private final ChunkTitle title;
    private final LineCutter cutter;

    ParsedChunks(ParsedFile file, SourceLines lines, Pieces pieces, ChunkTitle title) {
        this.file = file;
        this.lines = lines;
        this.pieces = pieces;
        this.title = title;
        this.cutter = new LineCutter(lines, number -> false);
    }

    List<CodeChunk> chunks() {
        List<SymbolTree> outermost = SymbolTree.of(file.symbols(), lines.count());
        outside(outermost);
        outermost.forEach(this::add);
        return pieces.chunks();
    }

    private void outside(List<SymbolTree> outermost) {
        BitSet outside = new BitSet();
        outside.set(1, lines.count() + 1);
        outside.andNot(ImportLines.of(file.file().language(), lines));
        outermost.forEach(tree -> outside.clear(tree.first(), tree.last() + 1));
        LineCutter paragraphs = new LineCutter(lines, Outline.paragraphs(lines)::begins);
        paragraphs.cut(numbers(outside)).forEach(piece -> pieces.add(piece, "", title.of("")));
    }

    private void add(SymbolTree tree) {
        boolean whole = tree.inner().isEmpty() || tree.symbol().kind() != SymbolKind.TYPE && lines.size(tree.lines()) <= LineCutter.MOST;
        add(tree.symbol(), whole ? tree.lines() : own(tree));
        if (!whole) {
            tree.inner().stream().filter(inner -> !isTiny(inner)).forEach(this::add);
        }
    }

    private void add(Symbol symbol, List<Integer> numbers) {
        List<List<Integer>> cut = cutter.cut(numbers);
        String name = cut.size() > 1 ? title.of(symbol, Signature.of(symbol, lines)) : title.of(symbol);
        cut.forEach(piece -> pieces.add(piece, symbol.id(), name));
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
}
