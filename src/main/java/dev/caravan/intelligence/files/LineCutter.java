package dev.caravan.intelligence.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Cuts lines into pieces of at most 1,500 characters: where a section begins, else after a blank line. A longer line is a
 * piece by itself. Sections of less than 400 characters are joined.
 *
 * @param beginsSection whether a section begins at a line number
 */
record LineCutter(SourceLines lines, IntPredicate beginsSection) {

    static final int MOST = 1_500;

    private static final int LEAST = 400;

    /**
     * Cuts lines with ascending numbers, with or without gaps. Joins a small section with the next one, and the last one with the one
     * before. Leaves out blank lines at the ends of a piece, and pieces without a word.
     */
    List<List<Integer>> cut(List<Integer> numbers) {
        List<List<Integer>> sections = sections(numbers);
        List<List<Integer>> pieces = new ArrayList<>();
        List<Integer> open = List.of();
        for (int i = 0; i < sections.size(); i++) {
            List<Integer> section = sections.get(i);
            boolean small = lines.size(open) < LEAST || i == sections.size() - 1 && lines.size(section) < LEAST;
            boolean joins = small && lines.size(open) + lines.size(section) <= MOST;
            if (!joins) {
                cutLong(open, pieces);
            }
            open = joins ? Stream.concat(open.stream(), section.stream()).toList() : section;
        }
        cutLong(open, pieces);
        return pieces;
    }

    private List<List<Integer>> sections(List<Integer> numbers) {
        List<List<Integer>> sections = new ArrayList<>();
        int start = 0;
        for (int end = 1; end <= numbers.size(); end++) {
            if (end == numbers.size() || beginsSection.test(numbers.get(end))) {
                sections.add(numbers.subList(start, end));
                start = end;
            }
        }
        return sections;
    }

    private void cutLong(List<Integer> section, List<List<Integer>> pieces) {
        int start = 0;
        while (lines.size(section.subList(start, section.size())) > MOST) {
            int end = end(section, start);
            add(section.subList(start, end), pieces);
            start = end;
        }
        add(section.subList(start, section.size()), pieces);
    }

    /** Returns the end of the piece that begins at {@code start}, exclusive: after its last blank line or gap, else where it is full. */
    private int end(List<Integer> section, int start) {
        int size = 0;
        int best = start;
        int end = start;
        while (size + lines.get(section.get(end)).length() < MOST) {
            size += lines.get(section.get(end)).length() + 1;
            end++;
            boolean paused = lines.isBlank(section.get(end - 1)) || section.get(end) > section.get(end - 1) + 1;
            best = paused && size >= LEAST ? end : best;
        }
        return best > start ? best : Math.max(start + 1, end);
    }

    private void add(List<Integer> piece, List<List<Integer>> pieces) {
        int first = 0;
        int last = piece.size();
        while (first < last && lines.isBlank(piece.get(first))) {
            first++;
        }
        while (first < last && lines.isBlank(piece.get(last - 1))) {
            last--;
        }
        if (piece.subList(first, last).stream().anyMatch(lines::hasWords)) {
            pieces.add(List.copyOf(piece.subList(first, last)));
        }
    }
}
