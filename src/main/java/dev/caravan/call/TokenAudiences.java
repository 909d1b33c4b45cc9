package dev.caravan.call;

import com.nimbusds.jwt.JWTParser;
import java.text.ParseException;
import java.util.List;
import java.util.Set;

/**
 * The audiences of services that callers' tokens may be forwarded to. A token is for a service whose audience it names (RFC 9068, aud).
 *
 * @param forwarded empty: no token is forwarded
 * @param exchanged whether a service gets a token that the caller's is exchanged for, whatever it names
 */
public record TokenAudiences(Set<String> forwarded, boolean exchanged) {

    /** Whether a call keeps its token, for one of the services at least. */
    public boolean isForwarded(String token) {
        return exchanged || !forwarded.isEmpty() && of(token).stream().anyMatch(forwarded::contains);
    }

    /** The audiences that the token names; none, if it is no JWT. */
    public static List<String> of(String token) {
        try {
            return JWTParser.parse(token).getJWTClaimsSet().getAudience();
        } catch (ParseException | RuntimeException noToken) {
            return List.of();
        }
    }
}
