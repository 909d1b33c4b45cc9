package dev.caravan.source;

import static dev.caravan.source.oauth.LoginVisit.GATEWAY;
import static dev.caravan.source.oauth.LoginVisit.login;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.RestClient;
import dev.caravan.security.AuthorizationServer;
import dev.caravan.source.oauth.LoginVisit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An editor of sources gets no code of a login at an honest authorization server (mix-up, RFC 9700 section 4.4), although that one does not
 * name itself in its answers.
 */
@Tag("full")
class LoginMixUpTest extends SourceGateways {

    private static AuthorizationServer honest;

    @BeforeAll
    static void startHonest() {
        honest = new AuthorizationServer();
    }

    @AfterAll
    static void stopHonest() {
        honest.close();
    }

    @Test
    void metadataWithTheLoginPageOfAnotherIsRefused() throws Exception {
        try (MixUpServer attacker = new MixUpServer(honest.issuer() + "/oauth2/authorize")) {
            String problem = problemOf("borrowed", attacker);

            assertThat(problem).doesNotContain("/oauth/login/").contains("authorization_endpoint at " + honest.issuer(),
                    "oauth.endpoint-origins");
        }
    }

    @Test
    void codeThatComesToTheAddressOfAnotherIsNotSent() throws Exception {
        try (MixUpServer attacker = new MixUpServer(null)) {
            attacker.sendBrowsersTo(honest.issuer() + "/oauth2/authorize", honest.callback());
            LoginVisit victim = new LoginVisit(gateway.url(), honest, "redirecting");
            HttpRequest start = victim.start(login(problemOf("redirecting", attacker)));

            String answer = honest.answerTo(redirected(victim, start), "ada");
            assertThat(answer).as("the honest server trusts this address").contains("code=").doesNotContain("iss=");
            HttpResponse<String> finished = victim.send(HttpRequest.newBuilder(URI.create(answer.replace(GATEWAY, gateway.url())))
                    .header("Cookie", start.headers().firstValue("Cookie").orElseThrow()).build());

            assertThat(attacker.requestsForTokens).isEmpty();
            assertThat(finished.statusCode()).isEqualTo(400);
            assertThat(finished.body()).contains("another authorization server", "operator");
        }
    }

    @Test
    void honestServerDoesNotKnowTheAddressOfTheAttackersLogins() throws Exception {
        try (MixUpServer attacker = new MixUpServer(null)) {
            attacker.sendBrowsersTo(honest.issuer() + "/oauth2/authorize", null);
            LoginVisit victim = new LoginVisit(gateway.url(), honest, "unknown");
            String sent = redirected(victim, victim.start(login(problemOf("unknown", attacker))));

            assertThat(sent).contains("client_id=web");
            assertThatThrownBy(() -> honest.answerTo(sent, "ada")).isInstanceOf(AssertionError.class).hasMessageStartingWith("400");
        }
    }

    @Test
    void sourceThatNamesNoIssuerIsRefused() {
        RestClient.Answer refused = add("servers", "discovered", "url: http://127.0.0.1:1/mcp\noauth: {grant: login}\nexpose: {}\n");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message()).contains("oauth.issuer is required", "at http://127.0.0.1:1", "by hand");
    }

    /** Adds the attacker's server, and returns what the gateway says about it. */
    private String problemOf(String name, MixUpServer attacker) {
        assertThat(add("servers", name,
                "url: " + attacker.url() + "/mcp\noauth: {grant: login, issuer: '" + attacker.url() + "'}\nexpose: {}\n").status())
                .isEqualTo(201);
        until(() -> listed("servers", name).path("problem").isTextual());
        return listed("servers", name).get("problem").textValue();
    }

    /** Presses the button of the login, and returns where the attacker's login page leads. */
    private static String redirected(LoginVisit victim, HttpRequest start) throws Exception {
        String page = victim.send(start).headers().firstValue("Location").orElseThrow();
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(page)).build(), HttpResponse.BodyHandlers.ofString())
                .headers().firstValue("Location").orElseThrow();
    }
}
