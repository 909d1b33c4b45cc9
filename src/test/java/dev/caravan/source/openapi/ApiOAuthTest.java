package dev.caravan.source.openapi;

import static dev.caravan.source.oauth.LoginVisit.GATEWAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests to an API with {@code oauth} have an access token for that API, and never the caller's own. */
@Tag("full")
class ApiOAuthTest extends GuardedApis {

    @Test
    void clientCredentialsHaveTheScopesOfTheSettings() {
        assertThat(subject(alice, "own_me")).isEqualTo("alice");
        assertThat(subject(alice, "own_me")).isEqualTo("alice");

        assertThat(api.received).allSatisfy(one -> assertThat(one.scopes()).contains("tools:read", "tools:call")).hasSize(2);
        assertThat(tokens()).as("one token for both calls").hasSize(1);
        assertThat(call(alice, "own_me").toString()).as("the answer repeats the token").contains("\"echo\":\"***\"");
        assertThat(subject(alice, "found_me")).as("with the endpoint of the issuer's metadata").isEqualTo("bob");
    }

    @Test
    void invalidTokenIsRefreshedOnce() {
        subject(alice, "own_me");
        api.revoked.addAll(tokens());
        JsonNode said = post(alice, "tools/call", McpClient.object("{\"name\":\"own_say\",\"arguments\":{\"body\":{\"a\":1}}}"))
                .at("/result/structuredContent");
        assertThat(said.at("/data/body").asText()).as("the repeated request has its body").isEqualTo("{'a':1}");
        assertThat(api.received).hasSize(3);
        assertThat(tokens()).hasSize(2);
        api.received.clear();
        api.refusesAll = true;
        assertThat(call(alice, "own_me").at("/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(api.received).as("one request more").hasSize(2);
        assertThat(call(alice, "own_me").at("/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(api.received).as("an API that refuses everything costs no token for each call").hasSize(3);
    }

    @Test
    void tokenOfTheCallerIsExchangedForTheApi() {
        String bob = issuer.token("bob", GATEWAY, "tools:read", "tools:call");
        assertThat(subject(alice, "exchange_me")).isEqualTo("alice");
        assertThat(subject(bob, "exchange_me")).isEqualTo("bob");
        assertThat(tokens()).hasSize(2).as("no caller's own token").doesNotContain(alice, bob);
    }

    @Test
    void endpointFromTheDocumentAloneGetsNoSecret() {
        try (GatewayLog log = GatewayLog.record()) {
            assertThat(gateway.bean(ApiFolder.class).all().toString())
                    .contains("elsewhere.yaml", "needs issuer", "or token-url").doesNotContain("secret of");
            JsonNode refused = call(alice, "wrong_me");
            assertThat(refused.at("/error/message").asText()).contains("wrong", "invalid_client");
            assertThat(api.received).isEmpty();
            assertThat(log.text() + refused).doesNotContain("guessed");
        }
    }
}
