package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server with {@code grant: token-exchange} gets tokens of the callers that are for it, and never a caller's own token. */
@Tag("nightly")
class ExchangedCallersTest extends GuardedGateways {

    private static final String OAUTH = "{grant: token-exchange, token-url: 'ISSUER/oauth2/token', client-id: gateway, client-secret: "
            + "'secret of gateway', scopes: ['tools:read', 'tools:call']}";

    @Test
    void eachCallHasAnExchangedTokenOfItsCaller() {
        startGateway(OAUTH);
        String alice = token("alice");
        String bob = token("bob");
        until(() -> toolsFor(alice).contains("greet"));
        assertThat(server.requests).as("lists are read as the gateway")
                .allMatch(request -> request.subject().equals("gateway") || request.subject().isEmpty());

        assertThat(greet(alice)).isEqualTo("Hello, alice");
        assertThat(greet(bob)).isEqualTo("Hello, bob");
        assertThat(greet(alice)).isEqualTo("Hello, alice");

        assertThat(server.callers()).containsExactly("alice", "bob", "alice");
        assertThat(server.requests).as("no caller's own token")
                .noneMatch(request -> request.token().equals(alice) || request.token().equals(bob));
        assertThat(server.requests.stream().filter(request -> request.method().equals("tools/call")).map(GuardedServer.Request::token)
                .distinct()).as("they are kept").hasSize(2);
    }

    @Test
    void callerWithoutATokenGetsAnErrorThatAsksForOne() {
        configure("guarded: {url: '" + server.url() + "', oauth: " + OAUTH.replace("ISSUER", issuer.issuer()) + ", expose: {}}");
        gateway = offeringToKeys().start();
        until(() -> gateway.client()
                .post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25", "X-API-Key", ADA)
                .body().contains("greet"));
        String answer = gateway.client()
                .post(McpClient.request("tools/call", McpClient.object("{\"name\":\"greet\",\"arguments\":{}}")).toString(), "X-API-Key",
                        ADA)
                .body();
        assertThat(answer).contains("exchanges the caller's access token. Call the gateway with an access token");
        assertThat(server.callers()).isEmpty();
    }

    @Test
    void aRefusedExchangeIsAnErrorWithoutTheToken() {
        startGateway(OAUTH.replace("secret of gateway", "guessed"));
        String alice = token("alice");
        try (GatewayLog log = GatewayLog.record()) {
            log.awaits(named("guarded"), "invalid_client");
            assertThat(server.requests).as("nothing was sent without a token of the gateway").isEmpty();
            assertThat(log.text()).doesNotContain(alice).doesNotContain("guessed");
        }
    }
}
