package dev.caravan.source.mcp;

import static dev.caravan.source.oauth.LoginVisit.login;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.source.oauth.LoginVisit;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server with {@code grant: login} gets the token of the user, who logs in once in a browser. */
@Tag("nightly")
class UserLoginTest extends GuardedGateways {

    @Test
    void eachUserLogsInOnceAndCallsWithHisOwnToken() throws Exception {
        startGateway(
                "{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web', scopes: ['tools:read', 'tools:call']}");
        String alice = token("alice");
        browser().logIn(healthLogin(), "operator");
        until(() -> toolsFor(alice).contains("greet"));

        String login = login(greet(alice));
        assertThat(server.callers()).as("nobody is called with the login of the gateway").isEmpty();
        String answered = browser().logIn(login, "alice");
        assertThat(greet(alice)).isEqualTo("Hello, alice");
        assertThat(greet(alice)).as("the token is refreshed, since it lives less than half a minute").isEqualTo("Hello, alice");

        String ofBob = login(greet(token("bob")));
        assertThat(ofBob).as("bob does not call with alice's token").isNotEqualTo(login);
        assertThat(server.callers()).containsOnly("alice");

        assertThat(browser().open(answered).statusCode()).as("a login is finished once").isEqualTo(400);
        String stolen = browser().authorize(browser().start(ofBob), "bob");
        assertThat(browser().open(stolen).body()).as("another browser can't finish it").contains("another browser");
        assertThat(browser().open(stolen.replaceFirst("state=[^&]*", "state=guessed")).statusCode()).isEqualTo(400);
    }

    @Test
    void clientWithUrlElicitationIsAskedToLogIn() throws Exception {
        startGateway(
                "{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web', scopes: ['tools:read', 'tools:call']}");
        String alice = token("alice");
        browser().logIn(healthLogin(), "operator");
        until(() -> toolsFor(alice).contains("greet"));

        JsonNode asked = modern(alice, McpClient.object("{\"name\":\"greet\",\"arguments\":{}}"));
        assertThat(asked.path("resultType").asText()).as(asked.toString()).isEqualTo("input_required");
        String key = asked.get("inputRequests").fieldNames().next();
        JsonNode question = asked.at("/inputRequests/" + key + "/params");
        assertThat(question.get("mode").asText()).isEqualTo("url");
        browser().logIn(login(question.get("url").asText()), "alice");

        ObjectNode again = McpClient.object("{\"name\":\"greet\",\"arguments\":{}}").put("requestState",
                asked.get("requestState").asText());
        again.putObject("inputResponses").putObject(key).put("action", "accept");
        assertThat(modern(alice, again).at("/content/0/text").asText()).isEqualTo("Hello, alice");
    }

    private JsonNode modern(String token, ObjectNode params) {
        return gateway.client().modernCall(params, "{\"elicitation\":{\"url\":{}}}", "Authorization", "Bearer " + token).result();
    }

    @Test
    void loginIsRepeatedForMoreScopes() throws Exception {
        startGateway("{grant: login, issuer: 'ISSUER', client-id: web, client-secret: 'secret of web'}");
        String alice = token("alice");
        browser().logIn(healthLogin(), "operator");
        until(() -> toolsFor(alice).contains("greet"));
        browser().logIn(login(greet(alice)), "alice");
        String more = login(greet(alice));
        assertThat(browser().send(browser().start(more)).headers().firstValue("Location").orElseThrow()).contains("tools:call")
                .contains("tools:read");
        browser().logIn(more, "alice");
        assertThat(greet(alice)).isEqualTo("Hello, alice");
    }

    private LoginVisit browser() {
        return new LoginVisit(gateway.url(), issuer, named("guarded"));
    }

    /** Returns the address of the login for the gateway itself. */
    private String healthLogin() {
        String[] found = new String[1];
        until(() -> {
            found[0] = browser()
                    .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health")).build())
                    .body();
            return found[0].contains("/oauth/login/");
        });
        return login(found[0]);
    }
}
