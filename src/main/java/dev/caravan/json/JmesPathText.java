package dev.caravan.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Prepares an expression for jmespath-java 0.6.0. It doubles a backslash in a raw string where the library would drop it. It quotes a literal that is
 * not JSON, so that {@code `a`} means {@code `"a"`}, as in other implementations.
 */
final class JmesPathText {

    private static final ObjectMapper JSON = JsonMappers.normal();

    private final String given;
    private final StringBuilder text = new StringBuilder();
    /** Position of each character in the original expression. */
    private final int[] origins;

    JmesPathText(String given) {
        this.given = given;
        this.origins = new int[given.length() * 6 + 1];
        int at = 0;
        while (at < given.length()) {
            char kind = given.charAt(at);
            int end = kind == '\'' || kind == '"' || kind == '`' ? end(at) : at + 1;
            String part = given.substring(at, end);
            if (part.length() > 1 && kind == '\'') {
                raw(part, at);
            } else {
                append(part.length() > 1 && kind == '`' ? literal(part) : part, at, part.length());
            }
            at = end;
        }
        origins[text.length()] = at;
    }

    /** Returns the position after the closing quote; the end of the text if there is none. */
    private int end(int start) {
        for (int at = start + 1; at < given.length(); at++) {
            if (given.charAt(at) == given.charAt(start)) {
                return at + 1;
            }
            at += given.charAt(at) == '\\' ? 1 : 0;
        }
        return given.length();
    }

    /** Copies a raw string. A backslash there stands for itself, except before a quote. */
    private void raw(String part, int start) {
        for (int at = 0; at < part.length(); at++) {
            if (part.charAt(at) != '\\' || at + 1 == part.length()) {
                append(part.substring(at, at + 1), start + at, 1);
            } else {
                String pair = part.substring(at, at + 2);
                append(pair.equals("\\'") ? pair : pair.replace("\\", "\\\\"), start + at++, 2);
            }
        }
    }

    /** Text that begins like an array, an object or a string must be JSON. */
    private static String literal(String part) {
        String content = part.substring(1, part.length() - 1).strip().replace("\\`", "`");
        if (!part.endsWith("`") || content.isEmpty() || "[{\"".indexOf(content.charAt(0)) >= 0 || isJson(content)) {
            return part;
        }
        try {
            return "`" + JSON.writeValueAsString(content).replace("`", "\\`") + "`";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isJson(String content) {
        try {
            JSON.readTree(content);
            return true;
        } catch (StreamConstraintsException tooLarge) {
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void append(String part, int origin, int length) {
        for (int i = 0; i < part.length(); i++) {
            origins[text.length()] = origin + Math.min(i, length - 1);
            text.append(part.charAt(i));
        }
    }

    String text() {
        return text.toString();
    }

    /** Returns the position in the original expression. */
    int origin(int position) {
        return position < 0 || position > text.length() ? position : origins[position];
    }
}
