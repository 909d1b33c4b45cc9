package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.source.oauth.OAuthSettings;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The settings {@code oauth} of an API's file. They are those of {@link OAuthSettings}; the document may give endpoints, issuer and scopes that the file
 * leaves out.
 */
@JsonNaming(KebabCaseStrategy.class)
record ApiOAuth(String grant, String tokenUrl, String authorizationUrl, String issuer, String clientId, String clientSecret, String privateKey, String clientMetadataUrl,
        List<String> endpointOrigins, List<String> scopes, String resource, String audience) {

    private static final List<String> GRANTS = Stream.of(OAuthSettings.Grant.values()).map(grant -> grant.name().toLowerCase(Locale.ROOT).replace('_', '-')).toList();

    ApiOAuth {
        grant = grant == null ? GRANTS.get(0) : grant;
        endpointOrigins = endpointOrigins == null ? List.of() : endpointOrigins;
        scopes = scopes == null ? List.of() : scopes;
        if (!GRANTS.contains(grant)) {
            throw new IllegalArgumentException("oauth.grant must be " + String.join(", ", GRANTS) + ", not " + grant);
        }
    }

    OAuthSettings.Grant whose() {
        return OAuthSettings.Grant.values()[GRANTS.indexOf(grant)];
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if one is missing
     */
    OAuthSettings settings() {
        return new OAuthSettings(whose(), tokenUrl, authorizationUrl, issuer, clientId, clientSecret, privateKey, clientMetadataUrl, endpointOrigins, scopes, resource, audience);
    }

    /** Returns these settings with other endpoints. */
    ApiOAuth at(String token, String authorization) {
        return new ApiOAuth(grant, token, authorization, issuer, clientId, clientSecret, privateKey, clientMetadataUrl, endpointOrigins, scopes, resource, audience);
    }

    /** Returns these settings with another authorization server. */
    ApiOAuth of(String other) {
        return new ApiOAuth(grant, tokenUrl, authorizationUrl, other, clientId, clientSecret, privateKey, clientMetadataUrl, endpointOrigins, scopes, resource, audience);
    }

    /** Returns these settings with other scopes. */
    ApiOAuth asking(List<String> others) {
        return new ApiOAuth(grant, tokenUrl, authorizationUrl, issuer, clientId, clientSecret, privateKey, clientMetadataUrl, endpointOrigins, others, resource, audience);
    }

    ApiOAuth resolved(UnaryOperator<String> placeholders) {
        UnaryOperator<String> each = text -> text == null ? null : placeholders.apply(text);
        return new ApiOAuth(grant, each.apply(tokenUrl), each.apply(authorizationUrl), each.apply(issuer), each.apply(clientId), each.apply(clientSecret), each.apply(privateKey),
                each.apply(clientMetadataUrl), endpointOrigins.stream().map(each).toList(), scopes.stream().map(each).toList(), each.apply(resource), each.apply(audience));
    }

    /** Returns what must not appear in answers, errors and logs. */
    List<String> secrets() {
        return Stream.of(clientSecret, privateKey).filter(Objects::nonNull).toList();
    }

    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return "oauth " + grant;
    }
}
