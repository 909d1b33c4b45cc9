package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.caravan.call.TokenAudiences;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * Authenticates callers by access tokens in {@code Authorization}, in mode oauth2. Verified tokens are cached by their hash until they
 * expire or the issuer's keys must be read again. A revoked token stays valid until it expires, because tokens are verified locally:
 * configure the issuer for short-lived tokens. The token stays on the request only if it is for a service that tokens are forwarded to.
 */
class AccessTokens implements Authentication {

    private static final int REMEMBERED = 10_000;

    private final TokenVerifier verifier;
    private final Challenges challenges;
    private final TokenAudiences audiences;
    private final Cache<ByteBuffer, Caller> verified;

    AccessTokens(TokenVerifier verifier, Duration remember, Challenges challenges, TokenAudiences audiences) {
        this.verifier = verifier;
        this.challenges = challenges;
        this.audiences = audiences;
        this.verified = Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfter(Expiry.creating((ByteBuffer hash, Caller caller) -> {
            Duration left = Duration.between(Instant.now(), caller.expires());
            return left.compareTo(remember) < 0 ? left : remember;
        })).build();
    }

    @Override
    public boolean isQuick(RequestHeaders headers) {
        Credentials credentials = Credentials.bearer(headers);
        return credentials.text() == null || known(credentials) != null;
    }

    @Override
    public boolean isAttempted(RequestHeaders headers) {
        return !Credentials.bearer(headers).isMissing();
    }

    @Override
    public Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal {
        Credentials credentials = Credentials.bearer(headers);
        if (credentials.text() == null || !audiences.isForwarded(credentials.text())) {
            headers.remove(Credentials.AUTHORIZATION);
        }
        if (!credentials.isSane()) {
            throw challenges.malformed();
        }
        if (credentials.isMissing()) {
            throw challenges.unknown(path, right);
        }
        Caller known = known(credentials);
        if (known != null) {
            return known;
        }
        try {
            Caller caller = verifier.verify(credentials.text());
            verified.put(ByteBuffer.wrap(credentials.sha256()), caller);
            return caller;
        } catch (InvalidTokenException e) {
            throw challenges.invalid(path, right, e.getMessage());
        } catch (IssuerDownException e) {
            throw Challenges.later(503, "The token can't be verified now because its issuer does not answer. Try again later", e.pause());
        }
    }

    private Caller known(Credentials credentials) {
        Caller caller = verified.getIfPresent(ByteBuffer.wrap(credentials.sha256()));
        return caller == null || caller.isExpired() ? null : caller;
    }
}
