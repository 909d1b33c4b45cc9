package dev.caravan.intelligence.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Cuts lines into pieces of at most 1,500 characters: where a section begins, else after a blank line, preferably before a line with little
 * indentation. A longer line is a piece by itself. Sections of less than 400 characters are joined.
 */
final class LineCutter {

    static final int MOST = 1_500;

    private static final int LEAST = 400;
    private static final int TAIL = 200;

    private static final int AFTER_BREAK = -8;
    private static final int TORN = 6;
    private static final int EARLY = 6;
    private static final Pattern OPENING = Pattern.compile("//.*|/?\\*.*|#.*|--.*|@.*|<!--.*");
    private static final Pattern CLOSING = Pattern.compile("[)}\\]].*|</.*|(?:else|elif|catch|except|finally|end)\\b.*");

    private final SourceLines lines;
    private final IntPredicate beginsSection;

    /** @param beginsSection whether a section begins at a line number */
    LineCutter(SourceLines lines, IntPredicate beginsSection) {
        this.lines = lines;
        this.beginsSection = beginsSection;
    }

    /**
     * Cuts lines with ascending numbers, with or without gaps. Leaves out blank lines at the ends of a piece, and pieces without a word.
     */
    List<List<Integer>> cut(List<Integer> numbers) {
        List<List<Integer>> pieces = new ArrayList<>();
        for (List<Integer> section : together(sections(numbers))) {
            cutLong(section, pieces);
        }
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

    /** Joins a small section with the next one, and the last one with the one before. */
    private List<List<Integer>> together(List<List<Integer>> sections) {
        List<List<Integer>> joined = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            List<Integer> before = joined.isEmpty() ? List.of() : joined.get(joined.size() - 1);
            int size = lines.size(sections.get(i));
            boolean small = lines.size(before) < LEAST || i == sections.size() - 1 && size < LEAST;
            if (!joined.isEmpty() && small && lines.size(before) + size <= MOST) {
                before.addAll(sections.get(i));
            } else {
                joined.add(new ArrayList<>(sections.get(i)));
            }
        }
        return joined;
    }

    private void cutLong(List<Integer> section, List<List<Integer>> pieces) {
        int left = lines.size(section);
        int start = 0;
        while (left > MOST) {
            int end = end(section, start, left);
            List<Integer> piece = section.subList(start, end);
            add(piece, pieces);
            left -= lines.size(piece);
            start = end;
        }
        add(section.subList(start, section.size()), pieces);
    }

    /** Returns the end of the piece that begins at {@code start}, exclusive. */
    private int end(List<Integer> section, int start, int left) {
        int size = 0;
        int best = start + 1;
        double least = Double.POSITIVE_INFINITY;
        for (int end = start; end < section.size(); end++) {
            if (size >= LEAST) {
                double cost = cost(section, end) + EARLY * (1 - (double) size / MOST) + (left - size < TAIL ? TORN : 0);
                if (cost <= least) {
                    least = cost;
                    best = end;
                }
            }
            size += lines.get(section.get(end)).length() + 1;
            if (size > MOST) {
                return size - lines.get(section.get(end)).length() - 1 < LEAST ? Math.max(start + 1, end) : best;
            }
        }
        return best;
    }

    /** Returns the cost of a cut before the line at {@code at}; one column of indentation costs 1. */
    private int cost(List<Integer> section, int at) {
        int next = section.get(at);
        int before = section.get(at - 1);
        if (lines.isBlank(next)) {
            return Integer.MAX_VALUE;
        }
        int cost = lines.indentation(next);
        if (lines.isBlank(before) || next > before + 1) {
            cost += AFTER_BREAK;
        }
        boolean torn = OPENING.matcher(lines.get(before).strip()).matches() || CLOSING.matcher(lines.get(next).strip()).matches();
        return torn ? cost + TORN : cost;
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
