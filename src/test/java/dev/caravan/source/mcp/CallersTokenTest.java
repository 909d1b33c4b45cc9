package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No server gets the token or key with which a client called the gateway. */
@Tag("full")
class CallersTokenTest extends GuardedGateways {

    private String servers(EraProxy plain, EraProxy fixed) {
        return """
                plain: {url: '%s', expose: {prefix: plain_}}
                fixed: {url: '%s', headers: {Authorization: "Bearer of-the-gateway"}, expose: {prefix: fixed_}}
                guarded: {url: '%s', oauth: {issuer: '%s', client-id: gateway, client-secret: 'secret of gateway', scopes: ['tools:read', \
                'tools:call']}, expose: {}}
                """.formatted(plain.url(), fixed.url(), server.url(), issuer.issuer());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTokenOfACallerStaysHere(boolean modern) {
        startUpstream();
        try (EraProxy plain = new EraProxy(upstream.url() + "/mcp", modern);
                EraProxy fixed = new EraProxy(upstream.url() + "/mcp", modern)) {
            configure(servers(plain, fixed));
            gateway = offeringAlone()
                    .settings("security.mode=oauth2", "security.public-url=" + GATEWAY, "security.oauth2.issuer=" + issuer.issuer())
                    .start();
            String alice = token("alice");
            calls(plain, fixed, alice, "Authorization", "Bearer " + alice);
        }
    }

    @Test
    void theKeyOfACallerStaysHere() {
        startUpstream();
        try (EraProxy plain = new EraProxy(upstream.url() + "/mcp", false); EraProxy fixed = new EraProxy(upstream.url() + "/mcp", false)) {
            configure(servers(plain, fixed));
            gateway = offeringToKeys().start();
            calls(plain, fixed, ADA, "X-API-Key", ADA);
        }
    }

    private void calls(EraProxy plain, EraProxy fixed, String secret, String header, String value) {
        until(() -> {
            String tools = gateway.client()
                    .post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25", header, value).body();
            return List.of("plain_greet", "fixed_greet", "\"greet\"").stream().allMatch(tools::contains);
        });

        assertThat(called("plain_greet", header, value)).isEqualTo("Hello, Ada");
        assertThat(called("fixed_greet", header, value)).isEqualTo("Hello, Ada");
        assertThat(called("greet", header, value)).isEqualTo("Hello, gateway");

        assertThat(plain.methods).contains("tools/call");
        assertThat(plain.requests).noneMatch(request -> request.contains(secret)).noneMatch(request -> request.contains("Authorization="));
        assertThat(fixed.methods).contains("tools/call");
        assertThat(fixed.requests).noneMatch(request -> request.contains(secret))
                .allMatch(request -> request.contains("Authorization=[Bearer of-the-gateway]"));
        assertThat(server.callers()).containsExactly("gateway");
        assertThat(server.requests).noneMatch(request -> request.token().contains(secret));
    }

    private String called(String tool, String header, String value) {
        JsonNode answer = gateway.client().call(tool, McpClient.object("{\"name\":\"Ada\"}"), header, value).result();
        return answer.at("/content/0/text").asText();
    }
}
