/**
 * Decides who calls, and what they may do (contracts, section 8). Mode {@code none} accepts anyone who reaches the port, which must be
 * loopback. Mode {@code api-key} accepts keys of the settings and of {@code config/keys.yaml}, and {@code oauth2} accepts access
 * tokens of the issuer. Scopes say what a caller may do. All packages may ask: the ways in by {@code Admission}, and steps of
 * routes by the {@code Caller} that it leaves on the exchange. What a message needs is checked in {@code dev.caravan.call}.
 *
 * <p>{@code Reach} says which tools, resources and prompts a caller may use, by tags, scopes and toolsets. Every way in asks it, through
 * {@code dev.caravan.mcp.ToolRights}.
 *
 * <p>Spring Security's {@code NimbusJwtDecoder} decodes tokens and checks their claims; its web filters are not on the class path. Reading
 * the issuer's keys stays ours ({@code TokenVerifier.IssuerKeys}, {@code JWKSourceBuilder}), because the key sources of
 * {@code NimbusJwtDecoder.withJwkSetUri} and {@code withIssuerLocation} (6.5.7) break four promises. The size of a key document is not
 * limited. Each unknown key causes a request. Keys are dropped while the issuer is down. An issuer that is down at the start stops the
 * gateway.
 */
package dev.caravan.security;
