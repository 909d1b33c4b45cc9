package dev.caravan.security;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of mode oauth2, {@code caravan.security.oauth2.*}.
 *
 * @param issuer     Issuer of the tokens, exactly as their iss claim says it.
 * @param jwksUri    Address of the issuer's keys. Empty means the address in the issuer's metadata.
 * @param audiences  Accepted audiences (aud); a token must have one of them. Empty means public-url, with or without /mcp.
 * @param algorithms Accepted signature algorithms.
 * @param clockSkew  Difference that is allowed between the issuer's clock and the gateway's clock.
 * @param keysTtl    Time for which the issuer's keys and verified tokens are cached.
 * @param timeout    Timeout of one request to the issuer.
 */
@ConfigurationProperties("caravan.security.oauth2")
record OAuth2Properties(
        @DefaultValue("") String issuer,
        @DefaultValue("") String jwksUri,
        @DefaultValue List<String> audiences,
        @DefaultValue({"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"}) List<String> algorithms,
        @DefaultValue("60s") Duration clockSkew,
        @DefaultValue("5m") Duration keysTtl,
        @DefaultValue("2s") Duration timeout) {
}
