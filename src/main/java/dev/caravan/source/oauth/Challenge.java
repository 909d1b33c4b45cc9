package dev.caravan.source.oauth;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;

/**
 * What a server says in {@code WWW-Authenticate} about the token that it wants (RFC 6750, RFC 9728).
 *
 * @param scopes   empty if the server names none
 * @param metadata address of the server's metadata; null if the server names none
 * @param error    error code, such as {@code invalid_token}; null if the server names none
 */
record Challenge(Set<String> scopes, String metadata, String error) {

    private static final Pattern BEARER = Pattern.compile("(?i)(^|,)\\s*Bearer\\s");
    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_-]+)\\s*=\\s*(?:\"([^\"]*)\"|([^\\s,\"]+))");
    private static final int LONGEST = 8_000;

    /** @param values of {@code WWW-Authenticate} */
    static Challenge of(List<String> values) {
        Set<String> scopes = new LinkedHashSet<>();
        String metadata = null;
        String error = null;
        for (String value : values) {
            if (value.length() > LONGEST || !BEARER.matcher(value).find()) {
                continue;
            }
            Matcher parameters = PARAMETER.matcher(value);
            while (parameters.find()) {
                String given = parameters.group(2) == null ? parameters.group(3) : parameters.group(2);
                if (parameters.group(1).equalsIgnoreCase("scope")) {
                    scopes.addAll(List.of(StringUtils.tokenizeToStringArray(given, " \t\r\n")));
                } else if (parameters.group(1).equalsIgnoreCase("resource_metadata")) {
                    metadata = given;
                } else if (parameters.group(1).equalsIgnoreCase("error")) {
                    error = given;
                }
            }
        }
        return new Challenge(scopes, metadata, error);
    }
}
