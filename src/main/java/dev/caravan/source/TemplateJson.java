package dev.caravan.source;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes JSON as the value of a route template's parameter. */
public record TemplateJson(ObjectMapper mapper) {

    private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"");
    private static final Pattern UNSAFE = Pattern.compile("[{}&+%#?$()]|[\\p{Z}\\p{Cc}&&[^ -~]]");

    /** Returns JSON without characters that Camel would read as a placeholder or as part of an endpoint URI. */
    public String text(Object value) {
        String json = TEXT.matcher(JsonMappers.text(mapper, value)).replaceAll(text -> Matcher.quoteReplacement(
                UNSAFE.matcher(text.group()).replaceAll(one -> String.format("\\\\u%04x", (int) one.group().charAt(0)))));
        return json.replace("+", "") // of an exponent, which is the same without it
                .replaceAll("}(?=})", "} "); // two in a row would end a placeholder
    }
}
