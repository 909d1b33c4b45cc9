package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logins at providers like these work: most have their endpoints at the issuer's own address, and the others by {@code endpoint-origins}.
 */
class ProviderEndpointsTest {

    private static OAuthSettings settings(OAuthSettings.Grant grant, String... origins) {
        return new OAuthSettings(grant, null, null, null, "c", null, null, null, List.of(origins), List.of(), null, null);
    }

    private static AuthorizationMetadata metadata(String issuer, String authorize, String token) {
        return new AuthorizationMetadata("https://mcp.example.com", Set.of(), issuer, URI.create(authorize), URI.create(token), null,
                List.of(), Set.of(), false, false);
    }

    @ParameterizedTest
    @CsvSource({
        "https://github.com/login/oauth, https://github.com/login/oauth/authorize, https://github.com/login/oauth/access_token",
        "https://id.example.com/realms/a, https://id.example.com/realms/a/protocol/openid-connect/auth, "
                + "https://ID.example.com:443/realms/a/protocol/openid-connect/token",
        "https://dev-1.okta.com/oauth2/default, https://dev-1.okta.com/oauth2/default/v1/authorize, "
                + "https://dev-1.okta.com/oauth2/default/v1/token"})
    void ownAddressNeedsNoSetting(String issuer, String authorize, String token) throws IOException {
        AuthorizationMetadata found = metadata(issuer, authorize, token);
        assertThat(settings(OAuthSettings.Grant.LOGIN).checked(found)).isSameAs(found);
    }

    @Test
    void endpointsOfTheFileNeedNoMetadata() {
        String entra = "https://login.microsoftonline.com/t/";
        OAuthSettings settings = new OAuthSettings(OAuthSettings.Grant.LOGIN, entra + "oauth2/v2.0/token", entra + "oauth2/v2.0/authorize",
                entra + "v2.0", "c", "s", null, null, List.of(), List.of(), null, null);
        assertThat(settings.configured("https://mcp.example.com").issuer()).isEqualTo("https://login.microsoftonline.com/t/v2.0");
    }

    @ParameterizedTest
    @CsvSource({
        "https://accounts.google.com, https://accounts.google.com/o/oauth2/v2/auth, https://oauth2.googleapis.com/token, "
                + "https://oauth2.googleapis.com",
        "https://api.example.com, https://www.example.com/oauth, https://www.example.com/oauth/token, https://www.example.com"})
    void otherAddressesNeedTheSetting(String issuer, String authorize, String token, String origin) throws IOException {
        AuthorizationMetadata found = metadata(issuer, authorize, token);
        assertThatThrownBy(() -> settings(OAuthSettings.Grant.LOGIN).checked(found)).isInstanceOf(IOException.class)
                .hasMessageContaining("adds " + origin + " to oauth.endpoint-origins");
        assertThat(settings(OAuthSettings.Grant.LOGIN, origin).checked(found)).isSameAs(found);
        assertThat(new OAuthSettings(OAuthSettings.Grant.CLIENT_CREDENTIALS, null, null, issuer, "c", "s", null, null, List.of(), List.of(),
                null, null).checked(found)).as("has no users").isSameAs(found);
    }
}
