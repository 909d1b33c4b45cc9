package dev.caravan.upstream;

import java.util.List;
import java.util.Map;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;

/** Gets the gateway's own access token for one server (OAuth 2.1, client credentials), and keeps the token until shortly before it expires. */
final class ClientCredentials {

    private static final String PRINCIPAL = "caravan";

    private final String server;
    private final AuthorizedClientServiceOAuth2AuthorizedClientManager clients;

    /** @param url address of the server; the token is for this resource, unless the settings name another (RFC 8707) */
    ClientCredentials(String server, UpstreamProperties.OAuth settings, String url) {
        this.server = server;
        ClientRegistration registration = ClientRegistration.withRegistrationId(server).tokenUri(settings.tokenUrl()).clientId(settings.clientId())
                .clientSecret(settings.clientSecret()).scope(settings.scopes()).authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS).build();
        InMemoryClientRegistrationRepository registrations = new InMemoryClientRegistrationRepository(registration);
        RestClientClientCredentialsTokenResponseClient requests = new RestClientClientCredentialsTokenResponseClient();
        String resource = settings.resource() == null ? url : settings.resource();
        requests.addParametersConverter(request -> new LinkedMultiValueMap<>(CollectionUtils.toMultiValueMap(Map.of("resource", List.of(resource)))));
        this.clients = new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, new InMemoryOAuth2AuthorizedClientService(registrations));
        clients.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder().clientCredentials(grant -> grant.accessTokenResponseClient(requests)).build());
    }

    /**
     * Returns a valid access token.
     *
     * @throws IllegalStateException if the authorization server returns no token
     */
    String token() {
        OAuth2AuthorizedClient client = clients.authorize(OAuth2AuthorizeRequest.withClientRegistrationId(server).principal(PRINCIPAL).build());
        if (client == null) {
            throw new IllegalStateException("the authorization server gave no token");
        }
        return client.getAccessToken().getTokenValue();
    }
}
