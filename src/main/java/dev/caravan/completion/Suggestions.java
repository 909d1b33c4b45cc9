package dev.caravan.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where the values come from that an argument is completed with.
 *
 * @param values that are always the same; empty if a route says them
 * @param route  as {@code direct:name}; null if there is none
 */
public record Suggestions(List<String> values, String route) {

    /** Of an argument that nothing is suggested for. */
    public static final Suggestions NONE = new Suggestions(List.of(), null);

    private static final String DIRECT = "direct:";
    private static final Pattern ROUTE = Pattern.compile(DIRECT + "[A-Za-z0-9_.-]+");

    /**
     * @param text values with commas between them, or {@code direct:} and the name of a route
     * @throws IllegalArgumentException naming the option, if it is neither
     */
    public static Suggestions of(String option, String text) {
        String given = text.strip();
        if (given.startsWith(DIRECT)) {
            if (!ROUTE.matcher(given).matches()) {
                throw new IllegalArgumentException(option + " must be values with commas between them, or direct: and the name of a route");
            }
            return new Suggestions(List.of(), given);
        }
        List<String> values = Arrays.stream(given.split(",")).map(String::strip).filter(value -> !value.isEmpty()).distinct().toList();
        if (values.isEmpty()) {
            throw new IllegalArgumentException(option + " has no values");
        }
        return new Suggestions(values, null);
    }

    /** The fixed values that begin with what was typed, be it in upper or lower case. */
    List<String> beginningWith(String typed) {
        String beginning = typed.toLowerCase(Locale.ROOT);
        return values.stream().filter(value -> value.toLowerCase(Locale.ROOT).startsWith(beginning)).toList();
    }
}
