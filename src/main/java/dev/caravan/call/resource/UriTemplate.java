package dev.caravan.call.resource;

import dev.caravan.call.ArgumentName;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;

/**
 * A URI template whose variables are whole segments of the path (RFC 6570, level 1), for example {@code document:///{id}}. At its end it
 * may name optional variables of the query (level 3), for example {@code document:///{id}{?page}}.
 *
 * @param text     text of the definition
 * @param segments parts between slashes
 * @param query    names of the variables of the query
 */
record UriTemplate(String text, List<String> segments, List<String> query) {

    private static final int LONGEST_URI = 8192;
    private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_]{0,63}}");
    /** The syntax of a variable's value: a segment of a path (RFC 3986, section 3.3). Percent escapes are checked later. */
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@%-]+");
    /** The same in the query, without the signs that divide it (RFC 3986, section 3.4). */
    private static final Pattern QUERY_VALUE = Pattern.compile("[A-Za-z0-9._~!$'()*,;:@/?%-]*");
    private static final Pattern QUERY = Pattern.compile("\\{\\?([A-Za-z_]\\w{0,63}(?:,[A-Za-z_]\\w{0,63})*)}$");
    private static final String OPTION = "uriTemplate";

    /** @throws IllegalArgumentException if the text isn't a template of level 1 */
    static UriTemplate of(String option) {
        Matcher queried = QUERY.matcher(option);
        List<String> query = queried.find() ? List.of(queried.group(1).split(",")) : List.of();
        List<String> segments = List.of((query.isEmpty() ? option : option.substring(0, queried.start())).split("/", -1));
        List<String> variables = segments.stream().filter(UriTemplate::isVariable).toList();
        String example = String.join("/", segments.stream().map(segment -> isVariable(segment) ? "x" : segment).toList());
        if (variables.isEmpty() || isVariable(segments.get(0)) || !isAbsolute(example)) {
            throw new IllegalArgumentException(OPTION + " '" + option
                    + "' must be an absolute URI with at least one segment that is a variable in"
                    + " braces, such as document:///{id}");
        }
        List<String> names = new ArrayList<>(query);
        variables.forEach(variable -> names.add(name(variable)));
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException(OPTION + " '" + option + "' must not have a variable twice");
        }
        names.forEach(name -> ArgumentName.check(OPTION, name));
        return new UriTemplate(option, segments, query);
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
        int mark = query.isEmpty() ? -1 : uri.indexOf('?');
        String[] parts = (mark < 0 ? uri : uri.substring(0, mark)).split("/", -1);
        if (parts.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            String segment = segments.get(i);
            if (isVariable(segment)) {
                values.put(name(segment), decoded(parts[i], SEGMENT));
            } else if (!segment.equals(parts[i])) {
                return Optional.empty();
            }
        }
        boolean fits = !values.containsValue(null) && (mark < 0 || addQuery(uri.substring(mark + 1), values));
        return fits ? Optional.of(values) : Optional.empty();
    }

    /** Adds the variables of the query. Returns false if it has another one, one twice, or a value that isn't valid. */
    private boolean addQuery(String given, Map<String, String> values) {
        for (String pair : given.split("&", -1)) {
            int equals = pair.indexOf('=');
            String value = equals < 0 ? null : decoded(pair.substring(equals + 1), QUERY_VALUE);
            if (value == null || !query.contains(pair.substring(0, equals))
                    || values.putIfAbsent(pair.substring(0, equals), value) != null) {
                return false;
            }
        }
        return true;
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

    /** Returns the decoded text; null if it doesn't have the form, or isn't UTF-8. */
    private static String decoded(String part, Pattern form) {
        try {
            String text = form.matcher(part).matches() ? StringUtils.uriDecode(part, StandardCharsets.UTF_8) : null;
            return text == null || text.indexOf('\uFFFD') >= 0 ? null : text;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private static boolean isAbsolute(String uri) {
        try {
            URI parsed = new URI(uri);
            return parsed.isAbsolute() && parsed.toASCIIString().equals(uri) && parsed.getRawQuery() == null
                    && parsed.getRawFragment() == null;
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
