package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.Symbol;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the lines of a definition from its name to the start of its body, as far as possible without knowledge of the language. */
final class Signature {

    private static final int MOST_LINES = 8;
    private static final int MOST_CHARACTERS = 200;
    private static final Pattern BODY = Pattern.compile(".*(?:[{;:,=}]|=>)\\s*(?:(?://|#|/\\*).*)?");

    private Signature() {
    }

    static List<Integer> lines(Symbol symbol, SourceLines lines) {
        int first = Math.max(1, Math.min(symbol.line(), lines.count()));
        int end = Math.min(Math.min(symbol.lastLine(), lines.count()), first + MOST_LINES - 1);
        int open = 0;
        int closed = first;
        for (int number = first; number <= end; number++) {
            String line = lines.get(number);
            open += parentheses(line);
            if (open <= 0) {
                closed = closed == first && number > first ? number : closed;
                if (BODY.matcher(line).matches() || line.indexOf('{') >= 0) {
                    return SourceLines.range(first, number);
                }
            }
        }
        return SourceLines.range(first, closed);
    }

    /** Returns the signature in one line, without the opening of the body. */
    static String of(Symbol symbol, SourceLines lines) {
        String text = lines.text(lines(symbol, lines)).replaceAll("\\s+", " ").replaceAll("\\s*[{:=]?\\s*$", "").strip();
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, MOST_CHARACTERS)));
    }

    private static int parentheses(String line) {
        return (int) (line.chars().filter(c -> c == '(').count() - line.chars().filter(c -> c == ')').count());
    }
}
