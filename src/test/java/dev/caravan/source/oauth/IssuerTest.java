package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway's secret goes to the authorization server of the settings, and to none that an MCP server names. */
@Tag("full")
class IssuerTest {

    private static final String ELSEWHERE = "https://login.example.com";
    private static final List<String> NONE = List.of();

    private LoginServer server;

    @BeforeEach
    void start() throws IOException {
        server = new LoginServer();
        server.permits.release(10);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RequestAuthorization credentials(String issuer) {
        return new Authorizations(server.discovery, server.requests, null).ofGateway("guarded", server.url + "/mcp",
                server.oauth(OAuthSettings.Grant.CLIENT_CREDENTIALS, issuer));
    }

    @Test
    void otherIssuersGetNoSecret() throws Exception {
        assertThatThrownBy(() -> credentials(ELSEWHERE).renew(null, 401, NONE)).isInstanceOf(IOException.class).hasMessageContaining(
                "names the authorization server " + server.url + ", but oauth.issuer is " + ELSEWHERE + ". Correct oauth.issuer if");
        assertThatThrownBy(() -> server.logins.begin("guarded", server.url + "/mcp", server.oauth(OAuthSettings.Grant.LOGIN, ELSEWHERE),
                "ada", new Challenge(Set.of(), null, null), Set.of(), true))
                .isInstanceOf(IOException.class).hasMessageContaining("oauth.issuer");
        assertThat(server.given).hasValue(0);

        assertThat(credentials(server.url).renew(null, 401, NONE)).isTrue();
        assertThat(server.given).hasValue(1);
    }

    private static OAuthSettings settings(OAuthSettings.Grant grant, String endpoint, String secret, String key) {
        return new OAuthSettings(grant, endpoint, null, null, "web", secret, key, null, List.of(), List.of(), null, null);
    }

    @Test
    void secretWithoutIssuerIsRefused() {
        assertThatThrownBy(() -> settings(OAuthSettings.Grant.CLIENT_CREDENTIALS, null, "secret", null))
                .hasMessageContaining("needs issuer").hasMessageContaining("or token-url");
        assertThatThrownBy(() -> settings(OAuthSettings.Grant.CLIENT_CREDENTIALS, null, null, "key")).hasMessageContaining("needs issuer");
        assertThatThrownBy(() -> settings(OAuthSettings.Grant.LOGIN, ELSEWHERE + "/token", "secret", null)).as("a login always discovers")
                .hasMessageContaining("needs issuer");
        assertThat(settings(OAuthSettings.Grant.CLIENT_CREDENTIALS, ELSEWHERE + "/token", "secret", null).issuer()).isNull();
        assertThat(settings(OAuthSettings.Grant.LOGIN, null, null, null).issuer()).isNull();
    }
}
