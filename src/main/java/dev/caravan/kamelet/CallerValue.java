package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Checks a value that a caller gives for a property. Camel puts the value into the text of endpoints, so it must not have a character that Camel
 * reads as an expression, a placeholder, a reference or as an end of the value.
 */
final class CallerValue {

    private static final int LONGEST = 1_000;
    private static final int DIGITS = 18;
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_.,:@=/~-]*");
    /** Ends a value, begins an expression or a placeholder, names a bean, or loads a file. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}&?#%;+\\\\]|\\$\\{|\\$simple|\\{\\{|\\}\\}|RAW[({]|^\\s*resource:|\\.\\.");
    private static final Pattern UNSAFE_HEADER = Pattern.compile("[\\p{Cc}]|\\$\\{|\\$simple|\\{\\{|\\}\\}");

    private final String name;
    private final String type;
    private final Set<String> allowed = new LinkedHashSet<>();
    private final Pattern pattern;

    /** @throws IllegalArgumentException if the schema's pattern is invalid */
    CallerValue(String name, ObjectNode schema) {
        this.name = name;
        this.type = schema.path("type").asText("string");
        schema.path("enum").forEach(each -> allowed.add(each.asText()));
        try {
            this.pattern = schema.has("pattern") ? Pattern.compile(schema.get("pattern").asText()) : null;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("pattern of " + name + ": " + e.getMessage());
        }
    }

    /** Whether the Kamelet or the settings say which texts the value may be. */
    boolean isNarrow() {
        return !type.equals("string") || !allowed.isEmpty() || pattern != null;
    }

    /** Returns the value as text. */
    String check(Object value) throws InvalidArgumentException {
        String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
        boolean fits = switch (type) {
            case "integer" -> text.matches("-?\\d{1," + DIGITS + "}");
            case "number" -> text.matches("-?\\d{1," + DIGITS + "}(\\.\\d{1," + DIGITS + "})?");
            case "boolean" -> text.equals("true") || text.equals("false");
            default -> allowed.contains(text) || allowed.isEmpty() && text.length() <= LONGEST && !UNSAFE.matcher(text).find() && (pattern == null ? PLAIN : pattern).matches(text);
        };
        if (!fits || !allowed.isEmpty() && !allowed.contains(text)) {
            throw new InvalidArgumentException(Text.of("kamelet.value", name, expected()));
        }
        return text;
    }

    private Text expected() {
        if (!allowed.isEmpty()) {
            return Text.of("kamelet.value.enum", String.join(", ", allowed));
        }
        return switch (type) {
            case "integer", "number" -> Text.of("kamelet.value." + type, DIGITS);
            case "boolean" -> Text.of("kamelet.value.boolean");
            default -> pattern == null ? Text.of("kamelet.value.plain", LONGEST) : Text.of("kamelet.value.pattern", LONGEST, pattern.pattern());
        };
    }

    /** Returns the value of a header. */
    static Object header(String name, Object value) throws InvalidArgumentException {
        if (value instanceof String text && (text.length() > LONGEST || UNSAFE_HEADER.matcher(text).find())) {
            throw new InvalidArgumentException(Text.of("kamelet.value", name, Text.of("kamelet.value.header", LONGEST)));
        }
        return value;
    }
}
