package dev.caravan.intelligence.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the chunks of one file. */
record Pieces(String path, SourceLines lines, List<CodeChunk> all) {

    private static final Comparator<CodeChunk> IN_ORDER = Comparator.comparingInt(CodeChunk::firstLine).thenComparing(CodeChunk::lastLine,
            Comparator.reverseOrder());

    Pieces(String path, SourceLines lines) {
        this(path, lines, new ArrayList<>());
    }

    /** Adds lines as a chunk. A line that is longer than a chunk becomes several chunks. */
    void add(List<Integer> numbers, String symbolId, String title) {
        int first = numbers.get(0);
        int last = numbers.get(numbers.size() - 1);
        String text = lines.text(numbers);
        int start = 0;
        while (text.length() - start > LineCutter.MOST) {
            int end = Character.isLowSurrogate(text.charAt(start + LineCutter.MOST)) ? start + LineCutter.MOST - 1
                    : start + LineCutter.MOST;
            all.add(new CodeChunk(path, first, last, symbolId, title, text.substring(start, end)));
            start = end;
        }
        all.add(new CodeChunk(path, first, last, symbolId, title, text.substring(start)));
    }

    List<CodeChunk> chunks() {
        return all.stream().sorted(IN_ORDER).limit(CodeChunker.MOST).toList();
    }
}
