package dev.caravan.source.oauth;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the gateway gets access tokens for a server.
 *
 * @param grant             Whose tokens: client-credentials for the gateway's own, token-exchange for the caller's exchanged token, or
 *                          login for the token of a user who logged in with a browser.
 * @param tokenUrl          Token endpoint. Empty means that the gateway discovers it. Required for token-exchange.
 * @param authorizationUrl  Authorization endpoint, for login. Empty means that the gateway discovers it, and does not use token-url. Needs
 *                          token-url and client-id.
 * @param issuer            Authorization server that may get client-secret or a request signed with private-key, as its metadata names it.
 *                          Required with either where the gateway discovers the token endpoint: without token-url, and for login.
 * @param clientId          Client id of the gateway. Empty means, for login, that the gateway registers itself.
 * @param clientSecret      Client secret of the gateway.
 * @param privateKey        Private key (JWK) with which the gateway signs its requests for tokens instead of a secret.
 * @param clientMetadataUrl Public address of the gateway's client metadata, for login. Empty means that the gateway offers its own if its
 *                          address has https and the issuer names itself in its answers (RFC 9207).
 * @param endpointOrigins   Addresses, besides the issuer's, where its metadata may have endpoints, for login: such as
 *                          https://oauth2.googleapis.com for https://accounts.google.com. By hand only.
 * @param scopes            Scopes to ask for. Empty means, for login, those that the server names.
 * @param resource          Resource that the token is for. Empty means the server's url.
 * @param audience          Audience of an exchanged token. Empty means the resource.
 */
@JsonNaming(KebabCaseStrategy.class)
public record OAuthSettings(Grant grant, String tokenUrl, String authorizationUrl, String issuer,
        String clientId, String clientSecret,
        String privateKey, String clientMetadataUrl, List<String> endpointOrigins, List<String> scopes,
        String resource, String audience) {

    /** Whose tokens the gateway sends. */
    public enum Grant {
        /** The gateway's own. */
        CLIENT_CREDENTIALS,
        /** The caller's, exchanged for one that is for the server. */
        TOKEN_EXCHANGE,
        /** Those of a user who logged in with a browser. */
        LOGIN;

        @JsonCreator
        static Grant of(String text) {
            return Stream.of(values()).filter(grant -> grant.text().equals(text)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                    "oauth.grant must be " + Stream.of(values()).map(Grant::text).collect(Collectors.joining(", ")) + ", not " + text));
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public OAuthSettings {
        grant = grant == null ? Grant.CLIENT_CREDENTIALS : grant;
        endpointOrigins = endpointOrigins == null ? List.of() : endpointOrigins;
        scopes = scopes == null ? List.of() : scopes;
        endpointOrigins.forEach(OAuthSettings::checkOrigin);
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
            throw new IllegalArgumentException(
                    "oauth with client-secret or private-key needs issuer, the authorization server that may get them"
                            + (grant == Grant.LOGIN ? "" : ", or token-url"));
        }
    }

    /** Returns what must not appear in answers, errors and logs. */
    public List<String> secrets() {
        return Stream.of(clientSecret, privateKey).filter(Objects::nonNull).toList();
    }

    private static void checkOrigin(String origin) {
        try {
            if (!URI.create(origin).getRawPath().isEmpty() || URI.create(origin).getRawQuery() != null) {
                throw new IllegalArgumentException(origin + " has a path");
            }
            Origin.of(origin);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IllegalArgumentException(
                    "oauth.endpoint-origins must be scheme, host and port, such as https://oauth2.googleapis.com");
        }
    }

    /**
     * Returns the metadata if it is of the configured issuer, or if none is configured. For login, its endpoints must be at the issuer's
     * own address or at one of {@code endpoint-origins}: the page of the login shows the user to whom he goes, and only that one may get
     * the code.
     *
     * @throws IOException if the server names another authorization server, which must not get the gateway's secret, or if an endpoint is
     *                     elsewhere
     */
    AuthorizationMetadata checked(AuthorizationMetadata found) throws IOException {
        if (issuer != null && !issuer.equals(found.issuer())) {
            throw new IOException("it names the authorization server " + found.issuer() + ", but oauth.issuer is " + issuer
                    + ". Correct oauth.issuer if " + found.issuer()
                    + " may get the client's secret");
        }
        if (grant == Grant.LOGIN) {
            checkEndpoint(found, "authorization_endpoint", found.authorize());
            checkEndpoint(found, "token_endpoint", found.token());
            checkEndpoint(found, "registration_endpoint", found.register());
        }
        return found;
    }

    private void checkEndpoint(AuthorizationMetadata found, String name, URI endpoint) throws IOException {
        Origin own = Origin.of(found.issuer());
        if (endpoint == null || Origin.of(endpoint).equals(own)
                || endpointOrigins.stream().anyMatch(allowed -> Origin.of(allowed).equals(Origin.of(endpoint)))) {
            return;
        }
        throw new IOException("its authorization server " + found.issuer() + " has its " + name + " at " + Origin.of(endpoint)
                + ". A login allows endpoints at " + own
                + " only, since another place may be a trap. If both belong together, an operator adds " + Origin.of(endpoint)
                + " to oauth.endpoint-origins in the file, by hand");
    }

    /**
     * Returns why only an operator may write these settings, by hand: with them, tokens of callers or codes of logins go to addresses of
     * the writer.
     *
     * @param url       address of the source
     * @param former    present settings; null if it has none, or is new
     * @param formerUrl present address of the source
     * @return null if others may write them too
     */
    public String byHandOnly(String url, OAuthSettings former, String formerUrl) {
        boolean stays = former != null && grant == former.grant && url.equals(formerUrl) && endpoints().equals(former.endpoints());
        if (stays || grant == Grant.CLIENT_CREDENTIALS) {
            return null;
        }
        if (grant == Grant.TOKEN_EXCHANGE || !endpointOrigins.isEmpty()) {
            return "oauth: token-exchange and endpoint-origins can be written by hand only, since their addresses receive the tokens of "
                    + "callers and the codes of logins";
        }
        try {
            Origin own = Origin.of(url);
            boolean fits = (issuer != null || authorizationUrl != null) && Stream.of(issuer, tokenUrl, authorizationUrl, resource)
                    .filter(address -> address != null && !address.isBlank()).allMatch(address -> Origin.of(address).equals(own));
            return fits ? null : "oauth: with grant login, oauth.issuer is required over REST. It must be at " + own
                    + ", as token-url, authorization-url and resource. Other addresses can be written by hand only, since they "
                    + "receive the codes and tokens of logins";
        } catch (IllegalArgumentException e) {
            return "oauth: an address is not valid";
        }
    }

    private List<Object> endpoints() {
        return Arrays.asList(tokenUrl, authorizationUrl, issuer, endpointOrigins, clientId, resource, audience);
    }

    /** Returns the metadata that the settings have; null if the gateway must discover it. */
    AuthorizationMetadata configured(String url) {
        return authorizationUrl == null ? null
                : new AuthorizationMetadata(resource(url), Set.of(), issuer == null ? Origin.of(tokenUrl).toString() : issuer,
                        URI.create(authorizationUrl),
                URI.create(tokenUrl), null, List.of(), Set.of(), false, false);
    }

    /**
     * Whether a caller's requests need tokens of his own. In a mode that proves no names, the login of the gateway itself serves all
     * callers.
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
