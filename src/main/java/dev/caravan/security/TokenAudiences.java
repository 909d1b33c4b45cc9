package dev.caravan.security;

import com.nimbusds.jwt.JWTParser;
import java.text.ParseException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The audiences of services to which callers' tokens may be forwarded. A token is for a service if it names its audience (RFC 9068, aud).
 *
 * @param forwarded empty means that no token is forwarded
 * @param exchanged whether a service or an upstream server gets an exchanged token, for any audience
 */
public record TokenAudiences(Set<String> forwarded, BooleanSupplier exchanged) {

    /** Returns whether a call keeps its token for at least one service. */
    public boolean isForwarded(String token) {
        return exchanged.getAsBoolean() || !forwarded.isEmpty() && of(token).stream().anyMatch(forwarded::contains);
    }

    /** Returns the audiences of the token; empty if it is not a JWT. */
    public static List<String> of(String token) {
        try {
            return JWTParser.parse(token).getJWTClaimsSet().getAudience();
        } catch (ParseException | RuntimeException noToken) {
            return List.of();
        }
    }
}
