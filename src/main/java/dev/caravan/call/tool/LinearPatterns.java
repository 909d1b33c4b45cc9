package dev.caravan.call.tool;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import dev.caravan.call.ShownName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;

/**
 * Compiles patterns of schemas with RE2, whose time is linear in the length of the text. Lookahead, lookbehind and backreferences are
 * refused, because RE2 does not support them.
 */
final class LinearPatterns implements RegularExpressionFactory {

    private static final int LONGEST = 2_000;
    private static final int LONGEST_SHOWN = 100;
    private static final int DEEPEST = 50;

    /** Limits the product of nested repetitions: {@code (a{30}){30}} is 900. */
    private static final int MOST_REPETITIONS = 1_000;

    private static final java.util.regex.Pattern COUNT = java.util.regex.Pattern.compile("\\{(\\d{1,6})(,(\\d{0,6}))?}");
    /** An escape of two characters, or one that RE2 writes otherwise. */
    private static final java.util.regex.Pattern ESCAPE = java.util.regex.Pattern.compile(
            "(?s)\\\\(?:u(\\p{XDigit}{4})(?:(?<=[dD][89abAB]..)\\\\u([dD][c-fC-F]\\p{XDigit}{2}))?|u\\{|([pP])\\{Script=|.)");

    /** @throws IllegalArgumentException with the reason, if the pattern is not supported */
    @Override
    public RegularExpression getRegularExpression(String pattern) {
        try {
            checkSize(pattern);
            Pattern compiled = Pattern.compile(inWordsOfRe2(pattern));
            return text -> {
                ValidationBudget.spendOnText(compiled.programSize(), text.length());
                return compiled.matcher(text).find();
            };
        } catch (PatternSyntaxException e) {
            throw refused(pattern, e.getDescription() + ": " + e.getPattern());
        }
    }

    /** Limits the compiled size. RE2 would take seconds and 1 GB for {@code ((a{100}){100}){100}}. */
    private static void checkSize(String pattern) {
        if (pattern.length() > LONGEST) {
            throw refused(pattern, "it has more than " + LONGEST + " characters");
        }
        Deque<Long> groups = new ArrayDeque<>();
        long inner = 1;
        long last = 1;
        boolean inClass = false;
        Matcher count = COUNT.matcher(pattern);
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
                last = 1;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
                last = 1;
            } else if (c == '(') {
                groups.push(inner);
                inner = 1;
            } else if (c == ')' && !groups.isEmpty()) {
                last = inner;
                inner = Math.max(groups.pop(), last);
            } else if (c == '{' && count.find(i) && count.start() == i) {
                String most = count.group(3) == null || count.group(3).isEmpty() ? count.group(1) : count.group(3);
                last *= Math.max(1, Long.parseLong(most));
                inner = Math.max(inner, last);
                i = count.end() - 1;
            } else {
                last = "*+?".indexOf(c) < 0 ? 1 : last;
            }
            if (inner > MOST_REPETITIONS || groups.size() > DEEPEST) {
                throw refused(pattern, "it repeats more than " + MOST_REPETITIONS + " times, or has more than " + DEEPEST
                        + " nested groups");
            }
        }
    }

    /**
     * Rewrites ECMAScript's {@code &#92;u4e00}, also in surrogate pairs, {@code &#92;u{1F600}} and {@code \p{Script=Han}} in RE2's syntax.
     */
    private static String inWordsOfRe2(String pattern) {
        return ESCAPE.matcher(pattern).replaceAll(escape -> {
            String pair = escape.group(2);
            String words = escape.group(1) != null ? "\\x{" + (pair == null ? escape.group(1)
                    : Integer.toHexString(Character.toCodePoint(unit(escape.group(1)), unit(pair)))) + "}"
                    : escape.group(3) != null ? "\\" + escape.group(3) + "{"
                    : escape.group().equals("\\u{") ? "\\x{" : escape.group();
            return Matcher.quoteReplacement(words);
        });
    }

    private static char unit(String hex) {
        return (char) Integer.parseInt(hex, 16);
    }

    private static IllegalArgumentException refused(String pattern, String reason) {
        return new IllegalArgumentException("the pattern " + ShownName.of(pattern, LONGEST_SHOWN) + " is not supported: " + reason);
    }
}
