package dev.caravan.source.oauth;

import java.net.URI;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;

/**
 * A login that has begun.
 *
 * @param server      name of the server in the settings
 * @param url         address of the server
 * @param user        name of the user; null for the gateway itself
 * @param issuer      the authorization server
 * @param namesIssuer whether its answer must name the issuer
 * @param verifier    secret that proves that the gateway began the login (PKCE)
 * @param browser     hash of the secret of the browser that opened the login; null before
 */
record OpenLogin(String server, String url, String user, String issuer, boolean namesIssuer, String authorize, String token,
        OAuthClient client, String redirect, String verifier, String resource, Set<String> scopes, String browser) {

    OAuth2AuthorizationRequest request(String state) {
        return OAuth2AuthorizationRequest.authorizationCode().authorizationUri(authorize).clientId(client.id()).redirectUri(redirect)
                .state(state).scopes(new TreeSet<>(scopes))
                .additionalParameters(more -> {
                    more.put("resource", resource);
                    more.put(PkceParameterNames.CODE_CHALLENGE,
                            Base64.getUrlEncoder().withoutPadding().encodeToString(DigestUtils.sha256(verifier)));
                    more.put(PkceParameterNames.CODE_CHALLENGE_METHOD, "S256");
                }).build();
    }

    /** Returns the host at which the user logs in. */
    String host() {
        return URI.create(authorize).getAuthority();
    }

    /** Leaves out secrets. */
    @Override
    public String toString() {
        return "login at " + server;
    }

    /**
     * The answer of an authorization server to a login, which a browser brings.
     *
     * @param redirect address of the gateway to which it came
     * @param code     null if the login was refused
     * @param issuer   issuer that it names (RFC 9207); null if it names none
     * @param error    error code; null if it has a code
     */
    record Answer(String redirect, String code, String issuer, String error) {

        /** Leaves out the code. */
        @Override
        public String toString() {
            return "answer at " + redirect;
        }
    }
}
