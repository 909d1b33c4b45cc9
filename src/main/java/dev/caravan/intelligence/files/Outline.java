package dev.caravan.intelligence.files;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Where the sections of a text begin, and their titles. */
final class Outline {

    private static final int MOST_LABELS = 5;
    private static final Pattern HEADING = Pattern.compile("(?s) {0,3}(#{1,6})(?:\\s.*)?");
    private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(?:=+|-{2,})\\s*");
    private static final Pattern UNDERLINED = Pattern.compile(" {0,3}[^\\s>|+*#=<-].*");
    private static final int SUBORDINATE = 3;
    /** Levels of headings, and one more. */
    private static final int TRAIL = 7;
    private static final int LOOKED_AT = 4;
    private static final Pattern ENTRY = Pattern.compile("( {0,2})(- +)?([\"']?[\\w./$@{}-][^#:]*):((?:\\s.*)?)");
    private static final Pattern NAME = Pattern.compile("\\s+(?:id|name):\\s*(.+)");

    private final BitSet begins = new BitSet();
    private final NavigableMap<Integer, String> labels = new TreeMap<>();

    static Outline of(String path, SourceLines lines) {
        Outline outline = new Outline();
        switch (path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "md", "markdown", "mdx" -> outline.markdown(lines);
            case "yaml", "yml" -> outline.yaml(lines);
            default -> {
                return paragraphs(lines);
            }
        }
        return outline;
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

    /** Finds the headings of a Markdown text, in both syntaxes, but not in fenced code. */
    private void markdown(SourceLines lines) {
        String[] trail = new String[TRAIL];
        boolean fenced = false;
        for (int number = 1; number <= lines.count(); number++) {
            String line = lines.get(number);
            String next = number < lines.count() ? lines.get(number + 1) : "";
            Matcher heading = HEADING.matcher(line);
            boolean marked = heading.matches();
            boolean underlined = UNDERLINED.matcher(line).matches() && UNDERLINE.matcher(next).matches()
                    && (number == 1 || lines.isBlank(number - 1));
            if (line.stripLeading().startsWith("```") || line.stripLeading().startsWith("~~~")) {
                fenced = !fenced;
            } else if (!fenced && (marked || underlined)) {
                int level = marked ? heading.group(1).length() : next.contains("=") ? 1 : 2;
                trail[level] = marked ? line.strip().replaceAll("^#+|#+$", "").strip() : line.strip();
                begin(number, (level >= SUBORDINATE && trail[level - 1] != null ? trail[level - 1] + ' ' : "") + trail[level]);
            }
        }
    }

    /**
     * Finds the top two levels of a YAML text: keys and list items with at most two columns of indentation. A comment belongs to what
     * follows it. An item without a value has the name or id in its next lines.
     */
    private void yaml(SourceLines lines) {
        String above = "";
        boolean inItem = false;
        for (int number = 1; number <= lines.count(); number++) {
            Matcher entry = ENTRY.matcher(lines.get(number));
            if (!entry.matches() || inItem && !entry.group(1).isEmpty()) {
                continue;
            }
            int first = number;
            while (first > 1 && lines.get(first - 1).stripLeading().startsWith("#")) {
                first--;
            }
            String key = entry.group(3);
            boolean item = entry.group(2) != null;
            boolean top = entry.group(1).isEmpty();
            String value = !entry.group(4).isBlank() ? entry.group(4) : IntStream.rangeClosed(number + 1, number + LOOKED_AT)
                    .filter(next -> next <= lines.count()).mapToObj(next -> NAME.matcher(lines.get(next))).filter(Matcher::matches)
                    .map(name -> name.group(1)).findFirst().orElse("");
            begin(first, item ? key + ' ' + value : top ? key : above + ' ' + key);
            above = top ? key : above;
            inItem = top ? item : inItem;
        }
    }

    private void begin(int number, String label) {
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
