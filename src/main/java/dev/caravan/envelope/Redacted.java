package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.regex.Pattern;

/** Another service's answer in a form for logs and callers: at most a few thousand characters, without secrets. */
public final class Redacted {

    private static final int LONGEST = 2_000;
    private static final String GONE = "***";
    private static final String SECRET_NAMES = "(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|"
            + "authorization|credentials?|cookie)";
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*" + SECRET_NAMES + ".*");
    private static final Pattern SECRET_MEMBER = Pattern.compile("(?i)([\\w-]{0,40}" + SECRET_NAMES
            + "[\\w-]{0,40}[\"']?\\s*[:=]\\s*)(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|'[^']*+'|[^\\s,;&}\\]]+)");
    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(bearer|basic)\\s+[\\w.~+/=-]{4,}");
    private static final Pattern USER_INFO = Pattern.compile("(://)[^/@\\s:]+:[^/@\\s]+@");

    private Redacted() {
    }

    /**
     * Returns JSON if the body is JSON and short enough, otherwise text.
     *
     * @param secrets values to remove wherever they occur
     */
    public static JsonNode of(byte[] body, ObjectMapper mapper, Collection<String> secrets) {
        if (body.length <= LONGEST) {
            try {
                JsonNode json = mapper.readTree(body);
                if (json != null && json.isContainerNode()) {
                    return hidden(json, secrets);
                }
            } catch (IOException e) {
                // returned as text below
            }
        }
        return mapper.getNodeFactory()
                .textNode(text(new String(body, 0, Math.min(body.length, LONGEST * 4), StandardCharsets.UTF_8), secrets));
    }

    /** Removes secrets from plain text. */
    public static String text(String words, Collection<String> secrets) {
        String text = words;
        for (String secret : secrets) {
            text = text.replace(secret, GONE);
        }
        text = SCHEME.matcher(text).replaceAll("$1 " + GONE);
        text = SECRET_MEMBER.matcher(text).replaceAll("$1" + GONE);
        text = USER_INFO.matcher(text).replaceAll("$1" + GONE + "@");
        return text.codePointCount(0, text.length()) <= LONGEST ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
    }

    private static JsonNode hidden(JsonNode json, Collection<String> secrets) {
        if (json instanceof ObjectNode object) {
            for (var member : object.properties()) {
                member.setValue(
                        SECRET_NAME.matcher(member.getKey()).matches() && member.getValue().isValueNode() && !member.getValue().isBoolean()
                        ? object.textNode(GONE)
                        : hidden(member.getValue(), secrets));
            }
        } else if (json instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, hidden(array.get(i), secrets));
            }
        } else if (json.isTextual()) {
            return new com.fasterxml.jackson.databind.node.TextNode(text(json.textValue(), secrets));
        }
        return json;
    }
}
