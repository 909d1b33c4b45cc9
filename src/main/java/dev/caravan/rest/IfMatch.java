package dev.caravan.rest;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The header {@code If-Match}: the request holds only for a thing with one of these ETags (RFC 9110, section 13.1.1). A weak ETag matches
 * nothing.
 *
 * @param tags without quotes; null for every thing
 */
public record IfMatch(Set<String> tags) {

    /** What a request without the header requires. */
    public static final IfMatch NOTHING = new IfMatch(null);

    private static final int LONGEST = 1_000;
    private static final Pattern TAG = Pattern.compile("(W/)?\"([^\"]*)\"");
    private static final Pattern FORM = Pattern.compile("\\s*(?:W/)?\"[!#-~\\x80-\\xff]*\"\\s*(?:,\\s*(?:W/)?\"[!#-~\\x80-\\xff]*\"\\s*)*");

    /** @param header null if the request has none @throws RestFailure BAD_REQUEST if it is neither * nor a list of ETags in quotes */
    static IfMatch of(String header) throws RestFailure {
        if (header == null || header.strip().equals("*")) {
            return NOTHING;
        }
        if (header.length() > LONGEST || !FORM.matcher(header).matches()) {
            throw RestError.BAD_REQUEST.of("rest.ifMatch");
        }
        return new IfMatch(TAG.matcher(header).results().filter(tag -> tag.group(1) == null).map(tag -> tag.group(2))
                .collect(Collectors.toSet()));
    }

    /** Whether the request holds for a thing with this version. */
    public boolean holds(String tag) {
        return tags == null || tags.contains(tag);
    }
}
