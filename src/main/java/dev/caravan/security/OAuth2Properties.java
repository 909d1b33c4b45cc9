package dev.caravan.security;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of mode oauth2, {@code caravan.security.oauth2.*}.
 *
 * @param issuer     exactly as tokens say it
 * @param jwksUri    where its keys are; empty: as its metadata says
 * @param audiences  of which a token must have one; empty: the gateway's own addresses
 * @param algorithms of signatures that are accepted
 * @param clockSkew  that clocks may differ by
 * @param keysTtl    how long the issuer's keys, and a token that was verified, are good without looking again
 * @param timeout    of one request to the issuer
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
