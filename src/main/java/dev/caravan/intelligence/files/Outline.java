package dev.caravan.intelligence.files;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Where the sections of a text begin, and their titles. */
final class Outline {

    private static final int MOST_LABELS = 5;

    private final BitSet begins = new BitSet();
    private final NavigableMap<Integer, String> labels = new TreeMap<>();

    static Outline of(String path, SourceLines lines) {
        return switch (path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "md", "markdown", "mdx" -> MarkdownOutline.of(lines);
            case "yaml", "yml" -> YamlOutline.of(lines);
            default -> paragraphs(lines);
        };
    }

    /** Begins a section after each blank line that precedes a line without indentation. */
    static Outline paragraphs(SourceLines lines) {
        Outline outline = new Outline();
        for (int number = 2; number <= lines.count(); number++) {
            if (lines.isBlank(number - 1) && !lines.isBlank(number) && lines.indentation(number) == 0) {
                outline.begins.set(number);
            }
        }
        return outline;
    }

    void begin(int number, String label) {
        begins.set(number);
        labels.put(number, label.strip());
    }

    boolean begins(int number) {
        return begins.get(number);
    }

    /** Returns the titles of the sections that contain the lines; empty if they have no titles. */
    String label(List<Integer> piece) {
        Integer from = labels.floorKey(piece.get(0));
        return labels.subMap(from == null ? piece.get(0) : from, true, piece.get(piece.size() - 1), true).values().stream()
                .filter(label -> !label.isEmpty()).distinct().limit(MOST_LABELS).collect(Collectors.joining(", "));
    }
}
