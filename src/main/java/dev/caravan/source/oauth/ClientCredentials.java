package dev.caravan.source.oauth;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

/**
 * Gets the gateway's own access token for one server by client credentials, and keeps it until shortly before it expires. Without a configured token
 * endpoint, it discovers the endpoint when the server refuses the first request. After a failure, requests of the next second fail at once.
 */
final class ClientCredentials implements RequestAuthorization {

    private final String url;
    private final OAuthSettings settings;
    private final MetadataDiscovery discovery;
    private final TokenRequests requests;
    private final FailurePause pause = new FailurePause();
    private final Set<String> scopes;
    private String endpoint;
    private String issuer;
    private OAuthClient client;
    private OAuth2AccessToken current;

    ClientCredentials(String url, OAuthSettings settings, MetadataDiscovery discovery, TokenRequests requests) {
        this.url = url;
        this.settings = settings;
        this.discovery = discovery;
        this.requests = requests;
        this.endpoint = settings.tokenUrl();
        this.scopes = new LinkedHashSet<>(settings.scopes());
        this.client = new OAuthClient(settings.clientId(), settings.clientSecret(), ClientAuthenticationMethod.CLIENT_SECRET_BASIC.getValue());
    }

    @Override
    public synchronized String token() throws IOException {
        if (endpoint == null) {
            return null;
        }
        if (current == null || TokenRequests.isExpiring(current)) {
            current = pause.run(() -> requests.credentials(settings, client, endpoint, issuer, scopes, settings.resource(url)));
        }
        return current.getTokenValue();
    }

    @Override
    public synchronized boolean renew(String used, int status, List<String> challenges) throws IOException {
        Challenge challenge = Challenge.of(challenges);
        if (endpoint == null) {
            AuthorizationMetadata found = pause.run(() -> settings.checked(discovery.find(url, challenge, settings.issuer())));
            endpoint = found.token().toString();
            issuer = found.issuer();
            if (found.methods().contains("client_secret_post") && !found.methods().contains("client_secret_basic")) {
                client = new OAuthClient(client.id(), client.secret(), "client_secret_post");
            }
            scopes.addAll(scopes.isEmpty() && challenge.scopes().isEmpty() ? found.scopes() : challenge.scopes());
        } else if (used != null && current != null && !used.equals(current.getTokenValue())) {
            return true;
        }
        current = null;
        return !token().equals(used);
    }
}
