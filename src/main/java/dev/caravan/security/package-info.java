/**
 * Who calls, and what they may (contracts, section 8). Mode {@code none}: anyone who reaches the port, which
 * must be loopback; {@code api-key}: whoever has a key of the configuration; {@code oauth2}: whoever has an access token of the issuer.
 * Scopes say what.
 *
 * <p>Spring Security's {@code NimbusJwtDecoder} decodes tokens and checks their claims; its web filters are not on the class path. Fetching
 * the issuer's keys stays ours ({@code IssuerKeys}, {@code JWKSourceBuilder}), as what {@code NimbusJwtDecoder.withJwkSetUri} and
 * {@code withIssuerLocation} (6.5.7) build breaks four promises: a key document has no largest size, unknown keys make a request each, keys are
 * forgotten while the issuer is down, and an issuer that is down at the start stops the gateway.
 */
package dev.caravan.security;
