package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A token is good for what its user has and its scopes allow, and clients can read who issues it. */
@Tag("full")
class TokenRightsTest extends TokenGatewayTest {

    @Test
    void clocksMayDifferByAMinute() {
        String late = TOKENS.signed(ISSUER.key(), claims -> claims.expirationTime(Tokens.in(-30)));
        String early = TOKENS.signed(ISSUER.key(), claims -> claims.notBeforeTime(Tokens.in(30)));

        assertThat(client.rpc("tools/list", "{}", bearer(late)).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}", bearer(early)).status()).isEqualTo(200);
    }

    @Test
    void thingsOfAnotherUserAreNotFound() {
        String bob = ISSUER.token("bob", RESOURCE, AuthorizationServer.SCOPES);
        String table = "/api/v1/tables/"
                + client.send("POST", "/api/v1/tables", "{\"name\":\"Orders\",\"data\":[]}", bearer(alice)).json().at("/data/id").asText();
        String tool = "/api/v1/tools/" + client.send("POST", "/api/v1/tools",
                "{\"table_id\":" + table.replaceAll(".*/", "") + ",\"type\":\"get_all_data\",\"name\":\"orders\"}",
                bearer(alice)).json().at("/data/id").asText();

        for (String path : List.of(table, table + "/data", tool, "/api/v1/mcp/" + instance)) {
            assertThat(client.send("GET", path, null, bearer(alice)).status()).as(path).isEqualTo(200);
            assertThat(client.send("GET", path, null, bearer(bob)).status()).as(path).isEqualTo(404);
            assertThat(client.send("GET", path, null, "Authorization", "Bearer " + bob, "X-User-Id", "alice").status()).as(path)
                    .isEqualTo(404);
            assertThat(client.send("DELETE", path.replaceFirst("/data$", ""), null, bearer(bob)).status()).as(path).isEqualTo(404);
        }
        assertThat(client.send("GET", "/api/v1/tables", null, bearer(bob)).json().get("data")).isEmpty();
    }

    @Test
    void tagWithAScopeNeedsThatScope() {
        String without = ISSUER.token("alice", RESOURCE, "tools:read", "tools:call");
        String call = "{\"name\":\"neo4j_find_node\",\"arguments\":{\"id\":\"00000000-0000-0000-0000-000000000000\"}}";

        assertThat(names(without)).contains("mongo_find_all").doesNotContain("neo4j_find_node");
        assertThat(names(alice)).contains("mongo_find_all", "neo4j_find_node");
        assertThat(client.rpc("tools/call", call, bearer(alice)).json().at("/result/structuredContent").isObject()).isTrue();
        SecuredClient.Answer refused = client.rpc("tools/call", call, bearer(without));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer resource_metadata=\"" + URL
                + "/.well-known/oauth-protected-resource/mcp\", error=\"insufficient_scope\", scope=\"tools:call tools:graph\"");
        assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void metadataNamesIssuerAndScopes() {
        JsonNode mcp = client.send("GET", "/.well-known/oauth-protected-resource/mcp", null).json();
        JsonNode gateway = client.send("GET", "/.well-known/oauth-protected-resource", null).json();

        assertThat(mcp.get("resource").textValue()).isEqualTo(RESOURCE);
        assertThat(mcp.get("authorization_servers")).extracting(JsonNode::textValue).containsExactly(ISSUER.issuer());
        assertThat(mcp.get("scopes_supported")).extracting(JsonNode::textValue).containsExactly("tools:read", "tools:call");
        assertThat(mcp.get("bearer_methods_supported")).extracting(JsonNode::textValue).containsExactly("header");
        assertThat(gateway.get("resource").textValue()).isEqualTo(URL);
        assertThat(gateway.get("scopes_supported")).extracting(JsonNode::textValue).containsExactly("tools:read", "tools:call",
                "catalogue:write");
        String token = ISSUER.token("alice", gateway.get("resource").textValue(), "tools:read");
        assertThat(client.send("GET", "/api/v1/tables", null, bearer(token)).status()).isEqualTo(200);
    }

    @Test
    void tokenInTheAddressIsIgnored() {
        assertThat(client.rpcAt("/mcp?access_token=" + alice, "tools/list", "{}").status()).isEqualTo(401);
    }

    @Test
    void foreignHostOrOriginIsRefusedBeforeAuthentication() {
        assertThat(client.rpc("tools/list", "{}", "Origin", "https://evil.example.com").status()).isEqualTo(403);
        assertThat(client.rpc("tools/list", "{}", "Origin", "https://evil.example.com", "Authorization", "Bearer " + alice).status())
                .isEqualTo(403);
    }
}
