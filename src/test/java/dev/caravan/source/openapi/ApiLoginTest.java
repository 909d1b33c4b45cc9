package dev.caravan.source.openapi;

import static dev.caravan.source.oauth.LoginVisit.GATEWAY;
import static dev.caravan.source.oauth.LoginVisit.login;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.source.oauth.LoginVisit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An API with {@code grant: login} gets the token of the user, who logs in once in a browser. */
@Tag("full")
class ApiLoginTest extends GuardedApis {

    @Test
    void userLogsInOnce() throws Exception {
        LoginVisit browser = new LoginVisit(gateway.url(), issuer, "user (API)");
        browser.logIn(login(call(alice, "user_me").toString()), "alice");
        assertThat(api.received).as("nothing was sent without a token").isEmpty();
        assertThat(List.of(subject(alice, "user_me"), subject(alice, "user_me")))
                .as("the token is refreshed, since it lives less than half a minute").containsOnly("alice");
        assertThat(login(call(token("gateway"), "user_me").toString())).as("another user has no token").isNotEmpty();
        assertThat(api.received).extracting(TokenApi.Received::subject).containsOnly("alice");
    }

    @Test
    void clientWithUrlElicitationIsAskedToLogIn() throws Exception {
        String bob = token("bob");
        ObjectNode params = McpClient.object("{\"name\":\"user_me\",\"arguments\":{}}");
        ObjectNode urls = McpClient.object("{\"elicitation\":{\"url\":{}}}");
        JsonNode asked = gateway.client().modern("tools/call", params, urls, "InputRequiredResult", "Authorization", "Bearer " + bob)
                .result();
        String key = asked.get("inputRequests").fieldNames().next();
        new LoginVisit(gateway.url(), issuer, "user (API)").logIn(login(asked.at("/inputRequests/" + key + "/params/url").asText()), "bob");

        params.put("requestState", asked.get("requestState").asText()).putObject("inputResponses").putObject(key).put("action", "accept");
        JsonNode answered = gateway.client().modern("tools/call", params, urls, "CallToolResult", "Authorization", "Bearer " + bob)
                .result();
        assertThat(answered.at("/structuredContent/data/subject").asText()).as(answered.toString()).isEqualTo("bob");
    }

    private static String token(String user) {
        return issuer.token(user, GATEWAY, "tools:read", "tools:call");
    }
}
