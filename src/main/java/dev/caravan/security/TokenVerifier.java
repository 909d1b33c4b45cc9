package dev.caravan.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import dev.caravan.http.Caller;
import java.security.Key;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Verifies access tokens, which are JWTs (RFC 9068): signed by the issuer with an algorithm that is allowed, for this gateway, and in time.
 * Keys that are needed and not known are asked for, at most twice in ten seconds; those that are known stay good while the
 * issuer doesn't answer.
 */
class TokenVerifier {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_OUTAGE = Duration.ofDays(1);
    private static final Set<JWSAlgorithm.Family> ASYMMETRIC = Set.of(JWSAlgorithm.Family.RSA, JWSAlgorithm.Family.EC);
    private static final int LONGEST_SUBJECT = 255;

    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final IssuerKeys issuer;
    private final Duration skew;
    private final Duration pause;

    /** @param audiences of which a token must have one */
    TokenVerifier(OAuth2Properties settings, Set<String> audiences) {
        if (settings.issuer().isBlank()) {
            throw new IllegalStateException("caravan.security.mode is oauth2, which needs caravan.security.oauth2.issuer");
        }
        this.issuer = new IssuerKeys(settings);
        this.skew = settings.clockSkew();
        this.pause = Duration.ofMillis(Math.min(LONGEST_PAUSE.toMillis(), settings.keysTtl().toMillis() / 2));
        JWKSource<SecurityContext> keys = JWKSourceBuilder.create(issuer)
                .cache(settings.keysTtl().toMillis(), settings.timeout().multipliedBy(4).toMillis())
                .refreshAheadCache(false)
                .rateLimited(pause.toMillis())
                .outageTolerant(LONGEST_OUTAGE.toMillis())
                .build();
        JWSVerificationKeySelector<SecurityContext> selector = new JWSVerificationKeySelector<>(allowed(settings.algorithms()), keys);
        processor.setJWSKeySelector((header, context) -> {
            List<Key> found = selector.selectJWSKeys(header, context);
            if (found.isEmpty() && issuer.isDown() && selector.isAllowed(header.getAlgorithm())) {
                throw new KeySourceException("The issuer may have a key that is not known here");
            }
            return found;
        });
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(audiences,
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build(), Set.of("sub", "exp"), Set.of());
        claims.setMaxClockSkew((int) skew.toSeconds());
        processor.setJWTClaimsSetVerifier(claims);
    }

    private static Set<JWSAlgorithm> allowed(List<String> names) {
        Set<JWSAlgorithm> algorithms = names.stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        if (algorithms.isEmpty() || !algorithms.stream().allMatch(algorithm -> ASYMMETRIC.stream().anyMatch(family -> family.contains(algorithm)))) {
            throw new IllegalStateException("caravan.security.oauth2.algorithms: RS256 to RS512, PS256 to PS512 and ES256 to ES512 may be, not " + names);
        }
        return algorithms;
    }

    /** May wait for the issuer. */
    Caller verify(String token) throws InvalidTokenException, IssuerDownException {
        try {
            return caller(processor.process(token, null));
        } catch (RateLimitReachedException e) {
            if (issuer.isDown()) {
                throw new IssuerDownException(pause);
            }
            throw new InvalidTokenException("The token is not signed with a key of the issuer");
        } catch (KeySourceException e) {
            throw new IssuerDownException(pause);
        } catch (ExpiredJWTException e) {
            throw new InvalidTokenException("The token has expired");
        } catch (BadJWTException e) {
            throw new InvalidTokenException("The token is not of the issuer, not for this resource, or not yet valid");
        } catch (BadJOSEException | JOSEException | ParseException e) {
            throw new InvalidTokenException("The token is no JWT that is signed with a key of the issuer");
        }
    }

    private Caller caller(JWTClaimsSet claims) throws InvalidTokenException {
        String subject = claims.getSubject();
        if (subject.isBlank() || subject.length() > LONGEST_SUBJECT) {
            throw new InvalidTokenException("The token has no usable subject");
        }
        Instant expires = claims.getExpirationTime().toInstant().plus(skew);
        return new Caller(subject, scopes(claims), Set.of(), expires, subject, true);
    }

    /** {@code scope}, one text (RFC 9068) or a list as some issuers write it, or else {@code scp}. */
    private static Set<String> scopes(JWTClaimsSet claims) {
        Object claim = claims.getClaim("scope") == null ? claims.getClaim("scp") : claims.getClaim("scope");
        Set<String> scopes = new HashSet<>();
        if (claim instanceof String text) {
            scopes.addAll(Arrays.asList(text.strip().split(" +")));
        } else if (claim instanceof Collection<?> several) {
            several.forEach(scope -> scopes.add(String.valueOf(scope)));
        }
        return Set.copyOf(scopes);
    }
}
