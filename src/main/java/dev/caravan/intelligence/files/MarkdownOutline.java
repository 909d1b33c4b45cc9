package dev.caravan.intelligence.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the headings of a Markdown text, in both syntaxes, but not in fenced code. */
final class MarkdownOutline {

    private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(?:=+|-{2,})\\s*");
    private static final Pattern UNDERLINED = Pattern.compile(" {0,3}[^\\s>|+*#=<-].*");
    private static final Pattern FENCE = Pattern.compile("\\s{0,3}(```|~~~).*");
    private static final int SUBORDINATE = 3;
    private static final int DEEPEST_INDENT = 3;
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
            int level = level(line);
            if (fences.matches()) {
                fence = fence == null ? fences.group(1) : fence.equals(fences.group(1)) ? null : fence;
            } else if (fence == null && level > 0) {
                begin(outline, number, level, heading(line, level), trail);
            } else if (fence == null && UNDERLINED.matcher(line).matches() && number < lines.count() && UNDERLINE.matcher(lines.get(number + 1)).matches()
                    && (number == 1 || lines.isBlank(number - 1))) {
                begin(outline, number, lines.get(number + 1).contains("=") ? 1 : 2, line, trail);
            }
        }
        return outline;
    }

    /** Returns the level of a heading that begins with #; 0 if the line is none. Without a pattern, which would take hours for some lines of spaces. */
    private static int level(String line) {
        int from = 0;
        while (from < line.length() && line.charAt(from) == ' ') {
            from++;
        }
        int to = from;
        while (to < line.length() && line.charAt(to) == '#') {
            to++;
        }
        int level = to - from;
        return from <= DEEPEST_INDENT && level >= 1 && level < TRAIL && (to == line.length() || Character.isWhitespace(line.charAt(to))) ? level : 0;
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
