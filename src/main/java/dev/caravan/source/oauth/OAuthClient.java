package dev.caravan.source.oauth;

import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * The gateway as a client of one authorization server.
 *
 * @param secret null if it has none
 * @param method how it authenticates at the token endpoint: client_secret_basic, client_secret_post or none
 */
record OAuthClient(String id, String secret, String method) {

    ClientAuthenticationMethod authentication() {
        return new ClientAuthenticationMethod(method);
    }

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return id;
    }
}
