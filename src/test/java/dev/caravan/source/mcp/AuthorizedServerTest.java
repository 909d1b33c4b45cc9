package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.security.AuthorizationServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that wants OAuth gets a token of the gateway's own, for that server. */
@Tag("full")
class AuthorizedServerTest extends FederatedGateways {

    @Test
    void theGatewayGetsATokenForTheServer() {
        try (AuthorizationServer issuer = new AuthorizationServer()) {
            upstreamRoutes = OwnGateway.withEntries().set("security.mode", "oauth2").set("security.oauth2.issuer", issuer.issuer());
            greet("Greet somebody.", "Hello");
            upstream = upstreamRoutes.start();
            configure("""
                    other:
                      url: URL
                      oauth: {token-url: 'ISSUER/oauth2/token', client-id: alice, client-secret: 'secret of alice', scopes: \
                    ['tools:read', 'tools:call']}
                      expose: {}
                    wrong:
                      url: URL
                      oauth: {token-url: 'ISSUER/oauth2/token', client-id: alice, client-secret: guessed}
                      expose: {prefix: w_}
                    """.replace("ISSUER", issuer.issuer()));
            gateway = offering().start();

            until(() -> tools().containsKey("greet"));
            assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
            assertThat(tools()).containsOnlyKeys("greet");
        }
    }
}
