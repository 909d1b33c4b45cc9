package dev.caravan.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Cleans what others wrote. Terminals run control characters as commands, marks of direction hide what a text says, and invisible
 * characters tell a model what a person doesn't see. Lengths are limited in code points.
 */
public final class ForeignText {

    public static final int LONGEST_TITLE = 200;
    public static final int LONGEST_DESCRIPTION = 10_000;

    /** Characters that nobody sees: controls, formats with marks of direction and tags, fillers, and selectors but one behind a symbol. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}"
            + "\\x{34F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}\\x{180B}-\\x{180F}"
            + "\\x{2065}\\x{3164}\\x{FFA0}\\x{FFF0}-\\x{FFF8}\\x{FE00}-\\x{FE0D}\\x{E0000}-\\x{E0FFF}&&[^\\n\\t]]"
            + "|(?<![\\p{So}\\p{Sm}])[\\x{FE0E}\\x{FE0F}]");
    /** Results are data, in which carriage returns belong to the text of files, and joiners to scripts and symbols. */
    private static final Pattern CONTROLS_OF_DATA = Pattern.compile("[\\p{Cc}\\p{Cs}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}&&[^\\n\\t\\r]]");

    private ForeignText() {
    }

    /**
     * Puts the cleaned text into the definition. Omits the member if the text is blank.
     *
     * @param longest maximum number of code points
     */
    public static void put(ObjectNode definition, String member, String text, int longest) {
        if (text != null && !text.isBlank()) {
            definition.put(member, clean(text, longest));
        }
    }

    /** Returns a copy of a definition without invisible characters. Only icons with an https: address or an image as data: are left. */
    public static ObjectNode definition(JsonNode sent) {
        ObjectNode definition = (ObjectNode) without(INVISIBLE, sent.deepCopy());
        if (definition.remove("icons") instanceof ArrayNode icons) {
            icons.forEach(icon -> {
                if (icon.path("src").asText().matches("(?is)(https:|data:image/).+")) {
                    definition.withArrayProperty("icons").add(icon);
                }
            });
        }
        return definition;
    }

    /**
     * Removes control characters from all texts and names of the data, except for line ends and tabs. Returns the data. It may change them.
     */
    public static JsonNode withoutControls(JsonNode data) {
        return without(CONTROLS_OF_DATA, data);
    }

    private static JsonNode without(Pattern pattern, JsonNode data) {
        return replaced(data, text -> pattern.matcher(text).replaceAll(""), name -> pattern.matcher(name).replaceAll(""));
    }

    /** Replaces all texts and names of members of the data. Returns the data. It may change them. */
    public static JsonNode replaced(JsonNode data, UnaryOperator<String> text, UnaryOperator<String> name) {
        if (data.isTextual()) {
            String next = text.apply(data.textValue());
            return next.equals(data.textValue()) ? data : TextNode.valueOf(next);
        } else if (data instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, replaced(array.get(i), text, name));
            }
        } else if (data instanceof ObjectNode object) {
            object.properties().forEach(member -> member.setValue(replaced(member.getValue(), text, name)));
            for (String former : object.propertyStream().map(Map.Entry::getKey).filter(each -> !name.apply(each).equals(each)).toList()) {
                object.set(name.apply(former), object.remove(former));
            }
        }
        return data;
    }

    /**
     * Returns the cleaned text.
     *
     * @param longest maximum number of code points
     */
    public static String clean(String text, int longest) {
        String clean = INVISIBLE.matcher(text).replaceAll("").strip();
        int points = clean.codePointCount(0, clean.length());
        return points <= longest ? clean : clean.substring(0, clean.offsetByCodePoints(0, longest)) + "…";
    }
}
