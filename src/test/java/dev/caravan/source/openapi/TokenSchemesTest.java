package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.source.oauth.OAuthSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A document fills gaps in the settings for access tokens, but never decides who gets the gateway's secret. */
class TokenSchemesTest {

    private static final String SERVER = "https://api.example.com/v1";
    private static final String FLOWS = """
            {"type": "oauth2", "flows": {
              "clientCredentials": {"tokenUrl": "https://api.example.com/token"},
              "authorizationCode": {"authorizationUrl": "/authorize", "tokenUrl": "../token2"}}}""";

    @Test
    void flowOfTheGrantNamesTheEndpoints() {
        assertThat(completed(FLOWS, "client-credentials", null).tokenUrl()).isEqualTo("https://api.example.com/token");
        assertThat(completed(FLOWS, "token-exchange", null).tokenUrl()).isEqualTo("https://api.example.com/token");
        OAuthSettings login = completed(FLOWS, "login", null);
        assertThat(login.tokenUrl()).isEqualTo("https://api.example.com/token2");
        assertThat(login.authorizationUrl()).isEqualTo("https://api.example.com/authorize");
        assertThat(login.scopes()).containsExactly("needed");
    }

    @Test
    void openIdConnectNamesTheIssuer() {
        String scheme = "{\"type\": \"openIdConnect\", \"openIdConnectUrl\": "
                + "\"https://api.example.com/realm/.well-known/openid-configuration\"}";
        assertThat(completed(scheme, "client-credentials", null).issuer()).isEqualTo("https://api.example.com/realm");
        assertThat(completed(scheme, "client-credentials", "https://own.example.com").issuer()).isEqualTo("https://own.example.com");
    }

    @Test
    void endpointOnAnotherHostIsRefusedOrIgnored() {
        String elsewhere = FLOWS.replace("https://api.example.com/token", "https://evil.example.com/token");
        assertThatThrownBy(() -> completed(elsewhere, "client-credentials", null)).hasMessageContaining("https://evil.example.com/token")
                .hasMessageContaining("set oauth.token-url");
        assertThat(completed(elsewhere, "client-credentials", "https://login.example.com").tokenUrl())
                .as("it is discovered from the issuer").isNull();
        assertThat(completed(elsewhere, "client-credentials", "https://evil.example.com").tokenUrl())
                .isEqualTo("https://evil.example.com/token");
        assertThatThrownBy(
                () -> completed("{\"type\": \"openIdConnect\", \"openIdConnectUrl\": \"https://evil.example.com\"}", "login", null))
                .hasMessageContaining("set oauth.issuer");
        assertThatThrownBy(() -> completed(FLOWS.replace("https://api", "http://api"), "client-credentials", null)).as("without TLS")
                .hasMessageContaining("oauth.token-url");
        assertThatThrownBy(() -> completed(FLOWS.replace("https://api.example.com/token", "a b"), "client-credentials", null))
                .hasMessageContaining("no address");
    }

    @Test
    void settingsOverrideTheDocument() {
        OAuthSettings given = new OAuthSettings(null, "https://other.example.com/token", null, null, "id", "secret", null, null, List.of(),
                List.of("own"), null, null);
        assertThat(TokenSchemes.of(Map.of("login", McpClient.object(FLOWS))).completed(given, SERVER, Set.of("needed"))).isEqualTo(given);
    }

    @Test
    void firstAlternativeWithATokenNamesTheScopes() {
        Map<String, JsonNode> schemes = Map.of("login", McpClient.object(FLOWS), "key", McpClient.object("{\"type\": \"apiKey\"}"));
        assertThat(TokenSchemes.of(schemes).scopes(
                List.of(McpClient.object("{\"s\": [{\"key\": [\"no\"]}, {\"login\": [\"a\", \"b\"]}, {\"login\": [\"c\"]}]}").get("s"))))
                .containsExactly("a", "b");
    }

    private static OAuthSettings completed(String scheme, String grant, String issuer) {
        OAuthSettings given = new OAuthSettings(
                grant == null ? null : OAuthSettings.Grant.valueOf(grant.toUpperCase(java.util.Locale.ROOT).replace('-', '_')), null, null,
                issuer, "id", "secret", null, null, null, null, null, null);
        return TokenSchemes.of(Map.of("login", McpClient.object(scheme))).completed(given, SERVER, Set.of("needed"));
    }
}
