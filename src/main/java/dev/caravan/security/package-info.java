/**
 * Who calls, and what they may (contracts, section 8). Mode {@code none}: anyone who reaches the port, which
 * must be loopback; {@code api-key}: whoever has a key of the configuration; {@code oauth2}: whoever has an access token of the issuer.
 * Scopes say what.
 */
package dev.caravan.security;
