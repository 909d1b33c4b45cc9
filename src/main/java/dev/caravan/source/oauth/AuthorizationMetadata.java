package dev.caravan.source.oauth;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * What the gateway knows about a server's authorization.
 *
 * @param resource        resource that tokens are for
 * @param scopes          scopes that the server names; empty if it names none
 * @param issuer          the authorization server
 * @param authorize       authorization endpoint; null if there is none
 * @param token           token endpoint
 * @param register        registration endpoint; null if there is none
 * @param methods         how clients authenticate at the token endpoint; empty if it is not said
 * @param offered         scopes that the authorization server names
 * @param namesIssuer     whether an answer from the authorization endpoint names its issuer (RFC 9207)
 * @param clientDocuments whether a client may be the address of its metadata
 */
record AuthorizationMetadata(String resource, Set<String> scopes, String issuer, URI authorize, URI token, URI register,
        List<String> methods,
        Set<String> offered, boolean namesIssuer, boolean clientDocuments) {
}
