package dev.caravan.intelligence.files;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Finds the headings of a Markdown text, in both syntaxes, but not in fenced code. */
    static final class MarkdownOutline {

        private static final Pattern HEADING = Pattern.compile("(?s) {0,3}(#{1,6})(?:\\s.*)?");
        private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(?:=+|-{2,})\\s*");
        private static final Pattern UNDERLINED = Pattern.compile(" {0,3}[^\\s>|+*#=<-].*");
        private static final Pattern FENCE = Pattern.compile("\\s{0,3}(```|~~~).*");
        private static final int SUBORDINATE = 3;
        /** Levels of headings, and one more. */
        private static final int TRAIL = 7;

        private MarkdownOutline() {
        }

        static Outline of(SourceLines lines) {
            Outline outline = new Outline();
            String[] trail = new String[TRAIL];
            String fence = null;
            for (int number = 1; number <= lines.count(); number++) {
                String line = lines.get(number);
                Matcher fences = FENCE.matcher(line);
                Matcher headed = HEADING.matcher(line);
                int level = headed.matches() ? headed.group(1).length() : 0;
                if (fences.matches()) {
                    fence = fence == null ? fences.group(1) : fence.equals(fences.group(1)) ? null : fence;
                } else if (fence == null && level > 0) {
                    begin(outline, number, level, heading(line, level), trail);
                } else if (fence == null && UNDERLINED.matcher(line).matches() && number < lines.count()
                        && UNDERLINE.matcher(lines.get(number + 1)).matches()
                        && (number == 1 || lines.isBlank(number - 1))) {
                    begin(outline, number, lines.get(number + 1).contains("=") ? 1 : 2, line, trail);
                }
            }
            return outline;
        }

        private static String heading(String line, int level) {
            String text = line.strip().substring(level).strip();
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == '#') {
                end--;
            }
            return text.substring(0, end);
        }

        private static void begin(Outline outline, int number, int level, String heading, String[] trail) {
            trail[level] = heading.strip();
            String above = level >= SUBORDINATE && trail[level - 1] != null ? trail[level - 1] + ' ' : "";
            outline.begin(number, above + trail[level]);
        }
    }

    /**
     * Finds the top two levels of a YAML text: keys and list items with at most two columns of indentation. A comment belongs to what
     * follows it.
     */
    static final class YamlOutline {

        private static final int INDENTATION = 2;
        private static final int LOOKED_AT = 4;
        private static final Pattern ENTRY = Pattern.compile("( *)(- +)?(?:([\"']?[\\w./$@{}-][^#]*?):(?:\\s+(.*))?|(.*))");
        private static final Pattern NAME = Pattern.compile("\\s+(?:id|name):\\s*(.+)");

        private YamlOutline() {
        }

        static Outline of(SourceLines lines) {
            Outline outline = new Outline();
            String above = "";
            boolean inItem = false;
            for (int number = 1; number <= lines.count(); number++) {
                Matcher entry = ENTRY.matcher(lines.get(number));
                int indentation = lines.indentation(number);
                boolean comment = lines.get(number).stripLeading().startsWith("#");
                if (lines.isBlank(number) || comment || indentation > INDENTATION || indentation > 0 && inItem || !entry.matches()) {
                    continue;
                }
                boolean item = entry.group(2) != null;
                if (entry.group(3) == null && !item) {
                    continue;
                }
                String label = item ? item(lines, number, entry) : entry.group(3);
                outline.begin(withComments(lines, number), indentation == 0 || item ? label : above + ' ' + label);
                if (indentation == 0) {
                    above = label;
                    inItem = item;
                }
            }
            return outline;
        }

        private static String item(SourceLines lines, int number, Matcher entry) {
            String key = entry.group(3) == null ? entry.group(5) : entry.group(3);
            if (entry.group(4) != null && !entry.group(4).isBlank()) {
                return key + ' ' + entry.group(4);
            }
            for (int next = number + 1; next <= Math.min(lines.count(), number + LOOKED_AT); next++) {
                Matcher name = NAME.matcher(lines.get(next));
                if (name.matches()) {
                    return key + ' ' + name.group(1);
                }
            }
            return key;
        }

        private static int withComments(SourceLines lines, int number) {
            int first = number;
            while (first > 1 && lines.get(first - 1).stripLeading().startsWith("#")
                    && lines.indentation(first - 1) <= lines.indentation(number)) {
                first--;
            }
            return first;
        }
    }
}
