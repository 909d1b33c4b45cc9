package dev.caravan.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Writes JSON as the value of a route template's parameter. */
public record TemplateJson(ObjectMapper mapper) {

    /** Returns JSON without characters that Camel would read as a placeholder or as part of an endpoint URI. */
    public String text(Object value) {
        try {
            StringBuilder safe = new StringBuilder();
            boolean inText = false;
            boolean escaped = false;
            char before = 0;
            for (char c : mapper.writeValueAsString(value).toCharArray()) {
                if (inText && !escaped && ("{}&+%#?$()".indexOf(c) >= 0
                        || c > '~' && (Character.isSpaceChar(c) || Character.isISOControl(c)))) {
                    safe.append(String.format("\\u%04x", (int) c));
                } else if (inText || c != '+') { // an exponent is the same without +, which an address would read as a space
                    // two closing braces in a row would end a placeholder
                    safe.append(c == '}' && before == '}' ? " }" : String.valueOf(c));
                }
                before = c;
                if (c == '"' && !escaped) {
                    inText = !inText;
                }
                escaped = inText && c == '\\' && !escaped;
            }
            return safe.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
