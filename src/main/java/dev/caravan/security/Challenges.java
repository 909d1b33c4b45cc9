package dev.caravan.security;

import dev.caravan.envelope.Text;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Creates the refusals of callers, with {@code WWW-Authenticate} (RFC 6750, RFC 9728; MCP, authorization) or {@code Retry-After}. */
@Component
record Challenges(SecurityProperties security, PublicAddress address) {

    private static final String CHALLENGE = "WWW-Authenticate";

    /** Returns 401: the request has no credentials. */
    HttpRefusal unknown(String path, Right right) {
        return unauthorized(Text.of("http.credentials"), path, right, "");
    }

    /**
     * Returns 401: the credentials are not valid.
     *
     * @param why reason, in characters that a header may have
     */
    HttpRefusal invalid(String path, Right right, String why) {
        return unauthorized(Text.words(why), path, right, ", error=\"invalid_token\", error_description=\"" + why + "\"");
    }

    /** Returns 400: the request has several credentials, or malformed ones. */
    HttpRefusal malformed() {
        return new HttpRefusal(400, "The Authorization header is malformed", Map.of(CHALLENGE, "Bearer error=\"invalid_request\""));
    }

    /**
     * Returns 403.
     *
     * @param needed all scopes that the request requires
     */
    HttpRefusal insufficient(String path, Collection<String> needed) {
        String scopes = String.join(" ", needed);
        return new HttpRefusal(403, Text.of("http.scope", scopes),
                challenge(path, ", error=\"insufficient_scope\", scope=\"" + scopes + "\""));
    }

    /** Returns 429 or 503. The header has whole seconds, rounded up. */
    static HttpRefusal later(int status, Text text, Duration wait) {
        return new HttpRefusal(status, text,
                Map.of("Retry-After", String.valueOf(Math.max(1, wait.plusNanos(999_999_999).toSeconds()))));
    }

    private HttpRefusal unauthorized(Text text, String path, Right right, String error) {
        String advised = String.join(" ", security.scopes().advised(right));
        boolean tells = security.mode() == SecurityProperties.Mode.OAUTH2 && !advised.isEmpty();
        return new HttpRefusal(401, text, challenge(path, error + (tells ? ", scope=\"" + advised + "\"" : "")));
    }

    private Map<String, String> challenge(String path, String parameters) {
        String first = security.mode() == SecurityProperties.Mode.OAUTH2
                ? "resource_metadata=\"" + address.metadataOf(path) + "\"" : "realm=\"caravan\"";
        return Map.of(CHALLENGE, "Bearer " + first + parameters);
    }
}
