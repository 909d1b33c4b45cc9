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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

/**
 * Only the authorization server of a login gets its code: its endpoints are at its own address, and the answer is its own (RFC 9207, RFC
 * 9700 section 4.4).
 */
@Tag("full")
class LoginMixUpRulesTest {

    private static final String ISS = "authorization_response_iss_parameter_supported";

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

    private LoginNeededException begin(String... endpointOrigins) throws IOException {
        OAuthSettings settings = new OAuthSettings(OAuthSettings.Grant.LOGIN, null, null, null, "web", null, null, null,
                List.of(endpointOrigins), List.of(), null, null);
        return server.logins.begin("guarded", server.url + "/mcp", settings, "ada", new Challenge(Set.of(), null, null), Set.of(), true);
    }

    private OpenLogin answer(OpenLogin.Answer answer) throws IOException, Logins.LoginFailedException {
        String id = LoginServer.id(begin());
        return server.logins.finish(id, server.logins.open(id), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"authorization_endpoint", "token_endpoint", "registration_endpoint"})
    void endpointElsewhereNeedsTheOperator(String endpoint) throws IOException {
        String elsewhere = server.url.replace("127.0.0.1", "localhost");
        server.metadata.put(endpoint, elsewhere + "/x");

        assertThatThrownBy(this::begin).isInstanceOf(IOException.class)
                .hasMessageContainingAll(server.url + " has its " + endpoint + " at " + elsewhere, "oauth.endpoint-origins", "by hand");
        assertThatThrownBy(() -> begin("https://oauth2.example.com")).isInstanceOf(IOException.class);
        assertThat(begin(elsewhere).url()).contains("/oauth/login/");
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, , the address of another",
        "false, true, URL, the address of another",
        "true, true, , does not name",
        "true, true, https://honest.example.com, names another",
        "true, true, URL/, names another",
        "true, false, https://honest.example.com, names another"})
    void answersOfAnotherAreRefused(boolean own, boolean promised, String issuer, String reason) throws Exception {
        server.metadata.put(ISS, promised);
        String redirect = own ? server.registration.redirect(server.url) : server.registration.redirect("https://honest.example.com");
        OpenLogin.Answer answer = new OpenLogin.Answer(redirect, "code", issuer == null ? null : issuer.replace("URL", server.url),
                "access_denied");
        String id = LoginServer.id(begin());
        String browser = server.logins.open(id);

        assertThatThrownBy(() -> server.logins.finish(id, browser, answer)).isInstanceOf(Logins.LoginFailedException.class)
                .hasMessageContainingAll(reason, "Only " + server.url, "operator")
                .hasMessageNotContaining("access_denied");
        assertThatThrownBy(() -> server.logins.finish(id, browser, server.answered("code", server.url))).as("the login has ended")
                .hasMessageContaining("expired");
        assertThat(server.given).hasValue(0);
    }

    @Test
    void ownAnswersAreAccepted() throws Exception {
        assertThat(answer(server.answered("code", null)).issuer()).isEqualTo(server.url);
        server.metadata.put(ISS, true);
        assertThat(answer(server.answered("code", server.url)).issuer()).isEqualTo(server.url);
        assertThat(server.given).hasValue(2);
    }

    @Test
    void issuersHaveTheirOwnRedirectAddress() {
        assertThat(server.registration.redirect("https://login.example.com"))
                .isEqualTo("http://127.0.0.1:1/oauth/callback/4b246bc1a12459de3b1003951d2219e7")
                .isNotEqualTo(server.registration.redirect("https://login.example.com/"));
    }

    @Test
    void ownClientDocumentNeedsAnswersThatNameTheIssuer() throws IOException {
        Mockito.when(server.address.gateway()).thenReturn("https://gateway.example.com");
        server.metadata.put("client_id_metadata_document_supported", true);
        assertThatThrownBy(() -> client(null)).as("any other server would accept the document too")
                .hasMessageContaining("registers no clients");
        assertThatThrownBy(() -> client("https://GATEWAY.example.com:443/oauth/client/1")).hasMessageContaining("registers no clients");
        assertThat(client("https://clients.example.com/caravan.json")).isEqualTo("https://clients.example.com/caravan.json");

        server.metadata.put(ISS, true);
        String id = client(null);
        assertThat(id).startsWith("https://gateway.example.com/oauth/client/");
        assertThat(server.registration.document(id.substring(id.lastIndexOf('/') + 1)).orElseThrow().get("redirect_uris")).hasSize(1)
                .allSatisfy(redirect -> assertThat(redirect.textValue()).isEqualTo(server.registration.redirect(server.url)));
        assertThat(server.registration.document("x")).isEmpty();
    }

    private String client(String document) throws IOException {
        OAuthSettings settings = new OAuthSettings(OAuthSettings.Grant.LOGIN, null, null, null, null, null, null, document, List.of(),
                List.of(), null, null);
        return server.registration.of(settings, server.discovery.find(server.url + "/mcp", new Challenge(Set.of(), null, null), null)).id();
    }
}
