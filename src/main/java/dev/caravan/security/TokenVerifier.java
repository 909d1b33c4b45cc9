package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.security.Key;
import java.text.ParseException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * Verifies access tokens (JWTs, RFC 9068) with Spring Security's decoder: signature by the issuer, allowed algorithm, audience and time. It
 * reads unknown keys at most twice in ten seconds. Known keys stay valid while the issuer does not answer.
 */
class TokenVerifier {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_OUTAGE = Duration.ofDays(1);
    private static final Set<JWSAlgorithm.Family> ASYMMETRIC = Set.of(JWSAlgorithm.Family.RSA, JWSAlgorithm.Family.EC);
    private static final int LONGEST_SUBJECT = 255;

    private final NimbusJwtDecoder decoder;
    private final IssuerKeys issuer;
    private final Duration skew;
    private final Duration pause;

    /** @param audiences accepted audiences; a token must have one of them */
    TokenVerifier(SecurityProperties.OAuth2 settings, Set<String> audiences) {
        this.issuer = new IssuerKeys(settings);
        this.skew = settings.clockSkew();
        this.pause = Duration.ofMillis(Math.min(LONGEST_PAUSE.toMillis(), settings.keysTtl().toMillis() / 2));
        DefaultJWTProcessor<SecurityContext> signatures = new DefaultJWTProcessor<>();
        JWSVerificationKeySelector<SecurityContext> selector = new JWSVerificationKeySelector<>(allowed(settings.algorithms()),
                keys(settings));
        signatures.setJWSKeySelector((header, context) -> {
            List<Key> found = selector.selectJWSKeys(header, context);
            if (found.isEmpty() && issuer.isDown() && selector.isAllowed(header.getAlgorithm())) {
                throw new KeySourceException("The issuer may have a key that this gateway has not read yet");
            }
            return found;
        });
        signatures.setJWSTypeVerifier((type, context) -> { }); // the type validator checks the type
        signatures.setJWTClaimsSetVerifier(null); // the claim validators check the claims
        this.decoder = new NimbusJwtDecoder(signatures);
        decoder.setJwtValidator(claims(settings, audiences));
    }

    private JWKSource<SecurityContext> keys(SecurityProperties.OAuth2 settings) {
        return JWKSourceBuilder.create(issuer)
                .cache(settings.keysTtl().toMillis(), settings.timeout().multipliedBy(4).toMillis())
                .refreshAheadCache(false)
                .rateLimited(pause.toMillis())
                .outageTolerant(LONGEST_OUTAGE.toMillis())
                .build();
    }

    private static OAuth2TokenValidator<Jwt> claims(SecurityProperties.OAuth2 settings, Set<String> audiences) {
        JwtTypeValidator type = new JwtTypeValidator("JWT", "at+jwt");
        type.setAllowEmpty(true);
        return new DelegatingOAuth2TokenValidator<>(List.of(type,
                new JwtTimestampValidator(settings.clockSkew()),
                new JwtClaimValidator<>("exp", Objects::nonNull),
                new JwtIssuerValidator(settings.issuer()),
                new JwtClaimValidator<Collection<String>>("aud", named -> named != null && !Collections.disjoint(named, audiences)),
                new JwtClaimValidator<String>("sub", TokenVerifier::isName)));
    }

    /** Whether stores and logs can keep the name: it has no control characters and no half of a surrogate pair. */
    private static boolean isName(String subject) {
        return subject != null && !subject.isBlank() && subject.length() <= LONGEST_SUBJECT
                && subject.codePoints()
                        .noneMatch(letter -> Character.isISOControl(letter) || Character.getType(letter) == Character.SURROGATE);
    }

    private static Set<JWSAlgorithm> allowed(List<String> names) {
        Set<JWSAlgorithm> algorithms = names.stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        if (algorithms.isEmpty()
                || !algorithms.stream().allMatch(algorithm -> ASYMMETRIC.stream().anyMatch(family -> family.contains(algorithm)))) {
            throw new IllegalStateException(
                    "caravan.security.oauth2.algorithms must be of RS256 to RS512, PS256 to PS512 and ES256 to ES512, got " + names);
        }
        return algorithms;
    }

    /** Verifies a token. May wait for the issuer. */
    Caller verify(String token) throws InvalidTokenException, IssuerDownException {
        try {
            Jwt jwt = decoder.decode(token);
            return new Caller(jwt.getSubject(), scopes(jwt), Set.of(), Set.of(), jwt.getExpiresAt().plus(skew), jwt.getSubject(), true);
        } catch (JwtValidationException e) {
            throw new InvalidTokenException(e.getErrors().stream().map(OAuth2Error::getDescription).collect(Collectors.joining("; ")));
        } catch (JwtException e) {
            if (e.getCause() instanceof KeySourceException && (issuer.isDown() || !(e.getCause() instanceof RateLimitReachedException))) {
                throw new IssuerDownException(pause);
            }
            throw new InvalidTokenException("The token is not a JWT signed with a key of the issuer");
        }
    }

    /** Returns the scopes: {@code scope} as text (RFC 9068) or as a list (some issuers), or else {@code scp}. */
    private static Set<String> scopes(Jwt jwt) {
        Object claim = jwt.hasClaim("scope") ? jwt.getClaim("scope") : jwt.getClaim("scp");
        Set<String> scopes = new HashSet<>();
        if (claim instanceof String text) {
            scopes.addAll(Arrays.asList(text.strip().split(" +")));
        } else if (claim instanceof Collection<?> several) {
            several.forEach(scope -> scopes.add(String.valueOf(scope)));
        }
        return Set.copyOf(scopes);
    }

    /** A token is not valid. The message gives the reason in characters that a header may have, and contains nothing of the token. */
    static final class InvalidTokenException extends Exception {

        InvalidTokenException(String message) {
            super(message, null, false, false);
        }
    }

    /** A token can't be verified because the issuer's keys are unavailable. */
    static final class IssuerDownException extends Exception {

        private final transient Duration pause;

        IssuerDownException(Duration pause) {
            super("The issuer's keys are unavailable", null, false, false);
            this.pause = pause;
        }

        /** Returns the time until the gateway asks for the keys again. */
        Duration pause() {
            return pause;
        }
    }

    /**
     * Reads an issuer's keys from the configured address, or from the address in its metadata (RFC 8414, or OpenID Connect discovery). It
     * only remembers whether the last attempt failed.
     */
    static class IssuerKeys implements JWKSetSource<SecurityContext> {

        private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

        private static final int LARGEST = 256 * 1024;

        private final String issuer;
        private final String configured;
        private final ObjectMapper json = JsonMappers.normal();
        private final DefaultResourceRetriever http;
        private volatile boolean down;

        IssuerKeys(SecurityProperties.OAuth2 settings) {
            this.issuer = settings.issuer();
            this.configured = settings.jwksUri();
            int timeout = (int) settings.timeout().toMillis();
            this.http = new DefaultResourceRetriever(timeout, timeout, LARGEST);
        }

        boolean isDown() {
            return down;
        }

        @Override
        public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, SecurityContext context) throws JWKSetUnavailableException {
            try {
                URL address = configured.isEmpty() ? discover() : URI.create(configured).toURL();
                JWKSet keys = JWKSet.parse(http.retrieveResource(address).getContent());
                down = false;
                return keys;
            } catch (IOException | ParseException | IllegalArgumentException e) {
                down = true;
                LOG.warn("Keys of the issuer unavailable issuer={} error={}", issuer, e.toString());
                throw new JWKSetUnavailableException("The issuer's keys are unavailable", e);
            }
        }

        @Override
        public void close() {
            // there is nothing to close
        }

        /** Tries the addresses in the order that MCP sets for clients (2026-07-28, authorization server discovery). */
        private URL discover() throws IOException {
            IOException last = null;
            for (String address : metadata(URI.create(issuer))) {
                try {
                    JsonNode document = json.readTree(http.retrieveResource(URI.create(address).toURL()).getContent());
                    if (!issuer.equals(document.path("issuer").asText())) {
                        throw new IOException("the metadata at " + address + " names another issuer");
                    }
                    return keys(document.path("jwks_uri").asText());
                } catch (IOException e) {
                    last = e;
                }
            }
            throw last;
        }

        private URL keys(String address) throws IOException {
            if (!address.startsWith("https://") && !(issuer.startsWith("http://") && address.startsWith("http://"))) {
                throw new IOException("the metadata has no jwks_uri, or one without https although the issuer has https");
            }
            return URI.create(address).toURL();
        }

        static List<String> metadata(URI issuer) {
            String origin = issuer.getScheme() + "://" + issuer.getRawAuthority();
            String path = issuer.getRawPath() == null ? "" : issuer.getRawPath().replaceFirst("/$", "");
            String oauth = origin + "/.well-known/oauth-authorization-server" + path;
            String openId = origin + "/.well-known/openid-configuration" + path;
            return path.isEmpty() ? List.of(oauth, openId) : List.of(oauth, openId, origin + path + "/.well-known/openid-configuration");
        }
    }
}
