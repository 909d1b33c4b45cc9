package dev.caravan.oauth;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the gateway gets access tokens for a server.
 *
 * @param grant             Whose tokens: client-credentials for the gateway's own, token-exchange for the caller's exchanged token, or login for the token
 *                          of a user who logged in with a browser.
 * @param tokenUrl          Token endpoint. Empty means that the gateway discovers it. Required for token-exchange.
 * @param authorizationUrl  Authorization endpoint, for login. Empty means that the gateway discovers it, and does not use token-url. Needs token-url and client-id.
 * @param issuer            Authorization server that may get client-secret or a request signed with private-key, as its metadata names it. Required with
 *                          either where the gateway discovers the token endpoint: without token-url, and for login.
 * @param clientId          Client id of the gateway. Empty means, for login, that the gateway registers itself.
 * @param clientSecret      Client secret of the gateway.
 * @param privateKey        Private key (JWK) with which the gateway signs its requests for tokens instead of a secret.
 * @param clientMetadataUrl Public address of the gateway's client metadata, for login. Empty means that the gateway offers its own if its address has https.
 * @param scopes            Scopes to ask for. Empty means, for login, those that the server names.
 * @param resource          Resource that the token is for. Empty means the server's url.
 * @param audience          Audience of an exchanged token. Empty means the resource.
 */
public record OAuthSettings(@DefaultValue("client-credentials") Grant grant, String tokenUrl, String authorizationUrl, String issuer, String clientId, String clientSecret,
        String privateKey, String clientMetadataUrl, @DefaultValue List<String> scopes, String resource, String audience) {

    /** Whose tokens the gateway sends. */
    public enum Grant {
        /** The gateway's own. */
        CLIENT_CREDENTIALS,
        /** The caller's, exchanged for one that is for the server. */
        TOKEN_EXCHANGE,
        /** Those of a user who logged in with a browser. */
        LOGIN
    }

    public OAuthSettings {
        if (grant == Grant.CLIENT_CREDENTIALS && (clientId == null || clientSecret == null && privateKey == null)) {
            throw new IllegalArgumentException("oauth with client-credentials needs client-id, and client-secret or private-key");
        }
        if (grant == Grant.TOKEN_EXCHANGE && (tokenUrl == null || clientId == null || clientSecret == null)) {
            throw new IllegalArgumentException("oauth with token-exchange needs token-url, client-id and client-secret");
        }
        if (authorizationUrl != null && (tokenUrl == null || clientId == null)) {
            throw new IllegalArgumentException("oauth with authorization-url needs token-url and client-id");
        }
        boolean discovers = tokenUrl == null || grant == Grant.LOGIN && authorizationUrl == null;
        if (discovers && issuer == null && (clientSecret != null || privateKey != null)) {
            throw new IllegalArgumentException("oauth with client-secret or private-key needs issuer, the authorization server that may get them" + (grant == Grant.LOGIN ? "" : ", or token-url"));
        }
    }

    /** Whether each caller has tokens of his own. */
    public boolean isPerCaller() {
        return grant != Grant.CLIENT_CREDENTIALS;
    }

    /**
     * Returns the metadata if it is of the configured issuer, or if none is configured.
     *
     * @throws IOException if the server names another authorization server, which must not get the gateway's secret
     */
    AuthorizationMetadata checked(AuthorizationMetadata found) throws IOException {
        if (issuer != null && !issuer.equals(found.issuer())) {
            throw new IOException("its authorization server is " + found.issuer() + ", and oauth.issuer is another");
        }
        return found;
    }

    /**
     * Returns why only an operator may write these settings, by hand: with them, tokens of callers or codes of logins go to addresses of the writer.
     *
     * @param url       address of the source
     * @param former    present settings; null if it has none, or is new
     * @param formerUrl present address of the source
     * @return null if others may write them too
     */
    public String byHandOnly(String url, OAuthSettings former, String formerUrl) {
        boolean stays = former != null && url.equals(formerUrl) && grant == former.grant && endpoints().equals(former.endpoints());
        if (stays || grant == Grant.CLIENT_CREDENTIALS) {
            return null;
        }
        if (grant == Grant.TOKEN_EXCHANGE) {
            return "oauth.grant: token-exchange and the addresses beside it can be written by hand only, since they receive the tokens of callers";
        }
        try {
            boolean sameIssuer = former != null && issuer != null && issuer.equals(former.issuer) && origin(url).equals(origin(formerUrl));
            String allowed = origin(sameIssuer ? issuer : url);
            boolean fits = Stream.of(issuer, tokenUrl, authorizationUrl).filter(Objects::nonNull).allMatch(address -> origin(address).equals(allowed));
            return fits ? null : "oauth: with grant login, issuer, token-url and authorization-url must be at " + allowed + ". Other addresses can be written by hand only, since they receive the codes of logins";
        } catch (IllegalArgumentException e) {
            return "oauth: an address is not valid";
        }
    }

    private List<Object> endpoints() {
        return Arrays.asList(tokenUrl, authorizationUrl, issuer, clientId, resource, audience);
    }

    /** Returns the metadata that the settings have; null if the gateway must discover it. */
    AuthorizationMetadata configured(String url) {
        return authorizationUrl == null ? null : new AuthorizationMetadata(resource(url), Set.of(), issuer == null ? origin(tokenUrl) : issuer, URI.create(authorizationUrl),
                URI.create(tokenUrl), null, List.of(), Set.of(), false, false);
    }

    /** @throws IllegalArgumentException if it is no address */
    private static String origin(String address) {
        URI uri = URI.create(address);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /**
     * Whether a caller's requests need tokens of his own. In a mode that proves no names, the login of the gateway itself serves all callers.
     */
    public boolean isFor(CallerIdentity caller) {
        return grant == Grant.TOKEN_EXCHANGE || grant == Grant.LOGIN && (caller.name() != null || caller.isUnnamed());
    }

    /** Returns the resource that a token for the server at this address is for. */
    String resource(String url) {
        return resource == null || resource.isBlank() ? url : resource;
    }

    /** Returns the audience of an exchanged token for the server at this address. */
    String audience(String url) {
        return audience == null || audience.isBlank() ? resource(url) : audience;
    }

    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return "OAuthSettings[" + grant + ", clientId=" + clientId + "]";
    }
}
