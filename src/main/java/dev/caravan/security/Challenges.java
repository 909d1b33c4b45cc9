package dev.caravan.security;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Creates the refusals of callers, with {@code WWW-Authenticate} (RFC 6750, RFC 9728; MCP, authorization) or {@code Retry-After}. */
@Component
record Challenges(SecurityProperties security, PublicAddress address) {

    private static final String CHALLENGE = "WWW-Authenticate";

    /** Returns 401: the request has no credentials. */
    HttpRefusal unknown(String path, Right right) {
        return unauthorized("Credentials are required", path, right, Map.of());
    }

    /**
     * Returns 401: the credentials are not valid.
     *
     * @param why reason, in characters that a header may have
     */
    HttpRefusal invalid(String path, Right right, String why) {
        Map<String, String> error = new LinkedHashMap<>();
        error.put("error", "invalid_token");
        error.put("error_description", why);
        return unauthorized(why, path, right, error);
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
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("error", "insufficient_scope");
        parameters.put("scope", scopes);
        return new HttpRefusal(403, "The request requires the scope " + scopes, challenge(path, parameters));
    }

    /** Returns 429 or 503. */
    static HttpRefusal later(int status, String message, Duration wait) {
        return new HttpRefusal(status, message, retryAfter(wait));
    }

    /** Returns the header in whole seconds, rounded up. */
    static Map<String, String> retryAfter(Duration wait) {
        return Map.of("Retry-After", String.valueOf(Math.max(1, wait.plusNanos(999_999_999).toSeconds())));
    }

    private HttpRefusal unauthorized(String message, String path, Right right, Map<String, String> error) {
        Map<String, String> parameters = new LinkedHashMap<>(error);
        String advised = String.join(" ", security.scopes().advised(right));
        if (security.mode() == SecurityProperties.Mode.OAUTH2 && !advised.isEmpty()) {
            parameters.put("scope", advised);
        }
        return new HttpRefusal(401, message, challenge(path, parameters));
    }

    private Map<String, String> challenge(String path, Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>();
        if (security.mode() == SecurityProperties.Mode.OAUTH2) {
            all.put("resource_metadata", address.metadataOf(path));
        } else {
            all.put("realm", "caravan");
        }
        all.putAll(parameters);
        return Map.of(CHALLENGE, all.entrySet().stream().map(parameter -> parameter.getKey() + "=\"" + parameter.getValue() + "\"")
                .collect(Collectors.joining(", ", "Bearer ", "")));
    }
}
