package dev.caravan.call;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The source of the values that complete an argument.
 *
 * @param values fixed values; empty if a route provides them
 * @param route  {@code direct:name}; null if there is none
 */
public record Suggestions(List<String> values, String route) {

    /** The suggestions of an argument without any. */
    public static final Suggestions NONE = new Suggestions(List.of(), null);

    private static final String DIRECT = "direct:";
    private static final Pattern ROUTE = Pattern.compile(DIRECT + "[A-Za-z0-9_.-]+");

    /**
     * @param text values separated by commas, or {@code direct:} and the name of a route
     * @throws IllegalArgumentException with the option's name, if it is neither
     */
    public static Suggestions of(String option, String text) {
        String given = text.strip();
        if (given.startsWith(DIRECT)) {
            if (!ROUTE.matcher(given).matches()) {
                throw new IllegalArgumentException(option + " must be values separated by commas, or direct: with the name of a route");
            }
            return new Suggestions(List.of(), given);
        }
        List<String> values = Arrays.stream(given.split(",")).map(String::strip).filter(value -> !value.isEmpty()).distinct().toList();
        if (values.isEmpty()) {
            throw new IllegalArgumentException(option + " must have at least one value");
        }
        return new Suggestions(values, null);
    }

    /** Returns the suggestions of each argument of a definition from elsewhere. An empty text means none. */
    public static Suggestions ofAll(String option, String text) {
        Suggestions all = text == null || text.isBlank() ? NONE : of(option, text);
        if (!all.values().isEmpty()) {
            throw new IllegalArgumentException(option + " must be direct: with the name of a route");
        }
        return all;
    }

    /** Returns the fixed values that begin with the typed text, case-insensitive. */
    public List<String> beginningWith(String typed) {
        String beginning = typed.toLowerCase(Locale.ROOT);
        return values.stream().filter(value -> value.toLowerCase(Locale.ROOT).startsWith(beginning)).toList();
    }
}
