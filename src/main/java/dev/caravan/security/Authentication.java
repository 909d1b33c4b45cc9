package dev.caravan.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.caravan.envelope.Text;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authenticates callers. */
interface Authentication {

    /** Returns that of the configured mode; null in mode none. */
    static Authentication of(SecurityProperties security, PublicAddress address, Challenges challenges, TokenAudiences forwarded,
            Keys keys) {
        SecurityProperties.OAuth2 oauth2 = security.oauth2();
        return switch (security.mode()) {
            case NONE -> null;
            case API_KEY -> new ApiKeys(keys, challenges);
            case OAUTH2 -> new AccessTokens(new TokenVerifier(oauth2, oauth2.audiences().isEmpty()
                    ? Set.of(address.gateway(), address.mcp()) : Set.copyOf(oauth2.audiences())), oauth2.keysTtl(), challenges, forwarded);
        };
    }

    /** Returns whether {@link #caller} does not block. */
    default boolean isQuick(RequestHeaders headers) {
        return true;
    }

    /** Returns whether the request has credentials, valid or not. */
    boolean isAttempted(RequestHeaders headers);

    /** Returns the caller who has this name now; null if this mode does not know callers before they come. */
    default Caller named(String name) {
        return null;
    }

    /** Returns whether the credentials of the caller, which were valid, still are. */
    default boolean isCurrent(Caller caller) {
        return !caller.isExpired();
    }

    /**
     * Returns the caller and removes the credentials from the headers, so that they reach no routes, services or logs. A token for a
     * service that tokens are forwarded to stays. Returns null if this mode does not authenticate.
     *
     * @param path path of the request, for the challenge
     * @throws HttpRefusal 400, 401 or 503
     */
    Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal;

    /**
     * Authenticates callers by API keys, in mode api-key. Each request is compared with the hashes of all keys in
     * constant time, so that the duration says nothing about the key.
     */
    static class ApiKeys implements Authentication {

        private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);

        private final Keys keys;
        private final Challenges challenges;

        ApiKeys(Keys keys, Challenges challenges) {
            this.keys = keys;
            this.challenges = challenges;
        }

        @Override
        public boolean isAttempted(RequestHeaders headers) {
            return !Credentials.key(headers).isMissing();
        }

        @Override
        public Caller caller(RequestHeaders headers, String path, Right right) throws HttpRefusal {
            Credentials credentials = Credentials.key(headers);
            if (credentials.isMissing()) {
                throw challenges.unknown(path, right);
            }
            Caller owner = credentials.isSane() ? keys.owner(credentials.sha256()) : null;
            if (owner == null || owner.isExpired()) {
                HttpRefusal refusal = challenges.invalid(path, right, "The key is not valid");
                if (owner == null) {
                    throw refusal;
                }
                LOG.warn("Expired key refused name={} expired={}", owner.name(), owner.expires());
                throw refusal.audited("EXPIRED");
            }
            boolean own = headers.first(Credentials.API_KEY) != null; // Authorization is then for services that routes call
            headers.remove(own ? Credentials.API_KEY : Credentials.AUTHORIZATION);
            return owner;
        }

        @Override
        public Caller named(String name) {
            return keys.named(name);
        }

        @Override
        public boolean isCurrent(Caller caller) {
            return keys.has(caller) && !caller.isExpired();
        }
    }

    /**
     * Authenticates callers by access tokens in {@code Authorization}, in mode oauth2. Verified tokens are cached by their hash until they
     * expire or the issuer's keys must be read again. A revoked token stays valid until it expires, because tokens are verified locally:
     * configure the issuer for short-lived tokens. The token stays on the request only if it is for a service that tokens are forwarded to.
     */
    static class AccessTokens implements Authentication {

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
            } catch (TokenVerifier.InvalidTokenException e) {
                throw challenges.invalid(path, right, e.getMessage());
            } catch (TokenVerifier.IssuerDownException e) {
                throw Challenges.later(503, Text.of("http.issuer"), e.pause());
            }
        }

        private Caller known(Credentials credentials) {
            Caller caller = verified.getIfPresent(ByteBuffer.wrap(credentials.sha256()));
            return caller == null || caller.isExpired() ? null : caller;
        }
    }
}
