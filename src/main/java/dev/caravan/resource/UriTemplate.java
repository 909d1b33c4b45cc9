package dev.caravan.resource;

import dev.caravan.call.ArgumentName;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A URI template whose variables are whole segments of the path (RFC 6570, level 1), for example {@code document:///{id}}.
 *
 * @param text     text of the definition
 * @param segments parts between slashes
 */
record UriTemplate(String text, List<String> segments) {

    private static final int LONGEST_URI = 8192;
    private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_]{0,63}}");
    /** The syntax of a variable's value: a segment of a path (RFC 3986, section 3.3). Percent escapes are checked later. */
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@%-]+");
    private static final String OPTION = "uriTemplate";

    /** @throws IllegalArgumentException if the text isn't a template of level 1 */
    static UriTemplate of(String option) {
        List<String> segments = List.of(option.split("/", -1));
        List<String> variables = segments.stream().filter(UriTemplate::isVariable).toList();
        String example = String.join("/", segments.stream().map(segment -> isVariable(segment) ? "x" : segment).toList());
        if (variables.isEmpty() || isVariable(segments.get(0)) || !isAbsolute(example)) {
            throw new IllegalArgumentException(OPTION + " '" + option + "' must be an absolute URI with at least one segment that is a variable in"
                    + " braces, such as document:///{id}");
        }
        if (variables.stream().distinct().count() < variables.size()) {
            throw new IllegalArgumentException(OPTION + " '" + option + "' must not have a variable twice");
        }
        variables.forEach(variable -> ArgumentName.check(OPTION, name(variable)));
        return new UriTemplate(option, segments);
    }

    /** Returns the names of its variables, in order. */
    List<String> variables() {
        return segments.stream().filter(UriTemplate::isVariable).map(UriTemplate::name).toList();
    }

    /** Returns the decoded values of its variables in this URI; empty if the URI doesn't match. */
    Optional<Map<String, String>> match(String uri) {
        if (uri.length() > LONGEST_URI) {
            return Optional.empty();
        }
        String[] parts = uri.split("/", -1);
        if (parts.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            String segment = segments.get(i);
            if (!isVariable(segment)) {
                if (!segment.equals(parts[i])) {
                    return Optional.empty();
                }
                continue;
            }
            String value = decoded(parts[i]);
            if (value == null) {
                return Optional.empty();
            }
            values.put(name(segment), value);
        }
        return Optional.of(values);
    }

    /** Returns whether both templates match the same URIs. */
    boolean overlaps(UriTemplate other) {
        boolean overlap = segments.size() == other.segments.size();
        for (int i = 0; overlap && i < segments.size(); i++) {
            String own = segments.get(i);
            String others = other.segments.get(i);
            overlap = isVariable(own) ? isVariable(others) || SEGMENT.matcher(others).matches()
                    : own.equals(others) || isVariable(others) && SEGMENT.matcher(own).matches();
        }
        return overlap;
    }

    /** Returns the decoded segment; null if it isn't a valid segment in UTF-8. */
    private static String decoded(String part) {
        if (!SEGMENT.matcher(part).matches()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
        try {
            for (int i = 0; i < part.length(); i++) {
                char c = part.charAt(i);
                if (c != '%') {
                    bytes.write(c);
                } else {
                    bytes.write(HexFormat.fromHexDigits(part, i + 1, i + 3));
                    i += 2;
                }
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException malformed) {
            return null;
        }
    }

    private static boolean isAbsolute(String uri) {
        try {
            URI parsed = new URI(uri);
            return parsed.isAbsolute() && parsed.toASCIIString().equals(uri) && parsed.getRawQuery() == null && parsed.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isVariable(String segment) {
        return VARIABLE.matcher(segment).matches();
    }

    private static String name(String variable) {
        return variable.substring(1, variable.length() - 1);
    }
}
