package dev.caravan.source.oauth;

import com.nimbusds.jose.jwk.JWK;
import java.io.IOException;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.security.oauth2.client.endpoint.AbstractOAuth2AuthorizationGrantRequest;
import org.springframework.security.oauth2.client.endpoint.AbstractRestClientOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.NimbusJwtClientAuthenticationParametersConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.RestClientRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.RestClientTokenExchangeTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.TokenExchangeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.client.RestClientResponseException;

/** Requests tokens at a token endpoint, with Spring Security's clients. */
@Component
record TokenRequests(OAuthHttp http) {

    private static final String REGISTRATION = "upstream";

    /** The authorization server gave no token. */
    static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1;
        private final String code;

        RefusedException(String code) {
            super("its authorization server gave no token: " + code);
            this.code = code;
        }

        /** Returns the error code of OAuth, such as {@code invalid_grant}. */
        String code() {
            return code;
        }
    }

    /** Exchanges the code of a login. */
    Tokens code(OpenLogin login, String state, String code) throws RefusedException {
        OAuth2AuthorizationRequest request = login.request(state);
        ClientRegistration registration = registration(login.client(), login.token(), Set.of())
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationUri(request.getAuthorizationUri()).redirectUri(request.getRedirectUri()).build();
        OAuth2AuthorizationRequest asked = OAuth2AuthorizationRequest.from(request)
                .attributes(attributes -> attributes.put(PkceParameterNames.CODE_VERIFIER, login.verifier())).build();
        OAuth2AuthorizationResponse answered = OAuth2AuthorizationResponse.success(code).redirectUri(login.redirect())
                .state(state).build();
        OAuth2AccessTokenResponse given = ask(new RestClientAuthorizationCodeTokenResponseClient(),
                new OAuth2AuthorizationCodeGrantRequest(registration, new OAuth2AuthorizationExchange(asked, answered)),
                Map.of("resource", login.resource()));
        return tokens(given, null, login.scopes(), login.client(), login.token(), login.resource());
    }

    Tokens refresh(Tokens former) throws RefusedException {
        ClientRegistration registration = registration(former.client(), former.endpoint(), Set.of())
                .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN).build();
        OAuth2AccessToken access = new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, former.access(), null, null);
        OAuth2AccessTokenResponse given = ask(new RestClientRefreshTokenTokenResponseClient(),
                new OAuth2RefreshTokenGrantRequest(registration, access, new OAuth2RefreshToken(former.refresh(), null)),
                Map.of("resource", former.resource()));
        return tokens(given, former.refresh(), former.scopes(), former.client(), former.endpoint(), former.resource());
    }

    private static Tokens tokens(OAuth2AccessTokenResponse given, String refresh, Set<String> scopes, OAuthClient client, String endpoint,
            String resource) {
        OAuth2AccessToken access = given.getAccessToken();
        Set<String> all = new HashSet<>(access.getScopes() == null ? Set.of() : access.getScopes());
        all.addAll(scopes);
        return new Tokens(access.getTokenValue(), given.getRefreshToken() == null ? refresh : given.getRefreshToken().getTokenValue(),
                access.getExpiresAt() == null ? null : access.getExpiresAt().toEpochMilli(), all, client, endpoint, resource);
    }

    /**
     * Gets the gateway's own token.
     *
     * @param issuer audience of a signed request; null for the token endpoint
     */
    OAuth2AccessToken credentials(OAuthSettings settings, OAuthClient client, String endpoint, String issuer, Set<String> scopes,
            String resource) throws RefusedException {
        RestClientClientCredentialsTokenResponseClient requests = new RestClientClientCredentialsTokenResponseClient();
        ClientRegistration.Builder registration = registration(client, endpoint, scopes)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS);
        if (settings.privateKey() != null) {
            JWK key = key(settings.privateKey());
            registration.clientAuthenticationMethod(ClientAuthenticationMethod.PRIVATE_KEY_JWT);
            var signed = new NimbusJwtClientAuthenticationParametersConverter<OAuth2ClientCredentialsGrantRequest>(any -> key);
            if (issuer != null) {
                signed.setJwtClientAssertionCustomizer(claims -> claims.getClaims().audience(List.of(issuer)));
            }
            requests.addParametersConverter(signed);
        }
        return ask(requests, new OAuth2ClientCredentialsGrantRequest(registration.build()), Map.of("resource", resource)).getAccessToken();
    }

    private static JWK key(String jwk) {
        try {
            return JWK.parse(jwk);
        } catch (ParseException e) {
            throw new IllegalStateException("oauth.private-key is no JWK");
        }
    }

    /** Exchanges a caller's token (RFC 8693). */
    OAuth2AccessToken exchange(OAuthSettings settings, String subject, String url) throws RefusedException {
        OAuthClient client = new OAuthClient(settings.clientId(), settings.clientSecret(),
                ClientAuthenticationMethod.CLIENT_SECRET_BASIC.getValue());
        ClientRegistration registration = registration(client, settings.tokenUrl(), Set.copyOf(settings.scopes()))
                .authorizationGrantType(AuthorizationGrantType.TOKEN_EXCHANGE).build();
        OAuth2AccessToken of = new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, subject, null, null);
        return ask(new RestClientTokenExchangeTokenResponseClient(), new TokenExchangeGrantRequest(registration, of, null),
                Map.of("audience", settings.audience(url), "resource", settings.resource(url))).getAccessToken();
    }

    private static ClientRegistration.Builder registration(OAuthClient client, String endpoint, Set<String> scopes) {
        return ClientRegistration.withRegistrationId(REGISTRATION).clientId(client.id()).clientSecret(client.secret())
                .clientAuthenticationMethod(client.authentication())
                .tokenUri(endpoint).scope(scopes);
    }

    private <R extends AbstractOAuth2AuthorizationGrantRequest> OAuth2AccessTokenResponse ask(
            AbstractRestClientOAuth2AccessTokenResponseClient<R> requests, R request,
            Map<String, String> more) throws RefusedException {
        requests.setRestClient(http.tokens());
        requests.addParametersConverter(any -> {
            LinkedMultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
            more.forEach(parameters::add);
            return parameters;
        });
        try {
            return requests.getTokenResponse(request);
        } catch (OAuth2AuthorizationException e) {
            // Spring Security reads the error of status 400 only
            String code = e.getCause() instanceof RestClientResponseException refused ? http.error(refused.getResponseBodyAsByteArray())
                    : String.valueOf(e.getError().getErrorCode());
            throw new RefusedException(code.matches("[a-z_]{1,60}") ? code : "an unknown error");
        }
    }
}
