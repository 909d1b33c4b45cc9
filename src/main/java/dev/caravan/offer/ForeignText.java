package dev.caravan.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cleans texts that others wrote: removes control characters, half surrogate pairs and marks that turn the direction of text, and limits the length,
 * in code points. Terminals run control characters as commands, and the marks hide what a text says.
 */
public final class ForeignText {

    public static final int LONGEST_TITLE = 200;
    public static final int LONGEST_DESCRIPTION = 10_000;

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Cs}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}&&[^\\n\\t]]");
    /** Carriage returns belong to the text of files. */
    private static final Pattern CONTROLS_OF_DATA = Pattern.compile("[" + CONTROLS.pattern() + "&&[^\\r]]");

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

    /** Removes control characters from all texts and names of the data, except for line ends and tabs. Returns the data. It may change them. */
    public static JsonNode withoutControls(JsonNode data) {
        if (data.isTextual()) {
            Matcher controls = CONTROLS_OF_DATA.matcher(data.textValue());
            return controls.find() ? TextNode.valueOf(controls.replaceAll("")) : data;
        } else if (data instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, withoutControls(array.get(i)));
            }
        } else if (data instanceof ObjectNode object) {
            object.properties().forEach(member -> member.setValue(withoutControls(member.getValue())));
            for (String name : object.properties().stream().map(Map.Entry::getKey).filter(name -> CONTROLS_OF_DATA.matcher(name).find()).toList()) {
                object.set(CONTROLS_OF_DATA.matcher(name).replaceAll(""), object.remove(name));
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
        String clean = CONTROLS.matcher(text).replaceAll("").strip();
        int points = clean.codePointCount(0, clean.length());
        return points <= longest ? clean : clean.substring(0, clean.offsetByCodePoints(0, longest)) + "…";
    }
}
