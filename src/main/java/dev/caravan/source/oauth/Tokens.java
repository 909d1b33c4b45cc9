package dev.caravan.source.oauth;

import java.time.Instant;
import java.util.Set;

/**
 * Tokens of a user for a server.
 *
 * @param refresh  null if there is none
 * @param expires  time in ms after which the access token is not valid; null if it is not said
 * @param scopes   scopes that the tokens have
 * @param client   client that may refresh them
 * @param endpoint token endpoint of their issuer
 */
record Tokens(String access, String refresh, Long expires, Set<String> scopes, OAuthClient client, String endpoint, String resource) {

    private static final long EARLY_SECONDS = 30;

    boolean isExpiring() {
        return expires != null && isExpiring(Instant.ofEpochMilli(expires));
    }

    /** Whether a token that expires then is not valid any more, or not for long. */
    static boolean isExpiring(Instant expiry) {
        return expiry != null && expiry.isBefore(Instant.now().plusSeconds(EARLY_SECONDS));
    }

    /** Leaves out the tokens. */
    @Override
    public String toString() {
        return "tokens of " + endpoint;
    }
}
