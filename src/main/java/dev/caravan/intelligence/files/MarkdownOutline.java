package dev.caravan.intelligence.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the headings of a Markdown text, in both syntaxes, but not in fenced code. */
final class MarkdownOutline {

    private static final Pattern HEADING = Pattern.compile(" {0,3}(#{1,6})(?:\\s+(.*?))?\\s*#*\\s*");
    private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(?:=+|-{2,})\\s*");
    private static final Pattern UNDERLINED = Pattern.compile(" {0,3}[^\\s>|+*#=<-].*");
    private static final Pattern FENCE = Pattern.compile("\\s{0,3}(```|~~~).*");
    private static final int SUBORDINATE = 3;

    private MarkdownOutline() {
    }

    static Outline of(SourceLines lines) {
        Outline outline = new Outline();
        String[] trail = new String[7];
        String fence = null;
        for (int number = 1; number <= lines.count(); number++) {
            String line = lines.get(number);
            Matcher fences = FENCE.matcher(line);
            Matcher heading = HEADING.matcher(line);
            if (fences.matches()) {
                fence = fence == null ? fences.group(1) : fence.equals(fences.group(1)) ? null : fence;
            } else if (fence == null && heading.matches()) {
                begin(outline, number, heading.group(1).length(), heading.group(2) == null ? "" : heading.group(2), trail);
            } else if (fence == null && UNDERLINED.matcher(line).matches() && number < lines.count() && UNDERLINE.matcher(lines.get(number + 1)).matches()
                    && (number == 1 || lines.isBlank(number - 1))) {
                begin(outline, number, lines.get(number + 1).contains("=") ? 1 : 2, line, trail);
            }
        }
        return outline;
    }

    private static void begin(Outline outline, int number, int level, String heading, String[] trail) {
        trail[level] = heading.strip();
        String above = level >= SUBORDINATE && trail[level - 1] != null ? trail[level - 1] + ' ' : "";
        outline.begin(number, above + trail[level]);
    }
}
